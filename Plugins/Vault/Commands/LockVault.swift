internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix vault lock`
struct LockVault: OldCommand {
  static let declaration = Declaration(
    "lock", "End the agent that keeps the vault open.", roles: [.operator],
    discussion: "What opens without an agent, a key file or a systemd credential, still does.",
    examples: [Example("qix vault lock", "succeeds also where nothing was unlocked")])

  init(_ arguments: Arguments) {}

  func run(in context: Context) throws {
    let wasOpen = try AgentPlace(context.home).map { try AgentClient($0).lock() } ?? false
    var document = Document("vault.lock/1")
    document.field("was_unlocked", "was unlocked", .boolean(wasOpen))
    try context.terminal.emit(document)
    context.terminal.note(wasOpen ? "The agent was ended." : "No agent was running.")
    if opensWithoutAsking(in: context) {
      context.terminal.note("The vault isn't closed by that: its key file or credential still opens it.")
    }
  }

  private func opensWithoutAsking(in context: Context) -> Bool {
    let opening = VaultOpening(context: context)
    // Locking has succeeded, whatever is wrong with a key file or the database.
    return (try? opening.withoutAsking(opening.header())) ?? nil != nil
  }
}
