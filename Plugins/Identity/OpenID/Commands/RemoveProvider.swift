internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix auth provider remove`
struct RemoveProvider: OldCommand {
  static let declaration = Declaration(
    "remove", "No longer believe the ID tokens of a provider.", roles: .adminsOnly,
    discussion: "Accounts that were linked stay linked; `qix user unlink` takes them away.",
    parameters: [ProviderOptions.name],
    examples: [Example("qix auth provider remove facebook", "its tokens are refused from now on")], effect: .changes)

  private let name: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(ProviderOptions.name)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let provider = try context.database.write(
      Change("identity.provider-remove", subject: name, reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      let provider = try Provider.find(name, in: connection)
      try provider.remove(in: connection)
      return provider
    }
    try context.terminal.emit(ProviderOptions.document("auth.provider.remove/2", provider, isDryRun: isDryRun))
    context.terminal.note(isDryRun ? "Nothing was changed." : "Next: `qix auth provider list`.")
  }
}
