internal import QixModule
internal import QixTokens

/// `qix auth provider list`
struct ListProviders: Command {
  static let declaration = Declaration(
    "list", "List the providers whose ID tokens are accepted.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix auth provider list", "all of them")],
    answer: AnswerShape("auth.provider.list/2", "providers", rows: fields))

  private static let fields: [Field<Provider>] = [
    Field("provider", .text) { $0.name },
    Field("issuer", .text) { $0.issuer },
    Field("algorithms", .texts(separator: " ")) { $0.algorithms.map(\.rawValue) },
    Field("audiences", .texts()) { $0.audiences },
    Field("keys_url", .text) { $0.keysURL },
  ]

  func run(in context: Context) throws -> Document {
    let providers = try context.database.read { try Provider.all(in: $0) }
    var document = Document("auth.provider.list/2")
    if !providers.isEmpty { document.primary = providers.map(\.name).joined(separator: "\n") }
    document.table("providers", Self.fields, rows: providers)
    if providers.isEmpty { document.note("There are no providers. Set one up with `qix auth provider add`.") }
    return document
  }
}
