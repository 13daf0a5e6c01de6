internal import Coins
internal import IdentityContract
internal import QixCrypto
package import QixKernel
internal import QixStorage

/// Merges wallets as the merge of two users does, in one transaction, without the rest of a user.
package struct Merging {
  private let database: Database
  private let context: Context

  package init(_ subject: Subject) {
    database = subject.database
    context = Context(clock: SystemClock(), random: SystemRandomSource())
  }

  /// The user with an external id.
  package func user(_ externalID: String) throws -> UserID {
    let found = try database.read { connection in
      try connection.first("SELECT id FROM identity_users WHERE external_id = ?1", .text(externalID)) {
        try $0.identifier(0, UserTag.self)
      }
    }
    guard let found else { throw MeasuringError("there is no user '\(externalID)'") }
    return found
  }

  /// - Returns: the coins that it has moved.
  @discardableResult
  package func merge(_ user: UserID, into survivor: UserID) throws -> Int64 {
    try database.write(Change("bench.merge", subject: "\(user) into \(survivor)")) { connection, _ in
      try CoinsModule.merge(user, into: survivor, in: connection, context: context).first { $0.name == "coins" }?.count
        ?? 0
    }
  }
}
