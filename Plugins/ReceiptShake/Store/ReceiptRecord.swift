internal import QixReceipts
internal import QixShake

/// Marks a receipt's identifier: `rct_…`. Its letters behind that are those of its shake.
enum ReceiptTag: IdentifierTag {
  static let prefix = "rct"
  static let place: String? = "receiptshake_receipts.id"
}

typealias ReceiptID = Identifier<ReceiptTag>

extension Identifier<ReceiptTag> {
  init(of shake: ShakeID) { self.init(high: shake.high, low: shake.low) }
}

/// A receipt that was accepted, at once or for a person to look at.
struct ReceiptRecord: Sendable {
  let number: Int64
  let id: ReceiptID
  let shake: ShakeID
  let user: UserID
  let campaign: CampaignID
  let at: Timestamp
  let state: State
  let signs: [Sign]
  let decided: Timestamp?
  /// Whether an operator has decided it.
  let isOperators: Bool
  /// The role of whoever has decided it, if anybody has.
  var decider: Role? { decided.map { _ in isOperators ? .operator : .support } }
  /// The receipt that it resembles most, and how much, in thousandths.
  let alike: (receipt: ReceiptID, likeness: Int64)?
  /// Encrypted; nil once the user was erased.
  let reading: [UInt8]?

  enum State: Int64, CaseIterable, Sendable {
    case counted = 1
    case review, approved, rejected, erased

    /// Whether a person has said so.
    var isDecision: Bool { self == .approved || self == .rejected }

    var name: String {
      switch self {
      case .counted: "counted"
      case .review: "review"
      case .approved: "approved"
      case .rejected: "rejected"
      case .erased: "erased"
      }
    }
  }

  /// When a receipt in review is to be decided at the latest, as the operator means to.
  /// - Parameter time: when it was submitted.
  static func decideBy(_ time: Timestamp, in connection: Connection) throws -> Timestamp {
    try time.advanced(byMicroseconds: connection.value(of: ReceiptShakeModule.reviewWithin) * Timestamp.day)
  }

  static let columns = """
    receipt, id, shake, user_id, campaign, at, state, signs, decided_at, by_operator, alike, likeness, reading
    """

  init(_ row: Row) throws {
    number = row["receipt"]
    id = try row["id"]
    shake = try row["shake"]
    user = try row["user_id"]
    campaign = try row["campaign"]
    at = row["at"]
    guard let state = State(rawValue: row["state"]) else {
      throw StorageError.corrupt("a receipt has no known state (\(row["state"] as Int64))")
    }
    self.state = state
    signs = (row["signs"] as String).split(separator: ",").compactMap { Sign(rawValue: String($0)) }
    decided = row["decided_at"]
    isOperators = (row["by_operator"] as Int64) == 1
    alike = try (row["alike"] as ReceiptID?).map { ($0, row["likeness"] as Int64) }
    reading = row["reading"]
  }

  static func find(_ id: ReceiptID, in connection: Connection) throws -> ReceiptRecord? {
    try connection.fetchOne("SELECT \(sql: columns) FROM receiptshake_receipts WHERE id = \(id)", Self.init)
  }

  static func notFound(_ id: ReceiptID) -> Failure {
    Failure(
      "receiptshake.receipt-not-found", .notFound, "there is no receipt \(id)",
      hint: "`qix receipt list` lists receipts. Refused shakes and other types of shake have no receipt.")
  }

  /// - Throws: `receiptshake.receipt-not-found`.
  static func require(_ id: ReceiptID, in connection: Connection) throws -> ReceiptRecord {
    guard let record = try find(id, in: connection) else { throw notFound(id) }
    return record
  }

  /// The most receipts that are found by their numbers.
  private static let mostFound: Int64 = 20

  /// Those with some groups of digits on them, the latest first. Looks at all there are, as numbers have no index of
  /// their own: a tenth of a second for each hundred thousand.
  /// - Parameter groups: at least one; the three longest count.
  static func latest(with groups: Set<String>, _ keys: ReceiptKeys, in connection: Connection) throws -> [ReceiptRecord]
  {
    let tokens = groups.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }.map {
      Tokens([keys.number("token", $0)]).bytes
    }
    guard let first = tokens.first else { return [] }
    return try connection.fetchAll(
      """
      SELECT \(sql: columns) FROM receiptshake_receipts
      WHERE instr(tokens, \(first)) AND instr(tokens, \(tokens.dropFirst(1).first ?? first))
        AND instr(tokens, \(tokens.dropFirst(2).first ?? first))
      ORDER BY receipt DESC LIMIT \(mostFound)
      """, Self.init)
  }

  /// The receipt as it was read or corrected.
  /// - Throws: `ReceiptShakeError.gone` once the user was erased.
  func receipt(_ keys: ReceiptKeys) throws -> Receipt {
    guard let reading else { throw ReceiptShakeError.gone(id) }
    return try Self.open(reading, of: id, keys)
  }

  /// What people have corrected of it, the oldest first.
  func alterations(_ keys: ReceiptKeys) throws -> [Alteration] {
    try said(keys)["alterations"]?.array?.compactMap { Alteration(json: $0) } ?? []
  }

  /// All that lies under the seal: what it says, and what was corrected.
  /// - Throws: `ReceiptShakeError.gone` once the user was erased.
  func said(_ keys: ReceiptKeys) throws -> JSONObject {
    guard let reading else { throw ReceiptShakeError.gone(id) }
    return try Self.object(reading, of: id, keys)
  }

  /// Opens what `seal` has sealed.
  static func open(_ reading: [UInt8], of id: ReceiptID, _ keys: ReceiptKeys) throws -> Receipt {
    guard let receipt = Receipt(json: try object(reading, of: id, keys)) else { throw altered(id) }
    return receipt
  }

  private static func object(_ reading: [UInt8], of id: ReceiptID, _ keys: ReceiptKeys) throws -> JSONObject {
    let bytes = try keys.open(reading, .reading, of: id)
    guard let object = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)).object else { throw altered(id) }
    return object
  }

  private static func altered(_ id: ReceiptID) -> StorageError {
    .corrupt("what receipt \(id) says is not what was written")
  }

  /// - Parameter alterations: what people have corrected of it so far.
  static func seal(
    _ receipt: Receipt, _ alterations: [Alteration] = [], of id: ReceiptID, _ keys: ReceiptKeys,
    random: any RandomSource
  ) -> [UInt8] {
    var object = receipt.toJSON()
    if !alterations.isEmpty { object["alterations"] = .array(alterations.map(\.json)) }
    return keys.seal(Array(JSONValue.object(object).text().utf8), .reading, of: id, random: random)
  }

  /// Takes a decision down, and what the receipt says by it.
  func decide(
    _ state: State, at time: Timestamp, by role: Role?, reading: [UInt8]?, _ purchase: Purchase?,
    in connection: Connection
  ) throws {
    try connection.execute(
      """
      UPDATE receiptshake_receipts
      SET state = \(state.rawValue), decided_at = \(time), by_operator = \(role == .support ? 0 : 1),
        reading = coalesce(\(reading), reading)
      WHERE receipt = \(number)
      """)
    guard let purchase else { return }
    try connection.execute(
      """
      UPDATE receiptshake_receipts
      SET by_time = \(purchase.byTime), by_number = \(purchase.byNumber), by_day = \(purchase.byDay)
      WHERE receipt = \(number)
      """)
  }

  /// With the name of its campaign.
  typealias Named = (record: ReceiptRecord, campaign: String)

  static let fields = fields(signs: .list(of: .text).orNull)
  /// The same of those in review, which have signs.
  static let fieldsInReview = fields(signs: .list(of: .text))

  private static func fields(signs: FieldType<Cell>) -> [Field<Named>] {
    [
      Field("receipt", .id) { $0.record.id },
      Field("at", .time) { $0.record.at },
      Field("user", .id, for: .user) { $0.record.user },
      Field("campaign", .text) { $0.campaign },
      Field("state", .text) { $0.record.state.name },
      Field("signs", signs, "BECAUSE OF") { $0.record.signsCell },
      Field("decided", .time) { $0.record.decided },
    ]
  }

  var signsCell: Cell { signs.isEmpty ? .missing : .list(signs.map { .text($0.rawValue) }) }
}
