internal import QixCrypto
internal import QixGS1
internal import QixShake

/// A scan that counted.
struct Scan: Sendable {
  enum Review: Int64, Sendable, CaseIterable {
    case none, waiting, right, wrong

    var name: String {
      switch self {
      case .none: "none"
      case .waiting: "waiting"
      case .right: "right"
      case .wrong: "wrong"
      }
    }
  }

  let shake: ShakeID
  let user: UserID
  let campaign: CampaignID
  let gtin: GTIN
  let batch: String?
  let serial: String?
  let picture: Hash256?
  let symbology: String?
  /// Thousandths.
  let screen: Int64
  let place: String?
  let review: Review
  let at: Timestamp

  static let columns =
    "shake, user_id, campaign, gtin, batch, serial, picture, symbology, screen, place, review, scanned_at"

  func insert(_ connection: Connection) throws {
    try connection.run(
      "INSERT INTO scanshake_scans (\(Self.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
      .id(shake), .id(user), .id(campaign), .text(gtin.digits), .optional(batch), .optional(serial),
      picture.map { .blob($0.bytes) } ?? .null, .optional(symbology), .integer(screen), .optional(place),
      .integer(review.rawValue), .time(at))
  }

  static func isKnown(picture: Hash256, in campaign: CampaignID, _ connection: Connection) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM scanshake_scans WHERE picture = ?1 AND campaign = ?2", .blob(picture.bytes), .id(campaign)
    ) { _ in true } ?? false
  }

  static func isKnown(serial: String, of gtin: GTIN, _ connection: Connection) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM scanshake_scans WHERE gtin = ?1 AND serial = ?2", .text(gtin.digits), .text(serial)
    ) { _ in true } ?? false
  }

  static func count(of user: UserID, in campaign: CampaignID, since: Timestamp, _ connection: Connection) throws
    -> Int64
  {
    try connection.first(
      "SELECT count(*) FROM scanshake_scans WHERE user_id = ?1 AND scanned_at > ?3 AND campaign = ?2", .id(user),
      .id(campaign), .time(since)
    ) { $0.integer(0) } ?? 0
  }

  static func last(of user: UserID, _ gtin: GTIN, in campaign: CampaignID, _ connection: Connection) throws
    -> Timestamp?
  {
    try connection.first(
      """
      SELECT scanned_at FROM scanshake_scans WHERE user_id = ?1 AND gtin = ?2 AND campaign = ?3
      ORDER BY scanned_at DESC LIMIT 1
      """, .id(user), .text(gtin.digits), .id(campaign)
    ) { $0.time(0) }
  }
}

extension Scan {
  init(_ row: Row) throws {
    shake = try row.identifier(0, ShakeTag.self)
    user = try row.identifier(1, UserTag.self)
    campaign = try row.identifier(2, CampaignTag.self)
    gtin = try Product.gtin(row.text(3))
    batch = row.optionalText(4)
    serial = row.optionalText(5)
    // NULL has no bytes, which are no digest.
    picture = Hash256(row.blob(6))
    symbology = row.optionalText(7)
    screen = row.integer(8)
    place = row.optionalText(9)
    review = Review(rawValue: row.integer(10)) ?? .none
    at = row.time(11)
  }
}
