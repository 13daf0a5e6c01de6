internal import QixModule

/// `qix card remove`
struct RemoveCard: Command {
  static let declaration = Declaration(
    "remove", "Remove a card for good.", roles: [.operator],
    discussion:
      "`qix card publish --draft` only hides it. `qix card show --file` keeps it in a file that makes it again.",
    examples: [Example("qix card remove harvest --reason 'the harvest is over'", "users don't see it any more")],
    answer: AnswerShape("card.remove/1", Card.changed), effect: .changes)

  private let card = CardNamed()

  func run(in context: Context) throws -> Document {
    try context.change("cards.remove") { connection, change in
      let store = CardStore(connection)
      let card = try store.require(self.card.reference)
      try store.remove(card)
      change.subject = "\(card.name) \(card.id)"
      return card.answer("card.remove/1")
    }
  }
}
