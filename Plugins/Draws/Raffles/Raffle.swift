internal import DrawsContract
internal import QixCrypto
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// A raffle as it is kept.
struct Raffle: Equatable, Sendable {
  let terms: RaffleTerms
  let commitment: Hash256
  let createdAt: Timestamp
  var freeze: Freeze?
  var result: Result?

  /// The list that nobody can be added to any more.
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
      id: try row.identifier(0), name: row.text(1), winners: row.integer(2), beaconName: row.optionalText(3))
    commitment = try row.hash(4)
    createdAt = row.time(5)
    if let at = row.optionalTime(6) {
      freeze = Freeze(at: at, entrants: row.integer(7), tickets: row.integer(8), root: try row.hash(9))
    }
    if let at = row.optionalTime(10) {
      result = Result(at: at, beacon: row.optionalText(11), secret: try row.hash(12))
    }
  }

  /// - Throws: `RaffleError.notFound`.
  static func find(_ reference: String, in connection: Connection) throws -> Raffle {
    let found: Raffle?
    if let id = RaffleID(reference) {
      found = try connection.first("SELECT \(columns) FROM draws_raffles WHERE id = ?1", .id(id), read: Raffle.init)
    } else {
      found = try named(reference, in: connection)
    }
    guard let found else { throw RaffleError.notFound(reference) }
    return found
  }

  static func named(_ name: String, in connection: Connection) throws -> Raffle? {
    try connection.first("SELECT \(columns) FROM draws_raffles WHERE name = ?1", .text(name), read: Raffle.init)
  }

  static let tableColumns = [
    Column("raffle", "RAFFLE"), Column("name", "NAME"), Column("state", "STATE"),
    Column("winners", "WINNERS", alignment: .trailing), Column("beacon_name", "BEACON"),
    Column("commitment", "COMMITMENT"), Column("root", "ROOT"),
  ]

  var cells: [Cell] {
    [
      .identifier("\(id)"), .text(terms.name), .text(state.rawValue), .integer(terms.winners),
      terms.beaconName.map(Cell.text) ?? .missing, .text("\(commitment)"),
      freeze.map { .text("\($0.root)") } ?? .missing,
    ]
  }

  /// Everything about it, as fields.
  func describe(in document: inout Document) {
    document.field("raffle", "raffle", .identifier("\(id)"))
    document.field("name", "name", .text(terms.name))
    document.field("state", "state", .text(state.rawValue))
    document.field("winners_most", "winners at most", .integer(terms.winners))
    document.field("beacon_name", "beacon", terms.beaconName.map(Cell.text) ?? .missing)
    document.field("commitment", "commitment", .text("\(commitment)"))
    document.field("created", "created", .timestamp(createdAt))
    document.field("frozen", "frozen", freeze.map { .timestamp($0.at) } ?? .missing)
    document.field("entrants", "entrants", freeze.map { .integer($0.entrants) } ?? .missing)
    document.field("tickets", "tickets", freeze.map { .integer($0.tickets) } ?? .missing)
    document.field("root", "root", freeze.map { .text("\($0.root)") } ?? .missing)
    document.field("drawn", "drawn", result.map { .timestamp($0.at) } ?? .missing)
    document.field("beacon_value", "beacon value", result?.beacon.map(Cell.text) ?? .missing)
    document.field("secret", "secret", result.map { .text("\($0.secret)") } ?? .missing)
  }
}
