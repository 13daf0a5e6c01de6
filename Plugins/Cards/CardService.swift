internal import DirectivesContract
internal import PicturesContract
internal import QixDefinitions
internal import QixModule

/// Reads and checks descriptions of cards with all that is installed.
struct CardService {
  private let users: ContextUsers
  private let links: Links
  private let pictures: PictureLinks

  init(_ context: Context) throws {
    (users, links) = (try ContextUsers(context), Links(context.registry))
    pictures = try PictureLinks(context)
  }

  /// Reads a description.
  /// - Throws: `CardError.faulty(_:in:)` with every fault that it has.
  func read(
    _ value: JSONValue, _ id: CardID, _ state: Card.State, from source: FaultSource
  ) throws(Failure) -> Card {
    var reader = CardReader(links: links)
    guard let card = reader.read(value, id, state) else { throw CardError.faulty(reader.faults, in: source) }
    return card
  }

  /// - Throws: `CardError.faulty(_:in:)` for a picture of the brand's own that is not there.
  func requirePicture(of card: Card, from source: FaultSource, in connection: Connection) throws {
    var faults = Faults()
    try pictures.check(card.picture, in: connection, &faults)
    guard faults.all.isEmpty else { throw CardError.faulty(faults, in: source) }
  }

  /// Why no user can see it as things are now, as clauses.
  func obstacles(to card: Card, at now: Timestamp, in connection: Connection) throws -> [Sentence] {
    var found: [Sentence] = try users.problems(with: card.condition.conditions, in: connection).map { "\($0)" }
    if let until = card.until, until <= now { found.append("its period ended at \(until)") }
    return found
  }

  /// Warns of what keeps users from seeing a card, or others of its page.
  func warn(of card: Card, _ document: inout Document, at now: Timestamp, in connection: Connection) throws {
    guard card.state == .published else { return }
    for obstacle in try obstacles(to: card, at: now, in: connection) {
      document.warn("No user sees this card: \(obstacle).")
    }
    let others = try CardStore(connection).published().filter { $0.page == card.page }
    if others.count > CardPage.most {
      document.warn(
        "Page \(card.page) has \(others.count) published cards. Each user sees the first \(CardPage.most) of theirs.")
    }
  }
}
