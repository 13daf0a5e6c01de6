internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import QixTokens

/// `qix auth provider set`
struct SetProvider: OldCommand {
  static let declaration = Declaration(
    "set", "Change a provider.", roles: .adminsOnly,
    discussion: """
      What is given takes the place of what was there: give all client ids that shall be believed from now on. The \
      issuer can't be changed, since accounts are linked under it; remove the provider and add another.
      """,
    parameters: [
      ProviderOptions.name, ProviderOptions.keysURL, ProviderOptions.algorithm, ProviderOptions.audience,
    ],
    examples: [Example("qix auth provider set google --audience web-1 --audience android-1", "two apps")],
    effect: .changes, isForOwner: true)

  private let name: String
  private let keysURL: String?
  private let algorithms: [TokenAlgorithm]
  private let audiences: [String]
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(ProviderOptions.name)
    keysURL = arguments[ProviderOptions.keysURL]
    algorithms = ProviderOptions.algorithms(arguments)
    audiences = arguments[ProviderOptions.audience]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
    guard keysURL != nil || !algorithms.isEmpty || !audiences.isEmpty else {
      throw UsageError("nothing is given to be changed", hint: "Give --audience, --keys-url or --algorithm.")
    }
  }

  func run(in context: Context) throws {
    let provider = try context.database.write(
      Change("identity.provider-set", subject: name, reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      var provider = try Provider.find(name, in: connection)
      if let keysURL { provider.keysURL = keysURL }
      if !algorithms.isEmpty { provider.algorithms = algorithms }
      if !audiences.isEmpty { provider.audiences = audiences }
      try provider.save(isNew: false, in: connection)
      return provider
    }
    try context.terminal.emit(ProviderOptions.document("auth.provider.set/2", provider, isDryRun: isDryRun))
    context.terminal.note(isDryRun ? "Nothing was changed." : "Next: `qix auth provider list`.")
  }
}
