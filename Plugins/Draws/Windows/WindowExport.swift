internal import DrawsContract
internal import QixModule

/// A window and its draws as JSON Lines, for docs/verify-draw.py and for other verifiers.
enum WindowExport {
  static let format = "qix-draw-window/1"

  static func write(
    _ window: DrawWindow, record: any DrawRecord, to face: any Face, in connection: Connection
  ) throws {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("format", format)
    writer.member("window", "\(window.id)")
    writer.member("campaign", "\(window.terms.campaign)")
    writer.member("opens", "\(window.terms.opens)")
    writer.member("closes", "\(window.terms.closes)")
    writer.member("committed", "\(window.committedAt)")
    writer.member("commitment", "\(window.commitment)")
    writer.member("secret", window.revelation.map { "\($0.secret)" })
    writer.member("draws", window.revelation?.draws)
    writer.member("root", window.revelation.map { "\($0.root)" })
    writer.endObject()
    writer.newLine()
    try record.forEachDraw(of: window.id, in: connection) { draw in
      writer.beginObject()
      writer.member("shake", "\(draw.shake)")
      // As text, since many readers of JSON keep no more than 53 bits of a number.
      writer.member("bound", "\(draw.bound)")
      writer.member("value", "\(draw.value)")
      writer.member("coins", draw.coins)
      writer.endObject()
      writer.newLine()
      if writer.bytes.count > 1 << 16 { try face.write(writer.drain()) }
      return true
    }
    try face.write(writer.drain())
  }
}
