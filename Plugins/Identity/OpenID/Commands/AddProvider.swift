internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import QixTokens

/// `qix auth provider add`
struct AddProvider: OldCommand {
  static let declaration = Declaration(
    "add", "Believe the ID tokens of a provider.", roles: .adminsOnly,
    discussion: """
      Of google and facebook the issuer and the address of the keys are known; of others both are needed. A token is \
      believed only if it was issued for one of the client ids given here: those of your own apps.
      """,
    parameters: [
      ProviderOptions.name, ProviderOptions.issuer, ProviderOptions.keysURL, ProviderOptions.algorithm,
      ProviderOptions.audience,
    ],
    examples: [
      Example("qix auth provider add google --audience 1234-abc.apps.googleusercontent.com", "Sign in with Google"),
      Example(
        "qix auth provider add shop --issuer https://id.example.com --keys-url https://id.example.com/jwks "
          + "--audience app-1", "an issuer of your own"),
    ], effect: .changes, isForOwner: true)

  private let name: String
  private let issuer: String
  private let keysURL: String
  private let algorithms: [TokenAlgorithm]
  private let audiences: [String]
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(ProviderOptions.name)
    let preset = ProviderPreset.all[name]
    guard let issuer = arguments[ProviderOptions.issuer] ?? preset?.issuer,
      let keysURL = arguments[ProviderOptions.keysURL] ?? preset?.keysURL
    else {
      throw UsageError(
        "nothing is known of that provider, so --issuer and --keys-url are needed",
        hint: "Both stand in its discovery document, ISSUER/.well-known/openid-configuration.")
    }
    self.issuer = issuer
    self.keysURL = keysURL
    let algorithms = ProviderOptions.algorithms(arguments)
    self.algorithms = algorithms.isEmpty ? [.rs256] : algorithms
    audiences = arguments[ProviderOptions.audience]
    guard !audiences.isEmpty else {
      throw UsageError("--audience is needed", hint: "Give the client id that the provider has given your app.")
    }
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let provider = try Provider(
      name: name, issuer: issuer, keysURL: keysURL, algorithms: algorithms, audiences: audiences,
      created: context.clock.now())
    try context.database.write(
      Change("identity.provider-add", subject: name, reason: reason), isDryRun: isDryRun
    ) { connection, _ in try provider.save(isNew: true, in: connection) }
    try context.terminal.emit(ProviderOptions.document("auth.provider.add/2", provider, isDryRun: isDryRun))
    context.terminal.note(
      isDryRun ? "Nothing was changed." : "Next: `qix auth oidc jwks \(name) --refresh` tries to fetch its keys.")
  }
}
