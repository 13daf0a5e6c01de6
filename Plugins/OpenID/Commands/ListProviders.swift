internal import QixModule
internal import QixTokens

/// `qix auth provider list`
struct ListProviders: Command {
  static let declaration = Declaration(
    "list", "List the providers whose ID tokens are accepted.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix auth provider list", "all of them")],
    answer: """
      auth.provider.list/2: providers [provider text, issuer text, algorithms text*, audiences text*, keys_url text]
      """)

  func run(in context: Context) throws -> Document {
    let providers = try context.database.read { try Provider.all(in: $0) }
    var document = Document("auth.provider.list/2")
    if !providers.isEmpty { document.primary = providers.map(\.name).joined(separator: "\n") }
    document.table(
      "providers",
      [
        RowField("provider") { .text($0.name) },
        RowField("issuer") { .text($0.issuer) },
        RowField("algorithms") { .texts($0.algorithms.map(\.rawValue), separator: " ") },
        RowField("audiences") { .texts($0.audiences) },
        RowField<Provider>("keys_url") { .text($0.keysURL) },
      ], rows: providers)
    if providers.isEmpty { document.note("There are no providers. Set one up with `qix auth provider add`.") }
    return document
  }
}
