internal import DirectivesContract
internal import IdentityContract
internal import PicturesContract
internal import QixDefinitions
internal import QixShake

/// `qix card here`
struct CardsHere: Command {
  static let declaration = Declaration(
    "here", "Show the cards that a user sees now, by page.",
    roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: """
      Only published cards whose conditions hold are shown, six on a page at most. Customers get the texts in the \
      language that their app asks for. A card without that language is shown in its first one.
      """,
    examples: [
      Example("qix card here", "what a new user sees"),
      Example("qix card here --user shop-4711 --place stadium --language it", "what one user sees at a place"),
    ],
    answer: AnswerShape("card.here/1", fields), follows: followed, givenByCustomers: ["link", "session", "place"])

  /// Types of the events after which a user may see other cards.
  private static var followed: Set<String> {
    [
      "badge.awarded", "badge.revoked", "card.changed", "card.published", "card.removed", "tier.lost", "tier.reached",
      "user.mode-changed",
    ]
  }

  @Option("user", .user, placeholder: "USER", "The user who looks; default: a new user") private var user: String?
  @Option("link", .text, placeholder: "LINK", "The user's deep link") private var link: String?
  @Option("session", .text, placeholder: "NAME", "The user's session") private var session: String?
  @Option("place", .text, placeholder: "NAME", "The user's place") private var place: String?
  @Option("language", .choice(of: Language.self), placeholder: "LANGUAGE", "Their language; default: each card's first")
  private var language: Language?
  @Option("at", .moment, "The time; default: now") private var at: Timestamp?

  private typealias Shown = (page: CardPage, language: Language?)

  private static let pages: [Field<Shown>] = [
    Field("page", .integer) { $0.page.number },
    // A person reads the titles instead.
    Field("cards", .list(of: .object), shown: { _ in false }) { shown in
      .list(shown.page.cards.map { .object($0.members(in: shown.language)) })
    },
    Field("titles", .texts()) { shown in shown.page.cards.map { $0.texts[shown.language].title } },
  ]

  private static let fields: [Field<[Shown]>] = [Field("pages", rows: pages, none: "no cards") { $0 }]

  func run(in context: Context) throws -> Document {
    let situation = ContextSituation(
      context: ShakeContext(link: link, session: session, place: place), at: at ?? context.clock.now())
    let pictures = try PictureLinks(context)
    let pages = try context.database.read { connection in
      try self.pages(in: situation, context, connection).map { try $0.shown(with: pictures, in: connection) }
    }
    let language = context.face.speaking() ?? language
    var document = Document("card.here/1", Self.fields, of: pages.map { (page: $0, language: language) })
    if !pages.isEmpty { document.primary = pages.flatMap(\.cards).map(\.name).joined(separator: "\n") }
    return document
  }

  private func pages(
    in situation: ContextSituation, _ context: Context, _ connection: Connection
  ) throws -> [CardPage] {
    let published = try context.service(PublishedCards.key).all(in: connection)
    guard let user else { return try CardPage.all(of: published, in: situation, for: AssumedUser()) }
    let found = try context.service(Users.directory).required(user, in: connection)
    let known = try ContextUsers(context).user(found, at: situation.at, in: connection)
    return try CardPage.all(of: published, in: situation, for: known)
  }
}

extension CardPage {
  /// The page with addresses of the cards' pictures, for the app.
  fileprivate func shown(with pictures: PictureLinks, in connection: Connection) throws -> CardPage {
    CardPage(
      number: number,
      cards: try cards.map { card in
        var card = card
        card.picture = try pictures.address(of: card.picture, in: connection)
        return card
      })
  }
}

extension Card {
  /// What the app shows of it.
  fileprivate func members(in wanted: Language?) -> [CellMember] {
    // A card speaks one language: its buttons follow its texts.
    let language = wanted.flatMap { texts.languages.contains($0) ? $0 : nil } ?? texts.languages.first
    let words = texts[language]
    return [
      CellMember("card", .text(name)), CellMember("title", .text(words.title)),
      CellMember("text", words.text.map { .text($0) } ?? .missing),
      CellMember("picture", picture.map { .text($0) } ?? .missing), CellMember("tone", .text(tone.rawValue)),
      CellMember(
        "actions",
        .list(
          actions.map {
            .object([CellMember("text", .text($0.text[language])), CellMember("link", .text($0.link))])
          })),
    ]
  }
}
