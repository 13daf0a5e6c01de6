internal import QixModule

/// `qix card publish`
struct PublishCard: Command {
  static let declaration = Declaration(
    "publish", "Show cards to users, within their periods and conditions.", roles: [.operator],
    discussion: """
      What would keep every user from seeing a card is found first: a period that is over, or a condition that names \
      nothing. If there is any such problem, nothing is published.

      --draft takes cards back: users no longer see them, and they can be published again.
      """,
    examples: [
      Example("qix card publish harvest", "to all users that its conditions allow"),
      Example("qix card publish harvest coffee --dry-run", "check two, and change nothing"),
      Example("qix card publish harvest --draft", "users don't see it any more"),
    ],
    answer: AnswerShape("card.publish/1", "cards", rows: Card.changed), effect: .changes)

  @Positional("card", .named(CardID.self), "Names of cards, or crd_…", isRequired: true) private var references:
    [String]
  @Flag("draft", "Make them drafts again, which users don't see") private var isDraft: Bool

  func run(in context: Context) throws -> Document {
    let service = try CardService(context)
    let now = context.clock.now()
    return try context.change(isDraft ? "cards.unpublish" : "cards.publish") { connection, change in
      let store = CardStore(connection)
      var (cards, problems): ([Card], [Sentence]) = ([], [])
      for reference in references {
        let before = try store.require(reference)
        // A card named twice is published once.
        guard !cards.contains(where: { $0.id == before.id }) else { continue }
        var card = before
        card.state = isDraft ? .draft : .published
        if !isDraft {
          problems += try service.obstacles(to: card, at: now, in: connection).map { "'\(card.name)': \($0)" }
        }
        try store.update(card, from: before)
        cards.append(card)
      }
      guard problems.isEmpty else { throw Self.failure(problems) }
      change.subject = cards.map { "\($0.name) \($0.id)" }.joined(separator: " ")
      var document = Document("card.publish/1")
      document.primary = cards.map(\.name).joined(separator: "\n")
      document.table("cards", Card.changed, rows: cards)
      for card in cards { try service.warn(of: card, &document, at: now, in: connection) }
      return document
    }
  }

  private static func failure(_ problems: [Sentence]) -> Failure {
    Failure(
      "cards.not-ready", .refused,
      problems.count == 1
        ? "no user would see the card \(problems[0])"
        : "no user would see these cards:\n  \(problems.joined(separator: "\n  "))",
      hint: "Nothing was published. Change a card with `qix card set NAME`.")
  }
}
