internal import QixDefinitions
internal import QixModule

/// `qix card list`
struct ListCards: Command {
  static let declaration = Declaration(
    "list", "List the cards, by page and order.", roles: [.operator, .integrator, .support, .auditor],
    examples: [
      Example("qix card list", "all of them"),
      Example("qix card list --state published --page 1", "what lies on the first page"),
    ],
    answer: AnswerShape("card.list/1", "cards", rows: fields), follows: Set(CardsModule.eventTypes.map(\.name)))

  @Option("state", .choice(Card.State.allCases.map(\.name)), "Only cards in this state") private var state: String?
  @Option("page", .integer(in: Card.pages), placeholder: "N", "Only cards of this page") private var page: Int64?

  private static let fields: [Field<(card: Card, now: Timestamp)>] =
    (Card.head + Card.place).of { $0.card } + [Field("now", .text.orNull) { $0.card.phase(at: $0.now) }]
    + Card.rules.of { $0.card } + [Field("languages", .texts()) { $0.card.texts.languages.map(\.rawValue) }.aside]

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let cards = try context.database.read { try CardStore($0).all() }.filter { card in
      (state.map { $0 == card.state.name } ?? true) && (page.map { $0 == card.page } ?? true)
    }
    var document = Document("card.list/1")
    if !cards.isEmpty { document.primary = cards.map(\.name).joined(separator: "\n") }
    document.table("cards", Self.fields, rows: cards.map { (card: $0, now: now) })
    if cards.isEmpty { document.note("There are no such cards. Create one with `qix card create`.") }
    return document
  }
}
