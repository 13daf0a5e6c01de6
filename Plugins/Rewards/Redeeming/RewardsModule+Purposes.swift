package import CoinsContract
package import QixModule

extension RewardsModule: TransferNaming {
  package static func purpose(
    of key: String, in connection: Connection, context: Context
  ) throws -> TransferPurpose? {
    guard let id = RedemptionID(String(key.prefix { $0 != ":" })),
      let redemption = try RedemptionStore(connection).find(id)
    else { return nil }
    let reward = try RewardStore(connection).find(redemption.reward)
    return TransferPurpose(subject: "\(id)", title: reward?.said(in: context.face.speaking()).title ?? "")
  }
}
