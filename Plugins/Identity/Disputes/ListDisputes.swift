internal import IdentityContract
internal import QixModule

/// `qix dispute list`
struct ListDisputes: Command {
  static let declaration = Declaration(
    "list", "List disputes, the newest first.", roles: [.operator, .support, .user],
    discussion: """
      Words of users and answers are personal data: to show them, give --reveal and --reason. Customers see their own.
      """,
    examples: [
      Example("qix dispute list --state open", "those that wait for an answer"),
      Example("qix dispute list --user shop-4711 --reveal --reason 'call 4711'", "one user's, with the words"),
    ],
    answer: AnswerShape("dispute.list/1", "disputes", rows: fields), reveals: [.operator, .support, .user],
    follows: ["dispute.opened", "dispute.closed", "user.merged", "user.erased"],
    givenByCustomers: ["state", "limit", "after"])

  private typealias Told = (dispute: Dispute, note: String?, answer: String?)

  private static let fields: [Field<Told>] =
    Dispute.fields.of { $0.dispute } + [
      Field("note", .personal(.text)) { $0.note },
      Field("answer", .personal(.text)) { $0.answer },
    ]

  @Option("user", .user, placeholder: "USER", "Only this user's disputes: usr_… or external id")
  private var user: String?
  @Option("state", .choice(of: Dispute.State.self), placeholder: "STATE", "Only disputes in this state: open, closed")
  private var state: Dispute.State?
  private let page = PageOptions("Disputes", after: .identifier(DisputeID.self), placeholder: "DISPUTE")

  func run(in context: Context) throws -> Document {
    // The vault is opened only to show words.
    let profiles =
      try context.invocation.reveals && context.database.read(Profiles.hasKeys) ? context.openProfiles() : nil
    let found = try context.database.read { connection in
      let user = try user.map { try UserNamed.find($0, context.userDirectory, in: connection).id }
      let disputes = try Dispute.list(of: user, state, after: page.after, limit: page.sought, in: connection)
      return try disputes.map { dispute in
        func words(_ note: NoteID) throws -> String {
          try profiles?.note(note, on: dispute.user, in: connection)?.text ?? ""
        }
        return (dispute: dispute, note: try dispute.note.map(words), answer: try dispute.answer.map(words))
      }
    }
    var document = Document("dispute.list/1")
    document.page("disputes", Self.fields, found: found, page, none: "There are no such disputes.")
    try document.reveal(in: context, subject: "disputes of \(Set(found.map(\.dispute.user)).count) users")
    return document
  }
}
