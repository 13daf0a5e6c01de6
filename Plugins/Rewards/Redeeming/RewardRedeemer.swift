package import QixModule
internal import VouchersContract

/// Redeems rewards again and again, for who keeps the program running.
package struct RewardRedeemer: Sendable {
  private let service: RedemptionService

  /// Opens the vault, under whose keys vouchers are.
  package init(_ context: Context) throws { service = try RedemptionService(context, vouchers: true) }

  /// Redeems one piece in a transaction of its own.
  /// - Returns: the redemption's id, and the codes of the vouchers that it has brought.
  /// - Throws: what `qix reward redeem` answers.
  package func redeem(_ reward: String, user: String, key: String?) throws -> (id: String, codes: [String]) {
    let redeemed = try service.redeem(RedemptionService.Request(reward: reward, user: user, key: key))
    return ("\(redeemed.redemption.id)", redeemed.vouchers.map(\.code))
  }
}
