internal import DrawsContract
internal import QixShake

/// The draws that shakes made. A shake that was refused behind its draw, because the budget couldn't pay, is among them
/// with no coins: its number was drawn all the same.
struct DrawRecords: DrawRecord {
  func forEachDraw(
    of window: DrawWindowID, in connection: Connection, _ body: (RecordedDraw) throws -> Bool
  ) throws {
    try connection.fetchWhile(
      "SELECT id, campaign, bound, drawn, coins FROM shakes_shakes WHERE draw_window = \(window) ORDER BY id"
    ) { row in
      try body(
        RecordedDraw(
          shake: try row["id"], campaign: try row["campaign"], bound: UInt64(bitPattern: row["bound"] as Int64),
          value: UInt64(bitPattern: row["drawn"] as Int64), coins: row["coins"]))
    }
  }
}
