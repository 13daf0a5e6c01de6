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
    try connection.run(
      """
      INSERT INTO stadiumshake_hearings
        (shake, user_id, campaign, event, slot, sound, score, latitude, longitude, heard_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """, .id(shake), .id(user), .id(campaign), .integer(event), .integer(slot), .blob(sound.bytes),
      .integer(max(1, Int64((score * 100).rounded()))), .optional(place?.latitude), .optional(place?.longitude),
      .time(at))
  }

  static func isKnown(_ sound: Hash256, in campaign: CampaignID, _ connection: Connection) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM stadiumshake_hearings WHERE sound = ?1 AND campaign = ?2", .blob(sound.bytes), .id(campaign)
    ) { _ in true } ?? false
  }

  /// Where a user was at last, in any campaign, before a moment of the last day.
  static func lastPosition(
    of user: UserID, before time: Timestamp, _ connection: Connection
  ) throws -> (position: Position, at: Timestamp)? {
    try connection.first(
      """
      SELECT latitude, longitude, heard_at FROM stadiumshake_hearings
      WHERE user_id = ?1 AND heard_at > ?2 AND latitude IS NOT NULL ORDER BY heard_at DESC LIMIT 1
      """, .id(user), .time(time.advanced(byMicroseconds: -Timestamp.day))
    ) { row in
      Position(row.integer(0), row.integer(1), parts: positionParts).map { ($0, row.time(2)) }
    } ?? nil
  }

  static func counts(of event: Event, in connection: Connection) throws -> (recordings: Int64, users: Int64) {
    try connection.first(
      "SELECT count(*), count(DISTINCT user_id) FROM stadiumshake_hearings WHERE event = ?1", .integer(event.number)
    ) { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
  }
}
