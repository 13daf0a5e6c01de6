internal import QixModule

/// `qix vault lock`
struct LockVault: Command {
  static let declaration = Declaration(
    "lock", "End the agent that keeps the vault open.", roles: [.operator],
    discussion: "A key file or a systemd credential still opens the vault.",
    examples: [Example("qix vault lock", "succeeds even if nothing was unlocked")],
    answer: AnswerShape("vault.lock/1", fields))

  private static let fields = [Field<Bool>("was_unlocked", .boolean) { $0 }]

  func run(in context: Context) throws -> Document {
    let wasOpen = try AgentPlace(context.home).map { try AgentClient($0).lock() } ?? false
    var document = Document("vault.lock/1", Self.fields, of: wasOpen)
    document.note(wasOpen ? "The agent was ended." : "No agent was running.")
    if opensWithoutAsking(in: context) {
      document.note("The vault isn't closed: its key file or credential still opens it.")
    }
    return document
  }

  private func opensWithoutAsking(in context: Context) -> Bool {
    let opening = VaultOpening(context: context)
    // Locking has succeeded, whatever is wrong with a key file or the database.
    return (try? opening.withoutAsking(opening.header())) ?? nil != nil
  }
}
