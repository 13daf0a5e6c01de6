internal import PicturesContract
internal import QixDefinitions
internal import QixModule

/// `qix tier create`
struct CreateTier: Command {
  static let declaration = Declaration(
    "create", "Make a tier.", roles: [.operator],
    discussion: """
      Tiers count coins that the issuer or a budget gave, less what was taken back. Spending loses nothing. The \
      ledger always decides who is in which tier, so a new tier applies at once to users who have earned enough. \
      The setting tiers.period is the time over which coins are counted.
      """,
    examples: [
      Example("qix tier create platinum --from 5000 --multiplier 1.5", "a rank that rewards and campaigns can ask for"),
      Example(
        "qix tier create gold --from 5000 --multiplier 1.5 --title Gold --benefits \"Parcels are free\"",
        "one whose users win half as much again in campaigns that pay by tier"),
    ],
    answer: AnswerShape("tier.create/1", Tier.fields), effect: .changes)

  private let options = TierOptions()
  private let unlessThere = IfNotExistsFlag()

  func check() throws {
    guard options.from != nil else { throw UsageError("--from is required: how many coins lead to the tier") }
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
      multiplier: try options.multiplier() ?? 100, benefits: options.benefits ?? "", texts: options.texts?.words,
      picture: options.picture?.text)
    let pictures = try PictureLinks(context)
    try context.change("tiers.create", subject: "\(tier.name): from \(tier.threshold), times \(tier.factor)") {
      connection, _ in
      let store = TierStore(connection)
      guard try store.find(name) == nil else {
        throw Failure(
          "tiers.exists", .conflict, "tier '\(name)' already exists", hint: "Change it with `qix tier set \(name)`.")
      }
      try pictures.require(tier.picture, in: connection)
      try store.put(tier, at: context.clock.now())
    }
    var document = tier.document("tier.create/1")
    document.next("use it in the condition tier:\(tier.name), or run `qix tier report`")
    return document
  }
}
