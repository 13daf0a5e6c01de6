internal import IdentityContract
internal import QixModule

/// `qix find`
struct FindCommand: Command {
  static let declaration = Declaration(
    "find", "Find users, transfers, vouchers and more, by whatever you have in hand.",
    roles: [.operator, .support, .auditor],
    discussion: """
      Give an id of any kind, an external id or its beginning, or a username. You can also give a phone number, an \
      email address or a name: at least three letters of each word, and no digits. Idempotency keys such as an order's number, codes \
      of vouchers and numbers of receipts work too. At most 20 of each kind are shown.

      Your role finds what it may show. Auditors find nobody by personal data. Numbers, addresses, names and codes \
      need an open vault; what was not looked for is listed with the reason. Each search by personal data is in the \
      audit log, without the text. It counts for the limits of `qix user find` (identity.finds-per-minute, \
      identity.finds-per-day).

      Others on the machine can see the text on the command line, unless it is given as `-`.
      """,
    examples: [
      Example("qix find shop-4711", "a user, by external id"),
      Example("qix find - < text.txt", "something that others must not see on the command line"),
    ],
    answer: AnswerShape("find/1", fields), route: .at("POST /v1/find"))

  private static let fields: [Field<Search>] = [
    Field("found", rows: hits, title: "Found") { $0.hits },
    Field("left_out", rows: leftOut, title: "Not looked for") { $0.leftOut },
  ]

  private static let hits: [Field<Search.Hit>] = [
    Field("kind", .text) { $0.kind },
    Field("id", .text) { $0.id },
    Field("user", .id, for: .user) { $0.user },
    Field("title", .text) { $0.title },
    Field("by", .text, "FOUND BY") { $0.by },
    Field("state", .text) { $0.state },
  ]

  private static let leftOut: [Field<Search.LeftOut>] = [
    Field("what", .text) { $0.what },
    Field("why", .text) { $0.why },
  ]

  @Positional("text", .textOrInput, "The id, number, code, name or other text")
  private var text: String

  func run(in context: Context) throws -> Document {
    let text = PlainText.trimmed(try PersonalInput.value(text, context.face))
    guard !text.isEmpty, text.utf8.count <= 1_024 else {
      throw UsageError(
        text.isEmpty ? "there is nothing to find" : "the text is longer than \(1_024) bytes",
        hint: "Give an id, a number, a code or a name.")
    }
    var search = Search(text, for: context.principal)
    for case let module as any SearchProviding.Type in context.registry.modules {
      try module.find(&search, in: context)
    }
    if !search.personal.isEmpty { try Finds.count(search, in: context) }
    for hit in search.hits { if let user = hit.user { context.acquaintances?.meet("\(user)") } }
    var document = Document("find/1", Self.fields, of: search)
    if !search.hits.isEmpty { document.primary = search.hits.map(\.id).joined(separator: "\n") }
    if search.hits.isEmpty { document.note("Nothing was found.") }
    return document
  }
}

extension Finds {
  /// Counts a search by personal data, and records what was looked at and how much was found, never the text. Nothing of
  /// a search is told that isn't written down.
  /// - Throws: `UserError.tooManyFinds`.
  fileprivate static func count(_ search: Search, in context: Context) throws {
    try context.database.write(Change("identity.find")) { connection, change in
      try count(context, in: connection)
      let found = search.hits.count { search.personal.contains($0.by) }
      change.subject = "search by \(search.personal.joined(separator: ", ")): \(found) found"
    }
  }
}
