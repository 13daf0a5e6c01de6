internal import QixModule

/// Cards in the database.
struct CardStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  private static let columns = "card, state, definition"

  /// - Parameter reference: `crd_…`, or a name.
  func find(_ reference: String) throws -> Card? {
    guard let id = CardID(reference) else {
      return try connection.fetchOne(
        "SELECT \(sql: Self.columns) FROM cards_cards WHERE name = \(reference)", Self.read)
    }
    return try connection.fetchOne("SELECT \(sql: Self.columns) FROM cards_cards WHERE card = \(id)", Self.read)
  }

  /// - Throws: `cards.not-found`.
  func require(_ reference: String) throws -> Card {
    if let found = try find(reference) { return found }
    let names: [String] = try connection.fetchAll("SELECT name FROM cards_cards")
    let near = Suggestion.best(for: reference, among: names).map { "; did you mean '\($0)'?" } ?? ""
    throw Failure(
      "cards.not-found", .notFound, "there is no card '\(reference)'\(near)",
      hint: "List cards with `qix card list`.")
  }

  /// By page, order and age.
  func all() throws -> [Card] {
    try connection.fetchAll(
      "SELECT \(sql: Self.columns) FROM cards_cards ORDER BY page, place, card", Self.read)
  }

  /// By page, order and age.
  func published() throws -> [Card] {
    try connection.fetchAll(
      "SELECT \(sql: Self.columns) FROM cards_cards WHERE state = 2 ORDER BY page, place, card", Self.read)
  }

  /// A number that grows with each change to a card.
  func version() throws -> Int64 { try connection.fetchOne("SELECT version FROM cards_version") ?? 1 }

  private func change(_ event: String, _ card: Card) throws {
    try connection.execute("UPDATE cards_version SET version = version + 1")
    try connection.tell(event, of: card.id)
  }

  /// - Throws: `cards.too-many`.
  func insert(_ card: Card, at time: Timestamp) throws {
    let count: Int64 = try connection.fetchOne("SELECT count(*) FROM cards_cards") ?? 0
    guard count < Card.most else {
      throw Failure(
        "cards.too-many", .refused, "there are \(Card.most) cards already, the most that there can be",
        hint: "Remove old ones with `qix card remove NAME`.")
    }
    try connection.execute(
      """
      INSERT INTO cards_cards (card, name, state, page, place, definition, created_at)
      VALUES (\(card.id), \(card.name), \(card.state.rawValue), \(card.page), \(card.order), \(card.json.text()),
        \(time))
      """)
    try change("card.changed", card)
  }

  /// Keeps what has changed of a card. Its id and name never do.
  /// - Parameter before: what it was; nothing happens if it is the same.
  func update(_ card: Card, from before: Card) throws {
    guard card != before else { return }
    try connection.execute(
      """
      UPDATE cards_cards
      SET state = \(card.state.rawValue), page = \(card.page), place = \(card.order), definition = \(card.json.text())
      WHERE card = \(card.id)
      """)
    precondition(connection.changes == 1, "a card is changed that isn't there")
    let isNew = card.state == .published && before.state == .draft
    try change(isNew ? "card.published" : "card.changed", card)
  }

  func remove(_ card: Card) throws {
    try connection.execute("DELETE FROM cards_cards WHERE card = \(card.id)")
    try change("card.removed", card)
  }

  private static func read(_ row: Row) throws -> Card {
    let id: CardID = try row["card"]
    var reader = CardReader(links: nil)
    // Stored rows were read before: a fault in them now is damage, and no slip of the caller.
    guard let state = Card.State(rawValue: row["state"]),
      let json = try? JSONValue(parsing: row["definition"] as String),
      let card = reader.read(json, id, state)
    else { throw StorageError.corrupt("what card \(id) is can't be read") }
    return card
  }
}
