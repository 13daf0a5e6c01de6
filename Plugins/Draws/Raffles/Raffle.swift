internal import DrawsContract
internal import QixCrypto
internal import QixModule

/// A raffle as it is kept.
struct Raffle: Equatable, Sendable {
  let terms: RaffleTerms
  let commitment: Hash256
  let createdAt: Timestamp
  var freeze: Freeze?
  var result: Result?

  /// The list that takes no more entries.
  struct Freeze: Equatable, Sendable {
    let at: Timestamp
    let entrants: Int64
    let tickets: Int64
    let root: Hash256
  }

  struct Result: Equatable, Sendable {
    let at: Timestamp
    let beacon: String?
    let secret: Hash256
  }

  enum State: String, CaseIterable, Sendable {
    case open, frozen, drawn
  }

  var id: RaffleID { terms.id }
  var state: State { result != nil ? .drawn : freeze != nil ? .frozen : .open }

  static let columns =
    "id, name, winners, beacon_name, commitment, created_at, frozen_at, entrants, tickets, root, drawn_at, beacon, secret"

  init(terms: RaffleTerms, commitment: Hash256, createdAt: Timestamp) {
    self.terms = terms
    self.commitment = commitment
    self.createdAt = createdAt
  }

  init(_ row: Row) throws {
    terms = RaffleTerms(
      id: try row["id"], name: row["name"], winners: row["winners"], beaconName: row["beacon_name"])
    commitment = try row.hash("commitment")
    createdAt = row["created_at"]
    if let at = row["frozen_at"] as Timestamp? {
      freeze = Freeze(at: at, entrants: row["entrants"], tickets: row["tickets"], root: try row.hash("root"))
    }
    if let at = row["drawn_at"] as Timestamp? {
      result = Result(at: at, beacon: row["beacon"], secret: try row.hash("secret"))
    }
  }

  /// - Throws: `RaffleError.notFound`.
  static func find(_ reference: String, in connection: Connection) throws -> Raffle {
    let found: Raffle?
    if let id = RaffleID(reference) {
      found = try connection.fetchOne("SELECT \(sql: columns) FROM draws_raffles WHERE id = \(id)", Raffle.init)
    } else {
      found = try named(reference, in: connection)
    }
    guard let found else { throw RaffleError.notFound(reference) }
    return found
  }

  static func named(_ name: String, in connection: Connection) throws -> Raffle? {
    try connection.fetchOne("SELECT \(sql: columns) FROM draws_raffles WHERE name = \(name)", Raffle.init)
  }
}

extension Raffle {
  private static let named = [
    RowField("raffle") { .identifier($0.id) },
    RowField("name") { .text($0.terms.name) },
    RowField<Raffle>("state") { .text($0.state.rawValue) },
  ]
  private static let committed = [
    RowField("beacon_name", "BEACON") { .text($0.terms.beaconName) },
    RowField<Raffle>("commitment") { .text("\($0.commitment)") },
  ]
  private static let root = RowField<Raffle>("root") { .text($0.freeze.map { "\($0.root)" }) }

  /// The fields of a list.
  static let listed =
    named + [RowField(number: "winners") { .integer($0.terms.winners) }] + committed + [root]

  /// All fields of a raffle.
  static let fields =
    named + [RowField("winners_most", "WINNERS AT MOST") { .integer($0.terms.winners) }] + committed
    + [
      RowField("created") { .timestamp($0.createdAt) },
      RowField("frozen") { .timestamp($0.freeze?.at) },
      RowField("entrants") { .integer($0.freeze?.entrants) },
      RowField("tickets") { .integer($0.freeze?.tickets) },
      root,
      RowField("drawn") { .timestamp($0.result?.at) },
      RowField("beacon_value") { .text($0.result?.beacon) },
      RowField("secret") { .text($0.result.map { "\($0.secret)" }) },
    ]
}
