package import CoinsContract
package import QixModule

extension ReferralsModule: TransferNaming {
  package static func purpose(
    of key: String, in connection: Connection, context: Context
  ) throws -> TransferPurpose? {
    let parts = key.split(separator: ":")
    guard parts.count == 4, parts[0] == "referral" else { return nil }
    let kept = try ProgrammeStore(connection).find(String(parts[1]))
    return TransferPurpose(subject: nil, title: kept?.programme.title ?? "")
  }
}
