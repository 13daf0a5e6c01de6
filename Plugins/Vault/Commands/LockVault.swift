internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix vault lock`
struct LockVault: Command {
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
    context.terminal.note(wasOpen ? "The vault is locked." : "No agent was running.")
  }
}
