internal import QixKernel
internal import QixNetwork
internal import QixStorage
internal import QixTerminal

/// `qix directive source add`
struct AddSource: OldCommand {
  private static let name = OldPositional("source", .text, "What to call it: agency")
  private static let url = OldOption(
    "url", .text, "Where its directives are: https, or http on this machine", isRequired: true)
  private static let key = OldRepeatedOption(
    "key", .text, placeholder: "BASE64", "An Ed25519 public key that signs them; up to 4", isRequired: true)
  private static let token = OldOption(
    "token", .text, placeholder: "SERVICE/ACCOUNT", "The item of the vault with the bearer token to show there")
  private static let maxAge = OldOption(
    "max-age", .duration, "How long a copy holds that can't be renewed; for ever where it isn't given")

  static let declaration = Declaration(
    "add", "Fetch directives from a REST endpoint.", roles: .adminsOnly,
    discussion: """
      Whoever has the key's other half decides what shakes are here. docs/directives.md says how a document is made and \
      signed. The token stays in the vault: `qix vault set SERVICE ACCOUNT --reader shakes`.
      """,
    parameters: [name, url, key, token, maxAge],
    examples: [
      Example(
        "qix directive source add agency --url https://agency.example/directives.json "
          + "--key 11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=", "signed by one key"),
      Example(
        "qix directive source add agency --url https://agency.example/directives.json "
          + "--key 11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo= --token agency/qix --max-age 2d",
        "with a token, and for two days at most when it is silent"),
    ], effect: .changes, isForOwner: true)

  private let name: String
  private let url: String
  private let keys: [String]
  private let token: String?
  private let maxAge: Int64?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Self.name)
    url = try arguments.require(Self.url)
    keys = arguments[Self.key]
    token = arguments[Self.token]
    maxAge = arguments[Self.maxAge]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let source = try DirectiveSource(
      name: name, url: url, keys: keys, token: token, maxAge: maxAge, added: context.clock.now())
    try context.database.write(
      Change("shakes.source-add", subject: "source:\(name)", reason: reason), isDryRun: isDryRun
    ) { connection, _ in try source.insert(in: connection) }
    var document = Document("directive.source.add/1")
    document.primary = source.name
    SourceFields.fill(&document, source)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(isDryRun ? "Nothing was changed." : "Next: `qix directive fetch \(source.name)`.")
  }
}

/// A source as pages show it.
enum SourceFields {
  static func fill(_ document: inout Document, _ source: DirectiveSource) {
    document.field("source", "source", .text(source.name))
    document.field("url", "url", .text(source.url.text))
    document.field("keys", "keys", .text(source.keys.map(\.id).joined(separator: " ")))
    document.field("has_token", "token", .boolean(source.token != nil))
    document.field("max_age_seconds", "max age, s", source.maxAge.map { .integer($0 / 1_000_000) } ?? .missing)
  }
}
