internal import PicturesContract
internal import QixDefinitions
internal import QixModule

/// `qix tier set`
struct SetTier: Command {
  static let declaration = Declaration(
    "set", "Change a tier.", roles: [.operator],
    discussion: """
      The change applies at once, also to the past. Users who have earned enough by the new number are in the tier; \
      others no longer are. What was paid stays paid. `qix tier report` shows how many users are in each tier.
      """,
    examples: [
      Example("qix tier set gold --multiplier 1.25", "what campaigns pay to users of the tier"),
      Example("qix tier set gold --from 4000 --dry-run", "try out another number"),
    ],
    answer: AnswerShape("tier.set/1", Tier.fields), effect: .changes)

  private let options = TierOptions()

  func check() throws {
    guard
      try options.from != nil || options.multiplier() != nil || options.title != nil || options.benefits != nil
        || options.texts != nil || options.picture != nil
    else {
      throw Failure(
        "tiers.nothing-to-set", .usage, "no option says what to change",
        hint: "Give --from, --multiplier, --title, --benefits, --texts or --picture.")
    }
  }

  func run(in context: Context) throws -> Document {
    let (multiplier, pictures) = (try options.multiplier(), try PictureLinks(context))
    return try context.change("tiers.set") { connection, change in
      let store = TierStore(connection)
      var tier = try store.require(options.tier.name)
      tier.threshold = options.from ?? tier.threshold
      tier.multiplier = multiplier ?? tier.multiplier
      tier.title = options.title ?? tier.title
      tier.benefits = options.benefits ?? tier.benefits
      if let texts = options.texts { tier.texts = texts.words }
      if let picture = options.picture {
        try pictures.require(picture.text, in: connection)
        tier.picture = picture.text
      }
      try store.put(tier, at: context.clock.now())
      change.subject = "\(tier.name): from \(tier.threshold), times \(tier.factor)"
      return tier.document("tier.set/1")
    }
  }
}
