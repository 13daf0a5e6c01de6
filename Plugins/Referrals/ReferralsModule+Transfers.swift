package import CoinsContract
internal import IdentityContract
package import QixModule

extension ReferralsModule: TransferOwning {
  /// Coins paid by a referral are taken back by revoking it: both sides, and it no longer counts towards a limit.
  package static func claim(
    _ transfer: TouchedTransfer, in connection: Connection, context: Context
  ) throws -> TransferClaim? {
    // As `Paying` writes it: referral:PROGRAMME:USER:SIDE.
    guard let parts = transfer.key?.split(separator: ":"), parts.count == 4, parts[0] == "referral" else { return nil }
    let users = try context.service(Users.directory)
    guard let named = UserID(String(parts[2])), let user = try users.heir(of: named, in: connection) else { return nil }
    let referral = try ReferralStore(connection).referrals(of: user).first {
      $0.referrerTransfer == transfer.id || $0.refereeTransfer == transfer.id
    }
    guard let referral, referral.state == .paid else { return nil }
    return TransferClaim(
      owner: "the referral of \(referral.referee) by '\(parts[1])'",
      instead:
        "Take both sides back with `qix referral revoke \(referral.referee) --programme \(parts[1]) --reason TEXT`."
    )
  }
}
