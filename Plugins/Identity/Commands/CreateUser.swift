internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix user create`
struct CreateUser: OldCommand {
  private static let externalID = OldOption(
    "external-id", .text, placeholder: "ID", "What your own systems call this user; opaque, no personal data")

  static let declaration = Declaration(
    "create", "Make a user in trial mode: an id that tracks coins, and nothing else.", roles: [.operator, .integrator],
    parameters: [externalID],
    examples: [
      Example("qix user create", "an anonymous user"),
      Example("qix user create --external-id shop-4711", "known to your shop as shop-4711"),
      Example("qix user create --quiet", "print the new id alone, for a script"),
    ], effect: .changes)

  private let externalID: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    externalID = arguments[Self.externalID]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let directory = try context.service(Users.directory)
    let user = try context.database.write(Change("identity.create", reason: reason), isDryRun: isDryRun) {
      connection, change in
      let user = try directory.create(externalID: externalID, in: connection)
      change.subject = "\(user)"
      return user
    }
    var document = Document("user.create/1")
    if !isDryRun {
      document.primary = "\(user)"
      document.field("user", "user", .identifier("\(user)"))
    }
    document.field("mode", "mode", .text("trial"))
    document.field("external_id", "external id", externalID.map(Cell.text) ?? .missing)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun
        ? "Nothing was changed." : "Next: `qix coins issue --to \(user) --amount 50`, `qix wallet show \(user)`.")
  }
}
