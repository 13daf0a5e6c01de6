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
    try connection.execute(
      """
      INSERT INTO scanshake_scans (\(sql: Self.columns))
      VALUES (\(shake), \(user), \(campaign), \(gtin.digits), \(batch), \(serial), \(picture?.bytes), \(symbology),
        \(screen), \(place), \(review.rawValue), \(at))
      """)
  }

  static func isKnown(picture: Hash256, in campaign: CampaignID, _ connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM scanshake_scans WHERE picture = \(picture.bytes) AND campaign = \(campaign)")
  }

  static func isKnown(serial: String, of gtin: GTIN, _ connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM scanshake_scans WHERE gtin = \(gtin.digits) AND serial = \(serial)")
  }

  static func count(of user: UserID, in campaign: CampaignID, since: Timestamp, _ connection: Connection) throws
    -> Int64
  {
    try connection.fetchOne(
      """
      SELECT count(*) FROM scanshake_scans WHERE user_id = \(user) AND scanned_at > \(since) AND campaign = \(campaign)
      """) ?? 0
  }

  static func last(of user: UserID, _ gtin: GTIN, in campaign: CampaignID, _ connection: Connection) throws
    -> Timestamp?
  {
    try connection.fetchOne(
      """
      SELECT scanned_at FROM scanshake_scans
      WHERE user_id = \(user) AND gtin = \(gtin.digits) AND campaign = \(campaign)
      ORDER BY scanned_at DESC LIMIT 1
      """)
  }
}

extension Scan {
  init(_ row: Row) throws {
    shake = try row["shake"]
    user = try row["user_id"]
    campaign = try row["campaign"]
    gtin = try Product.gtin(row["gtin"])
    batch = row["batch"]
    serial = (row["serial"] as String?)
    // NULL has no bytes, which are no digest.
    picture = Hash256(row["picture"])
    symbology = row["symbology"]
    screen = row["screen"]
    place = row["place"]
    review = Review(rawValue: row["review"]) ?? .none
    at = row["scanned_at"]
  }
}
