internal import OpenIDContract
internal import QixModule

/// A provider as commands show it.
struct ProviderRow {
  let mapping: RoleMapping

  static let fields: [Field<ProviderRow>] = [
    Field("provider", .text) { $0.mapping.provider },
    Field("claim", .text, for: .machine) { $0.mapping.claim },
    Field("roles", .texts(), for: .machine) { $0.mapping.rules.map(\.text) },
  ]
}

/// `qix staff provider list`
struct ListProviders: Command {
  static let declaration = Declaration(
    "list", "List the providers at which staff sign in.",
    roles: [.operator, .integrator, .support, .auditor, .guest],
    examples: [Example("qix staff provider list", "what a page offers")],
    answer: AnswerShape("staff.provider.list/1", "providers", rows: ProviderRow.fields), needsNoRight: true,
    route: .at("GET /v1/staff/providers"))

  func run(in context: Context) throws -> Document {
    let rows = try context.database.read { connection in
      let there = try context.service(ifProvided: Accounts.signIn)?.providers(in: connection) ?? []
      return try RoleMapping.all(in: connection).filter { there.contains($0.provider) }.map(ProviderRow.init)
    }
    var document = Document("staff.provider.list/1")
    if !rows.isEmpty { document.primary = rows.map(\.mapping.provider).joined(separator: "\n") }
    document.table("providers", ProviderRow.fields, rows: rows)
    if rows.isEmpty { document.note("There are no providers. Set one up with `qix staff provider set`.") }
    return document
  }
}
