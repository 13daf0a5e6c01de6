internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// The one subject of every wallet command: a user, looked up inside the transaction that reads the wallet.
struct WalletOf {
  @Positional("user", .user, "usr_… or external id; also a phone number or address, if you may search by them")
  var name: String
  private let directory: ServiceKey<any UserDirectory>

  /// - Parameter directory: that which takes handles of members, for what a till may see.
  init(_ directory: ServiceKey<any UserDirectory> = Users.directory) { self.directory = directory }

  func read<Result: Sendable>(
    in context: Context, _ body: (UserID, Connection) throws -> Result
  ) throws -> Result {
    let names = AccountNames(directory: try context.service(directory))
    let name = try context.spelledOut(name)
    return try context.database.read { connection in
      try body(try names.user(name, in: connection), connection)
    }
  }
}
