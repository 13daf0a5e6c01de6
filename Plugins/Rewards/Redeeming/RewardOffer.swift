internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// Whether a user could redeem a reward at this moment, without trying.
struct RewardOffer {
  private let service: RedemptionService
  private let check: PublishingCheck

  init(_ context: Context) throws {
    service = try RedemptionService(context, vouchers: false)
    check = try PublishingCheck(context)
  }

  /// - Throws: `UserError.notFound`.
  func user(_ reference: String, in connection: Connection) throws -> UserID {
    guard let user = try service.directory.find(reference, in: connection) else { throw UserError.notFound(reference) }
    return user
  }

  /// Returns the obstacle between a user and one piece of a reward, in words; nil where there is none.
  ///
  /// The daily limit of a mode is judged when it is redeemed, as everything else is again.
  /// - Parameter left: unreserved pieces; nil for as many as are wanted.
  func obstacle(
    to reward: Reward, for user: UserID, left: Int64?, at now: Timestamp, in connection: Connection
  ) throws -> String? {
    do {
      let request = RedemptionService.Request(reward: reward.name, user: "\(user)")
      let coins = try service.admit(request, reward, user, at: now, in: connection)
      if let problem = try check.problem(with: reward.delivery, at: now, in: connection) { return problem.clause }
      if let left, left <= 0 { return "out of stock" }
      let balance = try service.ledger.balance(of: .wallet(user), in: connection)
      return balance.available < coins ? "\((coins - balance.available).counted("coin is", "coins are")) missing" : nil
    } catch let error as any Diagnosable where error.category == .refused {
      return "\(error)"
    }
  }

  /// Returns why a reward isn't open to a user, or to anybody; nil for one that is. Its page shows coins and items.
  func refusal(
    of reward: Reward, for user: UserID?, at now: Timestamp, in connection: Connection
  ) throws -> Refusal? {
    do {
      guard let user else {
        try service.requireOpen(reward, at: now, in: connection)
        return nil
      }
      let request = RedemptionService.Request(reward: reward.name, user: "\(user)")
      _ = try service.admit(request, reward, user, at: now, in: connection)
      return nil
    } catch let error as any Diagnosable where error.category == .refused {
      return Refusal(error)
    }
  }
}
