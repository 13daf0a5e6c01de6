internal import DrawsContract
internal import QixShake

/// The draws that shakes made. A shake that was refused behind its draw, because the budget couldn't pay, is among them
/// with no coins: its number was drawn all the same.
struct DrawRecords: DrawRecord {
  func forEachDraw(
    of window: DrawWindowID, in connection: Connection, _ body: (RecordedDraw) throws -> Bool
  ) throws {
    let select = try connection.statement(
      "SELECT id, campaign, bound, drawn, coins FROM shakes_shakes WHERE draw_window = ?1 ORDER BY id")
    select.bind(window, at: 1)
    try select.forEach { row in
      try body(
        RecordedDraw(
          shake: try row.identifier(0), campaign: try row.identifier(1), bound: UInt64(bitPattern: row.integer(2)),
          value: UInt64(bitPattern: row.integer(3)), coins: row.integer(4)))
    }
  }
}
