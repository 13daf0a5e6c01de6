internal import QixModule
internal import QixNetwork

/// `qix directive source add`
struct AddSource: Command {
  static let declaration = Declaration(
    "add", "Fetch directives from a REST endpoint.", roles: .adminsOnly,
    discussion: """
      The holder of the private key decides what shakes are here. docs/directives.md describes how to write and sign a \
      document. The token stays in the vault: `qix vault set SERVICE ACCOUNT --reader shakes`.
      """,
    examples: [
      Example(
        "qix directive source add agency --url https://agency.example/directives.json "
          + "--key 11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=", "signed by one key"),
      Example(
        "qix directive source add agency --url https://agency.example/directives.json "
          + "--key 11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo= --token agency/qix --max-age 2d",
        "with a token, and a copy valid for at most two days"),
    ],
    answer: AnswerShape("directive.source.add/1", DirectiveSource.fields(age: .seconds)), effect: .changes,
    isForOwner: true)

  @Positional("source", .text, "The source's name, such as agency") private var name: String
  @Option("url", .text, "The URL of its directives: https, or http on this machine") private var url: String
  @Option("key", .text, placeholder: "BASE64", "An Ed25519 public key of its signatures; up to 4", isRequired: true)
  private var keys: [String]
  @Option("token", .text, placeholder: "SERVICE/ACCOUNT", "The vault item with the bearer token for the source")
  private var token: String?
  @Option("max-age", .duration, "How long a copy stays valid if it can't be renewed; default: no limit") private
    var maxAge: Int64?

  func run(in context: Context) throws -> Document {
    let source = try DirectiveSource(
      name: name, url: url, keys: keys, token: token, maxAge: maxAge, added: context.clock.now())
    try context.change("shakes.source-add", subject: "source:\(name)") { connection, _ in
      try source.insert(in: connection)
    }
    var document = source.document("directive.source.add/1")
    document.next("`qix directive fetch \(source.name)`")
    return document
  }
}

extension DirectiveSource {
  static let head: [Field<DirectiveSource>] = [
    Field("source", .text.orNull) { $0.name },
    Field("url", .text) { $0.url.text },
    Field("keys", .text) { $0.keys.map(\.id).joined(separator: " ") },
  ]

  static func fields(age: FieldType<Int64>) -> [Field<DirectiveSource>] {
    head + [
      Field("has_token", .boolean, "TOKEN") { $0.token != nil },
      Field("max_age_seconds", age, "MAX AGE, S") { $0.maxAge.map { $0 / 1_000_000 } },
    ]
  }

  func document(_ schema: String) -> Document {
    var document = Document(schema, Self.fields(age: .seconds), of: self)
    document.primary = name
    return document
  }
}
