internal import DrawsContract
internal import QixShake

/// The draws that shakes made. A shake that was refused behind its draw, because the budget couldn't pay, is among them
/// with no coins: its number was drawn all the same.
struct DrawRecords: DrawRecord {
  func forEachDraw(
    of window: DrawWindowID, in connection: Connection, _ body: (RecordedDraw) throws -> Bool
  ) throws {
    try connection.fetchWhile(
      "SELECT \(sql: Self.columns) FROM shakes_shakes WHERE draw_window = \(window) ORDER BY id"
    ) { try body(Self.read($0)) }
  }

  func draw(
    of shake: ShakeID, in window: DrawWindowID, _ connection: Connection
  ) throws -> (draw: RecordedDraw, user: UserID)? {
    try connection.fetchOne(
      "SELECT \(sql: Self.columns), user_id FROM shakes_shakes WHERE id = \(shake) AND draw_window = \(window)"
    ) { (try Self.read($0), try $0["user_id"]) }
  }

  private static let columns = "id, campaign, bound, drawn, coins"

  private static func read(_ row: Row) throws -> RecordedDraw {
    RecordedDraw(
      shake: try row["id"], campaign: try row["campaign"], bound: UInt64(bitPattern: row["bound"] as Int64),
      value: UInt64(bitPattern: row["drawn"] as Int64), coins: row["coins"])
  }
}
