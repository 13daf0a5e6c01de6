internal import IdentityContract
internal import QixModule
internal import QixTokens

/// `qix auth provider list`
struct ListProviders: Command {
  static let declaration = Declaration(
    "list", "List the providers whose ID tokens are accepted.",
    roles: [.operator, .integrator, .support, .auditor, .guest, .user],
    discussion: "Customers see the names of providers at whose pages they can sign in.",
    examples: [Example("qix auth provider list", "all of them")],
    answer: AnswerShape("auth.provider.list/3", "providers", rows: fields))

  private static let fields: [Field<Provider>] = [
    Field("provider", .text) { $0.name },
    Field("issuer", .text, for: .business) { $0.issuer },
    Field("algorithms", .texts(separator: " "), for: .business) { $0.algorithms.map(\.rawValue) },
    Field("audiences", .texts(), for: .business) { $0.audiences },
    Field("keys_url", .text, for: .business) { $0.keysURL },
  ]

  func run(in context: Context) throws -> Document {
    let providers = try context.database.read { connection in
      let all = try Provider.all(in: connection)
      guard context.principal.isCustomer else { return all }
      let names = try CustomerSignIn.providers(in: connection)
      return all.filter { names.contains($0.name) }
    }
    var document = Document("auth.provider.list/3")
    if !providers.isEmpty { document.primary = providers.map(\.name).joined(separator: "\n") }
    document.table("providers", Self.fields, rows: providers)
    if providers.isEmpty { document.note("There are no providers. Set one up with `qix auth provider add`.") }
    return document
  }
}
