internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// Users who have coins, and may spend them.
struct Spenders {
  private let wallets: any WalletBook
  private let policy: any ModePolicy

  init(_ context: Context) throws {
    wallets = try context.service(Coins.wallets)
    policy = try context.service(Users.policy)
  }

  /// Goes through all users with coins that are neither held nor expired. Erased users are skipped: nothing can be
  /// asked for with what they left. Suspended ones may get theirs back, but can't spend it now.
  func forEach(
    at time: Timestamp, in connection: Connection,
    _ body: (UserID, _ coins: Int64, _ isActive: Bool) throws -> Void
  ) throws {
    let asks = try policy.isAnybodyInactive(in: connection)
    try wallets.forEach(at: time, in: connection) { user, coins in
      guard asks else { return try body(user, coins, true) }
      switch try standing(of: user, in: connection) {
      case .active: try body(user, coins, true)
      case .suspended: try body(user, coins, false)
      case .erased: return
      }
    }
  }

  private enum Standing { case active, suspended, erased }

  private func standing(of user: UserID, in connection: Connection) throws -> Standing {
    do {
      try policy.requireActive(user, in: connection)
      return .active
    } catch UserError.suspended {
      return .suspended
    } catch UserError.erased {
      return .erased
    }
  }
}
