internal import IdentityContract
internal import QixModule

/// `qix user create`
struct CreateUser: Command {
  static let declaration = Declaration(
    "create", "Make a user in trial mode: an id that tracks coins, and nothing else.", roles: [.operator, .integrator],
    examples: [
      Example("qix user create", "an anonymous user"),
      Example("qix user create --external-id shop-4711", "known to your shop as shop-4711"),
      Example("qix user create --quiet", "print the new id alone, for a script"),
    ],
    answer: "user.create/1: mode text, external_id text?, user? id", effect: .changes)

  @Option(
    "external-id", .text, placeholder: "ID", "What your own systems call this user; opaque, no personal data")
  private var externalID: String?

  func run(in context: Context) throws -> Document {
    let directory = try context.service(Users.directory)
    let user = try context.change("identity.create") { connection, change in
      let user = try directory.create(externalID: externalID, in: connection)
      change.subject = "\(user)"
      return user
    }
    var document = Document("user.create/1")
    if !context.isDryRun {
      document.primary = "\(user)"
      document.field("user", .identifier(user))
    }
    document.field("mode", .text("trial"))
    document.field("external_id", .text(externalID))
    document.next("`qix coins issue --to \(user) --amount 50`, `qix wallet show \(user)`")
    return document
  }
}
