internal import IdentityContract
internal import QixBatch
internal import QixModule

/// `qix user create`
struct CreateUser: Command {
  static let declaration = Declaration(
    "create", "Make a trial user: an id that tracks coins, and nothing else.", roles: [.operator, .integrator],
    examples: [
      Example("qix user create", "an anonymous user"),
      Example("qix user create --external-id shop-4711", "known to your shop as shop-4711"),
      Example("qix user create --external-id shop-4711 --if-not-exists --quiet", "its id, new or not"),
      Example("qix user create --quiet", "print only the new id, for a script"),
    ],
    answer: AnswerShape("user.create/1", fields, last: ["user"]), effect: .changes)

  /// A dry run's user is nil, since its id names nothing.
  private static let fields: [Field<(user: UserID?, mode: Mode, externalID: String?)>] = [
    Field(optional: "user", .id) { $0.user },
    Field("mode", .text) { $0.mode.name },
    Field("external_id", .text) { $0.externalID },
  ]

  @Option(
    "external-id", .text, placeholder: "ID", "What your own systems call this user; opaque, no personal data")
  private var externalID: String?
  private let unlessThere = IfNotExistsFlag()

  func check() throws {
    if unlessThere.isGiven, externalID == nil {
      throw UsageError(
        "--if-not-exists needs --external-id", hint: "A user without an external id is always a new one.")
    }
  }

  func run(in context: Context) throws -> Document {
    try unlessThere.answer(existing: { try existing(in: context) }, orMake: { try make(in: context) })
  }

  private func existing(in context: Context) throws -> Document? {
    guard let externalID else { return nil }
    let user = try context.database.read { connection in
      try context.userDirectory.find(externalID, in: connection).map { try User.survivor(of: $0, in: connection) }
    }
    return user.map { answer($0.id, $0.mode) }
  }

  private func make(in context: Context) throws -> Document {
    let directory = try context.service(Users.directory)
    let user = try context.change("identity.create") { connection, change in
      let user = try directory.create(externalID: externalID, in: connection)
      change.subject = "\(user)"
      return user
    }
    var document = answer(context.isDryRun ? nil : user, .trial)
    if let externalID, let doubt = DoubtfulName(externalID) {
      document.warn("'\(externalID)' \(doubt.looks): \(doubt.remedy).")
    }
    return document
  }

  private func answer(_ user: UserID?, _ mode: Mode) -> Document {
    var document = Document("user.create/1", Self.fields, of: (user: user, mode: mode, externalID: externalID))
    if let user {
      document.primary = "\(user)"
      document.next("`qix coins issue --to \(user) --amount 50`, `qix wallet show \(user)`")
    }
    return document
  }
}
