internal import QixModule

/// `qix tier create`
struct CreateTier: Command {
  static let declaration = Declaration(
    "create", "Make a tier.", roles: [.operator],
    discussion: """
      Coins count that the issuer or a budget gave, whether or not they were spent, less what was taken back. Who is in \
      which tier follows from the ledger at every moment, so a new tier holds at once for those who have earned enough. \
      Over which time coins are counted is a setting, tiers.period.
      """,
    examples: [
      Example("qix tier create platinum --from 5000 --multiplier 1.5", "a rank that rewards and campaigns can ask for"),
      Example(
        "qix tier create gold --from 5000 --multiplier 1.5 --title Gold --benefits \"Parcels are free\"",
        "one whose users win half as much again in campaigns that pay by tier"),
    ],
    answer: "tier.create/1: tier text?, title text?, from coins, multiplier text, benefits text?", effect: .changes)

  private let options = TierOptions()
  private let unlessThere = IfNotExistsFlag()

  func check() throws {
    guard options.from != nil else { throw UsageError("--from is missing: how many coins lead to the tier") }
  }

  func run(in context: Context) throws -> Document {
    let existing = {
      try context.database.read { try TierStore($0).find(options.tier.name) }?.document("tier.create/1")
    }
    return try unlessThere.answer(existing: existing) { try make(in: context) }
  }

  private func make(in context: Context) throws -> Document {
    let name = options.tier.name
    var ids = IdentifierGenerator(random: context.random)
    let tier = Tier(
      id: ids.next(at: context.clock.now()), name: name, title: options.title ?? name, threshold: options.from ?? 1,
      multiplier: try options.multiplier() ?? 100, benefits: options.benefits ?? "")
    try context.change("tiers.create", subject: "\(tier.name): from \(tier.threshold), times \(tier.factor)") {
      connection, _ in
      let store = TierStore(connection)
      guard try store.find(name) == nil else {
        throw Failure(
          "tiers.exists", .conflict, "tier '\(name)' already exists", hint: "Change it with `qix tier set \(name)`.")
      }
      try store.put(tier, at: context.clock.now())
    }
    var document = tier.document("tier.create/1")
    document.next("ask for it with the condition tier:\(tier.name), or `qix tier report`")
    return document
  }
}
