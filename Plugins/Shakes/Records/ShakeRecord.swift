internal import CoinsContract
internal import QixShake

/// A shake as it was recorded.
struct ShakeRecord: Sendable {
  let number: Int64
  let id: ShakeID
  let campaign: CampaignID
  let user: UserID
  let type: String
  let key: String?
  let at: Timestamp
  let outcome: Kind
  let refusal: String?
  let units: Int64
  let coins: Int64
  let transfer: TransferID?
  let drawn: (value: UInt64, bound: UInt64, window: [UInt8])?
  let claim: String?
  let directive: String?
  let previous: Int64?
  /// Nil once the user was erased.
  let trace: String?

  enum Kind: Int64, CaseIterable, Sendable {
    case won = 1
    case nothing, refused

    var name: String {
      switch self {
      case .won: "won"
      case .nothing: "nothing"
      case .refused: "refused"
      }
    }
  }

  static let columns = """
    shake, id, campaign, user_id, type, key, at, outcome, refusal, units, coins, transfer, drawn, bound, draw_window, \
    claim, directive, previous, trace
    """

  init(_ row: Row) throws {
    number = row.integer(0)
    id = try row.identifier(1)
    campaign = try row.identifier(2)
    user = try row.identifier(3)
    type = row.text(4)
    key = row.optionalText(5)
    at = row.time(6)
    guard let kind = Kind(rawValue: row.integer(7)) else {
      throw StorageError.corrupt("a shake has no known outcome (\(row.integer(7)))")
    }
    outcome = kind
    refusal = row.optionalText(8)
    units = row.integer(9)
    coins = row.integer(10)
    transfer = try row.optionalIdentifier(11)
    drawn = row.optionalInteger(12).map {
      (UInt64(bitPattern: $0), UInt64(bitPattern: row.integer(13)), row.blob(14))
    }
    claim = row.optionalText(15)
    directive = row.optionalText(16)
    previous = row.optionalInteger(17)
    trace = row.optionalText(18)
  }

  static func find(_ id: ShakeID, in connection: Connection) throws -> ShakeRecord? {
    try connection.first("SELECT \(columns) FROM shakes_shakes WHERE id = ?1", .id(id), read: ShakeRecord.init)
  }

  /// The refusal with its sentence; nil where it wasn't refused.
  func reason() throws -> Refusal? { try refusal.map { try Trace.refusal($0, trace) } }

  /// Whether it was accepted and nobody has said yet what it is worth.
  func waits(in connection: Connection) throws -> Bool {
    guard try Trace.notice(trace) != nil else { return false }
    return try connection.first("SELECT 1 FROM shakes_settlements WHERE shake = ?1 LIMIT 1", .id(id)) { _ in true }
      == nil
  }

  /// A shake as a list shows it.
  struct Listed: Sendable {
    let record: ShakeRecord
    /// Its name; its id where there is none any more.
    let campaign: String
    let waits: Bool

    static let fields: [RowField<Listed>] = [
      RowField("shake") { .identifier($0.record.id) },
      RowField("at") { .timestamp($0.record.at) },
      RowField("user") { .identifier($0.record.user) },
      RowField("campaign") { .text($0.campaign) },
      RowField("type") { .text($0.record.type) },
      RowField("outcome") { .text($0.waits ? "waits" : $0.record.outcome.name) },
      RowField(number: "coins") { .coins($0.record.coins) },
      RowField("refusal", "REFUSED BECAUSE") { .text($0.record.refusal) },
    ]
  }
}
