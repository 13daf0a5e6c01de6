internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix tier set`
struct SetTier: Command {
  static let declaration = Declaration(
    "set", "Change a tier.", roles: [.operator],
    discussion: """
      It holds at once, for the past too: who has earned enough by the new number is in it, who hasn't is no longer. \
      What was paid stays paid. `qix tier report` shows how many users stand where.
      """,
    parameters: TierOptions.all,
    examples: [
      Example("qix tier set gold --multiplier 1.25", "what campaigns pay to its users"),
      Example("qix tier set gold --from 4000 --dry-run", "see whether that would do"),
    ], effect: .changes)

  private let options: TierOptions
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    options = try TierOptions(arguments)
    guard options.from != nil || options.multiplier != nil || options.title != nil || options.benefits != nil else {
      throw TierError.nothingToSet
    }
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let tier = try context.database.write(Change("tiers.set", reason: reason), isDryRun: isDryRun) {
      connection, change in
      let store = TierStore(connection)
      var tier = try store.require(options.name)
      tier.threshold = options.from ?? tier.threshold
      tier.multiplier = options.multiplier ?? tier.multiplier
      tier.title = options.title ?? tier.title
      tier.benefits = options.benefits ?? tier.benefits
      try store.put(tier, at: context.clock.now())
      change.subject = "\(tier.name): from \(tier.threshold), times \(tier.factor)"
      return tier
    }
    try context.terminal.emit(TierOptions.document("tier.set/1", tier, isDryRun: isDryRun))
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}
