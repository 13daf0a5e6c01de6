internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix user show`
struct ShowUser: Command {
  private static let user = Positional("user", .text, "usr_… or external id")

  static let declaration = Declaration(
    "show", "Show a user.", roles: [.operator, .integrator, .support], parameters: [user],
    examples: [Example("qix user show shop-4711", "by external id")])

  private let user: String

  init(_ arguments: Arguments) throws { user = try arguments.require(Self.user) }

  func run(in context: Context) throws {
    let directory = try context.service(Users.directory)
    let found = try context.database.read { connection in
      guard let id = try directory.find(user, in: connection) else { throw UserError.notFound(user) }
      return try connection.first("SELECT \(User.columns) FROM identity_users WHERE id = ?1", .id(id), read: User.init)
    }
    guard let found else { throw UserError.notFound(user) }
    var document = Document("user.show/1")
    document.primary = "\(found.id)"
    document.field("user", "user", .identifier("\(found.id)"))
    document.field("mode", "mode", .text(found.mode.name))
    document.field("external_id", "external id", found.externalID.map(Cell.text) ?? .missing)
    document.field("created", "created", .timestamp(found.created))
    try context.terminal.emit(document)
    context.terminal.note("Next: `qix wallet show \(found.id)`.")
  }
}
