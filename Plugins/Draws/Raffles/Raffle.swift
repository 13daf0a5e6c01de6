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
  private static let named: [Field<Raffle>] = [
    Field("raffle", .id.orNull) { $0.id },
    Field("name", .text) { $0.terms.name },
    Field("state", .text) { $0.state.rawValue },
  ]
  private static let committed: [Field<Raffle>] = [
    Field("beacon_name", .text, "BEACON") { $0.terms.beaconName },
    Field("commitment", .text.orNull) { "\($0.commitment)" },
  ]
  private static let root = Field<Raffle>("root", .text) { $0.freeze.map { "\($0.root)" } }

  /// The fields of a list.
  static let listed: [Field<Raffle>] =
    named + [Field("winners", .integer) { $0.terms.winners }] + committed + [root]

  /// All fields of a raffle.
  static let fields: [Field<Raffle>] =
    named + [Field("winners_most", .integer, "WINNERS AT MOST") { $0.terms.winners }] + committed + [
      Field("created", .time) { $0.createdAt },
      Field("frozen", .time) { $0.freeze?.at },
      Field("entrants", .integer) { $0.freeze?.entrants },
      Field("tickets", .integer) { $0.freeze?.tickets },
      root,
      Field("drawn", .time) { $0.result?.at },
      Field("beacon_value", .text) { $0.result?.beacon },
      Field("secret", .text) { $0.result.map { "\($0.secret)" } },
    ]
}
