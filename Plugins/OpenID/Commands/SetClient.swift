internal import QixModule
internal import QixNetwork

/// `qix auth provider client`
struct SetClient: Command {
  static let declaration = Declaration(
    "client", "Let people sign in at the pages of a provider.", roles: .adminsOnly,
    discussion: """
      Register qix at the provider as a web application. The provider gives you a client id and a secret. Put the \
      secret into the vault: `qix vault set SERVICE ACCOUNT --reader openid`. qix reads the addresses of the \
      provider's pages in its discovery document, unless you give both. Customers can then sign in there, if \
      openid.customers names the provider and app.origin is set. Staff can, if `qix staff provider set` gives them \
      roles.
      """,
    examples: [
      Example(
        "qix auth provider client shop --client-id qix-console --secret shop/qix-console", "after `qix vault set`")
    ],
    answer: AnswerShape("auth.provider.client/1", fields), effect: .changes, isForOwner: true)

  private static let fields: [Field<Client>] = [
    Field("provider", .text) { $0.provider },
    Field("client_id", .text) { $0.id },
    Field("secret", .text) { "\($0.service)/\($0.account)" },
    Field("authorization_url", .text) { $0.authorizationURL },
    Field("token_url", .text) { $0.tokenURL },
    Field("scopes", .text) { $0.scopes },
    Field("names_issuer", .boolean) { $0.namesIssuer },
  ]

  private let provider = ProviderNamed()
  @Option("client-id", .text, placeholder: "ID", "The id of qix at the provider") private var id: String
  @Option("secret", .text, placeholder: "SERVICE/ACCOUNT", "The vault item with the client's secret")
  private var secret: String
  @Option("authorization-url", .text, placeholder: "URL", "The page at which people sign in")
  private var authorizationURL: String?
  @Option("token-url", .text, placeholder: "URL", "The address at which codes are exchanged")
  private var tokenURL: String?
  @Option("scope", .text, placeholder: "SCOPE", "What people are asked to allow; the default is openid profile email")
  private var scopes: [String]

  private var item: (service: String, account: String)? {
    let parts = secret.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } ? (parts[0], parts[1]) : nil
  }

  func check() throws {
    guard item != nil else { throw UsageError("--secret names a vault item as SERVICE/ACCOUNT") }
    guard (authorizationURL == nil) == (tokenURL == nil) else {
      throw UsageError("give both --authorization-url and --token-url, or neither")
    }
  }

  func run(in context: Context) throws -> Document {
    let name = self.provider.name
    let provider = try context.database.read { try Provider.find(name, in: $0) }
    let endpoints =
      if let authorizationURL, let tokenURL {
        Endpoints(authorization: authorizationURL, token: tokenURL)
      } else {
        try Endpoints(of: provider, by: context.http)
      }
    let client = try Client(
      provider: name, id: id, service: item?.service ?? "", account: item?.account ?? "", endpoints: endpoints,
      scopes: scopes.isEmpty ? Client.usualScopes : scopes.joined(separator: " "))
    try context.change("openid.client-set", subject: name) { connection, _ in
      _ = try Provider.find(name, in: connection)
      try client.save(at: context.clock.now(), in: connection)
    }
    var document = Document("auth.provider.client/1", Self.fields, of: client)
    document.primary = name
    document.next("`qix staff provider set \(name) --role support=GROUP`")
    return document
  }
}
