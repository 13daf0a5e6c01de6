internal import QixDefinitions
internal import QixModule

/// `qix card show`
struct ShowCard: Command {
  static let declaration = Declaration(
    "show", "Show a card, or write it as a file.", roles: [.operator, .integrator, .support, .auditor],
    examples: [
      Example("qix card show harvest", "one card"),
      Example("qix card show harvest --file harvest.json", "as a file, to edit and set again"),
    ],
    answer: AnswerShape("card.show/1", fields), route: .at("GET /v1/cards/{card}"),
    follows: Set(CardsModule.eventTypes.map(\.name)))

  private let card = CardNamed()
  @Option(
    "file", .output(.record), "Write it as the file that `card create --file` takes; - is standard output")
  private var path: String?
  private let force = ForceFlag()

  private static let actions: [Field<(language: Language, text: String, link: String)>] = [
    Field("language", .text) { $0.language.rawValue },
    Field("text", .text) { $0.text },
    Field("link", .text) { $0.link },
  ]

  private static let fields: [Field<(card: Card, now: Timestamp)>] =
    Card.head.of { $0.card } + [Field("now", .text.orNull) { $0.card.phase(at: $0.now) }]
    + (Card.place + [
      Field("tone", .text) { $0.tone.rawValue },
      Field("picture", .text) { $0.picture },
    ] + Card.rules + [
      Field("texts", rows: Words.fields, title: "Texts") { $0.texts.all },
      Field("actions", rows: actions, title: "Actions", none: nil) { card in
        card.actions.flatMap { action in
          action.text.all.map { (language: $0.language, text: $0.value, link: action.link) }
        }
      },
      // For programs: the JSON that `card create --file` takes. A person gets it with --file.
      Field("file", .text, shown: { _ in false }) { $0.json.text() },
    ]).of { $0.card }

  func run(in context: Context) throws -> Printed {
    let card = try context.database.read { try CardStore($0).require(self.card.reference) }
    if let path {
      let text = card.json.text(.pretty) + "\n"
      if path == "-" {
        try context.face.write(text)
      } else {
        try NewFile.write(text, to: path, mode: 0o644, replacing: force.isGiven)
        context.face.note("The card is in \(path).")
      }
      return Printed()
    }
    var document = Document("card.show/1", Self.fields, of: (card: card, now: context.clock.now()))
    document.primary = card.name
    try document.emit(to: context.face)
    return Printed()
  }
}
