internal import CampaignsContract
package import CoinsContract
package import QixShake

extension ShakesModule: TransferNaming {
  package static func purpose(
    of key: String, in connection: Connection, context: Context
  ) throws -> TransferPurpose? {
    guard let shake = ShakeID(String(key.prefix { $0 != ":" })) else { return nil }
    let campaign: CampaignID? = try connection.fetchOne(
      """
      SELECT campaign FROM shakes_shakes WHERE id = \(shake)
      UNION ALL SELECT campaign FROM shakes_pending WHERE id = \(shake)
      """)
    let found = try campaign.flatMap { try context.service(Campaigns.directory).find("\($0)", in: connection) }
    return TransferPurpose(subject: "\(shake)", title: found?.said(in: context.face.speaking()).title ?? "")
  }
}
