internal import QixModule
internal import QixTokens

/// `qix auth provider add`
struct AddProvider: Command {
  static let declaration = Declaration(
    "add", "Believe the ID tokens of a provider.", roles: .adminsOnly,
    discussion: """
      Of google and facebook the issuer and the address of the keys are known; of others both are needed. A token is \
      believed only if it was issued for one of the client ids given here: those of your own apps.
      """,
    examples: [
      Example("qix auth provider add google --audience 1234-abc.apps.googleusercontent.com", "Sign in with Google"),
      Example(
        "qix auth provider add shop --issuer https://id.example.com --keys-url https://id.example.com/jwks "
          + "--audience app-1", "an issuer of your own"),
    ],
    answer: """
      auth.provider.add/2: provider text, issuer text, keys_url text, algorithms text*, audiences text*
      """, effect: .changes, isForOwner: true)

  private let provider = ProviderNamed()
  @Option("issuer", .text, placeholder: "URL", "What its tokens say in 'iss', to the letter") private var issuer:
    String?
  private let options = ProviderOptions()
  private let unlessThere = IfNotExistsFlag()

  private var place: (issuer: String, keysURL: String)? {
    let preset = ProviderPreset.all[provider.name]
    guard let issuer = issuer ?? preset?.issuer, let keysURL = options.keysURL ?? preset?.keysURL else { return nil }
    return (issuer, keysURL)
  }

  func check() throws {
    guard place != nil else {
      throw UsageError(
        "nothing is known of that provider, so --issuer and --keys-url are needed",
        hint: "Both stand in its discovery document, ISSUER/.well-known/openid-configuration.")
    }
    guard !options.audiences.isEmpty else {
      throw UsageError("--audience is needed", hint: "Give the client id that the provider has given your app.")
    }
  }

  func run(in context: Context) throws -> Document {
    try unlessThere.answer(existing: {
      try context.database.read { try Provider.all(in: $0) }.first { $0.name == provider.name }?
        .document("auth.provider.add/2")
    }) {
      try add(in: context)
    }
  }

  private func add(in context: Context) throws -> Document {
    let name = provider.name
    let algorithms = options.algorithms
    let provider = try Provider(
      name: name, issuer: place?.issuer ?? "", keysURL: place?.keysURL ?? "",
      algorithms: algorithms.isEmpty ? [.rs256] : algorithms, audiences: options.audiences,
      created: context.clock.now())
    try context.change("identity.provider-add", subject: name) { connection, _ in
      try provider.save(isNew: true, in: connection)
    }
    var document = provider.document("auth.provider.add/2")
    document.next("`qix auth oidc jwks \(name) --refresh` tries to fetch its keys")
    return document
  }
}
