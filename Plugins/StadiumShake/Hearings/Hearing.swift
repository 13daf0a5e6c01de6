internal import QixCrypto
internal import QixShake

/// A recording that counted.
struct Hearing: Sendable {
  let shake: ShakeID
  let user: UserID
  let campaign: CampaignID
  let event: Int64
  let slot: Int64
  let sound: Hash256
  let score: Double
  let position: Position?
  let at: Timestamp

  /// Parts of a degree in which positions are kept: 110 m.
  static let positionParts = 1e3

  func insert(_ connection: Connection) throws {
    let place = position?.counted(in: Self.positionParts)
    try connection.execute(
      """
      INSERT INTO stadiumshake_hearings
        (shake, user_id, campaign, event, slot, sound, score, latitude, longitude, heard_at)
      VALUES (\(shake), \(user), \(campaign), \(event), \(slot), \(sound.bytes),
        \(max(1, Int64((score * 100).rounded()))), \(place?.latitude), \(place?.longitude), \(at))
      """)
  }

  static func isKnown(_ sound: Hash256, in campaign: CampaignID, _ connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM stadiumshake_hearings WHERE sound = \(sound.bytes) AND campaign = \(campaign)")
  }

  /// Where a user was at last, in any campaign, before a moment of the last day.
  static func lastPosition(
    of user: UserID, before time: Timestamp, _ connection: Connection
  ) throws -> (position: Position, at: Timestamp)? {
    try connection.fetchOne(
      """
      SELECT latitude, longitude, heard_at FROM stadiumshake_hearings
      WHERE user_id = \(user) AND heard_at > \(time.advanced(byMicroseconds: -Timestamp.day)) AND latitude IS NOT NULL
      ORDER BY heard_at DESC LIMIT 1
      """
    ) { row in
      Position(row["latitude"], row["longitude"], parts: positionParts).map { ($0, row["heard_at"] as Timestamp) }
    } ?? nil
  }

  static func counts(of event: Event, in connection: Connection) throws -> (recordings: Int64, users: Int64) {
    try connection.fetchOne(
      """
      SELECT count(*) AS count, count(DISTINCT user_id) AS users FROM stadiumshake_hearings
      WHERE event = \(event.number)
      """
    ) { ($0["count"] as Int64, $0["users"] as Int64) } ?? (0, 0)
  }
}
