internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix tier remove`
struct RemoveTier: Command {
  private static let confirm = Option("confirm", .text, placeholder: "NAME", "Its name, in place of typing it")

  static let declaration = Declaration(
    "remove", "Remove a tier.", roles: [.operator],
    discussion: """
      Its users stand in the tier below from then on. What asks for the removed tier, a campaign's audience or a reward, \
      lets nobody in until it asks for another.
      """,
    parameters: [TierOptions.name, confirm],
    examples: [Example("qix tier remove bronze --confirm bronze", "for good")], effect: .changes)

  private let name: String
  private let confirmed: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(TierOptions.name)
    confirmed = arguments[Self.confirm]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    _ = try context.database.read { try TierStore($0).require(name) }
    if !isDryRun, !context.terminal.globals.assumeYes {
      try context.terminal.confirmByTyping(name, given: confirmed)
    }
    let tier = try context.database.write(Change("tiers.remove", subject: name, reason: reason), isDryRun: isDryRun) {
      connection, _ in
      let store = TierStore(connection)
      let tier = try store.require(name)
      try store.remove(tier)
      return tier
    }
    try context.terminal.emit(TierOptions.document("tier.remove/1", tier, isDryRun: isDryRun))
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}
