internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import QixTokens

/// `qix auth provider list`
struct ListProviders: OldCommand {
  static let declaration = Declaration(
    "list", "Show whose ID tokens are believed.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix auth provider list", "all of them")])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let providers = try context.database.read { try Provider.all(in: $0) }
    var document = Document("auth.provider.list/2")
    if !providers.isEmpty { document.primary = providers.map(\.name).joined(separator: "\n") }
    document.table(
      "providers",
      columns: [
        Column("provider", "PROVIDER"), Column("issuer", "ISSUER"), Column("algorithms", "ALGORITHMS"),
        Column("audiences", "AUDIENCES"), Column("keys_url", "KEYS URL"),
      ],
      rows: providers.map { provider in
        [
          .text(provider.name), .text(provider.issuer), .texts(provider.algorithms.map(\.rawValue), separator: " "),
          .texts(provider.audiences), .text(provider.keysURL),
        ]
      })
    try context.terminal.emit(document)
    if providers.isEmpty { context.terminal.note("There are no providers; set one up with `qix auth provider add`.") }
  }
}
