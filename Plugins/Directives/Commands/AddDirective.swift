internal import CampaignsContract
internal import DirectivesContract
internal import QixShake

/// `qix directive add`
struct AddDirective: Command {
  static let declaration = Declaration(
    "add", "Add a directive: what a shake is in a context.", roles: [.operator],
    discussion: """
      A directive matches if all its conditions match the context. If several match, the highest priority wins; then \
      the one with more conditions; then the older one.
      """,
    examples: [
      Example(
        "qix directive add promo --link qix://acme/promo --campaign summer --type tv", "for one deep link"),
      Example(
        "qix directive add night --place stadium --hours 23:00-06:00 --zone Europe/Rome --nothing 'the stadium sleeps'",
        "nothing to win at night"),
      Example("qix directive add --file directives.json", "many directives, all or none"),
    ],
    answer: AnswerShape("directive.add/1", fields), effect: .changes)

  private static let fields: [Field<[Directive]>] = [
    Field("added", .count) { $0.count },
    Field("directives", rows: Directive.fields) { $0 },
  ]

  @Positional("directive", .text, "The directive's name: lower-case letters, digits and - _ .") private var name:
    String?
  private let options = DirectiveOptions()
  @Option("file", .file, "Directives as JSON (docs/directives.md), all or none")
  private var file: String?
  @Flag("replace", "Replace the directive with the same name") private var replaces: Bool

  func check() throws {
    guard (file == nil) != (name == nil) else {
      throw UsageError("missing NAME or --file FILE", hint: "`qix directive add --help` has examples of both.")
    }
    guard file == nil || !options.isGiven else {
      throw UsageError(
        "--file can't be given together with a name or other options", hint: "Give a name instead, or only --file.")
    }
  }

  func run(in context: Context) throws -> Document {
    let directives = try name.map { [try options.directive($0)] } ?? read(in: context)
    let now = context.clock.now()
    let subject = directives.count == 1 ? "directive:\(directives[0].name)" : "directives:\(directives.count)"
    try context.change("shakes.directive-add", subject: subject) { connection, _ in
      for directive in directives {
        try DirectiveStore.add(directive, replaces: replaces, at: now, in: connection)
      }
    }
    var document = Document("directive.add/1", Self.fields, of: directives)
    document.primary = directives.map(\.name).joined(separator: "\n")
    try warn(of: directives, &document, in: context)
    document.next("`qix directive test --link LINK` shows which directive matches")
    return document
  }

  private func read(in context: Context) throws -> [Directive] {
    guard let file else { return [] }
    let bytes = try context.face.keptInput(from: file).readToEnd(limit: DirectiveDocument.longest)
    return try DirectiveDocument(parsing: Array(JSONValue.withoutMark(bytes)), from: .file).directives
  }

  /// A directive may be made before its campaign, so a name that leads nowhere is no error; but it may be a slip.
  private func warn(of directives: [Directive], _ document: inout Document, in context: Context) throws {
    let types = try ShakeTypes.all(of: context.registry)
    let campaigns = try context.service(Campaigns.directory)
    let missing = try context.database.read { connection in
      try directives.compactMap(\.decision.campaign).filter { try campaigns.find($0, in: connection) == nil }
    }
    for name in Set(missing).sorted() {
      document.warn("There is no campaign '\(name)' yet. Its directives don't match until it exists.")
    }
    let conditions = Set(directives.flatMap(\.condition.conditions)).sorted()
    let users = try ContextUsers(context)
    for problem in try context.database.read({ try users.problems(with: conditions, in: $0) }) {
      document.warn("\(problem.asSentence). Directives that ask for it don't match.")
    }
    for type in Set(directives.compactMap(\.decision.type)).sorted() where types[type] == nil {
      document.warn("There is no shake '\(type)'. Its directives don't match.")
    }
  }
}
