internal import QixModule
internal import QixTokens

/// `qix auth provider add`
struct AddProvider: Command {
  static let declaration = Declaration(
    "add", "Accept the ID tokens of a provider.", roles: .adminsOnly,
    discussion: """
      For google and facebook qix knows the issuer and the address of the keys. For other providers, give both. A \
      token is accepted only if it was issued for one of the client ids given here, those of your own apps.
      """,
    examples: [
      Example("qix auth provider add google --audience 1234-abc.apps.googleusercontent.com", "Sign in with Google"),
      Example(
        "qix auth provider add shop --issuer https://id.example.com --keys-url https://id.example.com/jwks "
          + "--audience app-1", "an issuer of your own"),
    ],
    answer: AnswerShape("auth.provider.add/2", Provider.fields), effect: .changes, isForOwner: true)

  private let provider = ProviderNamed()
  @Option("issuer", .text, placeholder: "URL", "The exact value of 'iss' in its tokens") private var issuer: String?
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
        "qix does not know that provider, so --issuer and --keys-url are needed",
        hint: "Both are in its discovery document, ISSUER/.well-known/openid-configuration.")
    }
    guard !options.audiences.isEmpty else {
      throw UsageError("--audience is required", hint: "Give the client id that the provider gave your app.")
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
