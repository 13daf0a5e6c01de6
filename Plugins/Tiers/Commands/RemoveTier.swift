internal import QixModule

/// `qix tier remove`
struct RemoveTier: Command {
  static let declaration = Declaration(
    "remove", "Remove a tier.", roles: [.operator],
    discussion: """
      Its users move to the tier below. A campaign's audience or a reward that asks for the removed tier lets no \
      user in until it asks for another.
      """,
    examples: [Example("qix tier remove bronze --confirm bronze", "for good")],
    answer: AnswerShape("tier.remove/1", Tier.fields), effect: .changes)

  private let tier = TierNamed()
  private let confirm = ConfirmOption("The tier's name, instead of typing it")

  func run(in context: Context) throws -> Document {
    let name = tier.name
    _ = try context.database.read { try TierStore($0).require(name) }
    try confirm.require(name, in: context)
    return try context.change("tiers.remove", subject: name) { connection, _ in
      let store = TierStore(connection)
      let tier = try store.require(name)
      try store.remove(tier)
      return tier.document("tier.remove/1")
    }
  }
}
