internal import CoinsContract
internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// The one subject of every wallet command: a user, looked up inside the transaction that reads the wallet.
struct WalletOf {
  static let user = OldPositional("user", .text, "usr_… or external id")

  let name: String

  init(_ arguments: Arguments) throws { name = try arguments.require(Self.user) }

  func read<Result: Sendable>(
    in context: Context, _ body: (UserID, Connection) throws -> Result
  ) throws -> Result {
    let names = AccountNames(directory: try context.service(Users.directory))
    return try context.database.read { connection in
      try body(try names.user(name, in: connection), connection)
    }
  }
}
