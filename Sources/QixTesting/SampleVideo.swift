/// The smallest files that are videos to libavformat, and some that nearly are: an MP4 (ISO 14496-12) with a header and no
/// pictures in it.
package enum SampleVideo {
  package enum Track: Sendable {
    case picture, sound
  }

  package static func mp4(milliseconds: UInt32, track: Track = .picture) -> [UInt8] {
    let movie = full(
      "mvhd",
      number(0) + number(0) + number(1_000) + number(milliseconds) + number(0x1_0000) + short(0x100)
        + zeros(10) + matrix + zeros(24) + number(2))
    return box("ftyp", text("isom") + number(512) + text("isommp41")) + box("mdat", zeros(8))
      + box("moov", movie + box("trak", header(milliseconds) + media(milliseconds, track)))
  }

  private static func header(_ milliseconds: UInt32) -> [UInt8] {
    full(
      "tkhd",
      number(0) + number(0) + number(1) + number(0) + number(milliseconds) + zeros(16) + matrix + number(320 << 16)
        + number(240 << 16), flags: 3)
  }

  private static func media(_ milliseconds: UInt32, _ track: Track) -> [UInt8] {
    let header = full(
      "mdhd", number(0) + number(0) + number(1_000) + number(milliseconds) + short(0x55C4) + short(0))
    let handler = full("hdlr", number(0) + text(track == .picture ? "vide" : "soun") + zeros(12) + text("x\0"))
    let kind = track == .picture ? full("vmhd", zeros(8), flags: 1) : full("smhd", zeros(4))
    let data = box("dinf", full("dref", number(1) + full("url ", [], flags: 1)))
    let table = box(
      "stbl",
      full("stsd", number(1) + entry(track)) + full("stts", number(1) + number(1) + number(milliseconds))
        + full("stsc", number(1) + number(1) + number(1) + number(1)) + full("stsz", number(0) + number(1) + number(4))
        + full("stco", number(1) + number(48)))
    return box("mdia", header + handler + box("minf", kind + data + table))
  }

  private static func entry(_ track: Track) -> [UInt8] {
    guard track == .picture else {
      return box("mp4a", zeros(6) + short(1) + zeros(8) + short(2) + short(16) + zeros(4) + number(44_100 << 16))
    }
    return box(
      "avc1",
      zeros(6) + short(1) + zeros(16) + short(320) + short(240) + number(0x48_0000) + number(0x48_0000) + zeros(4)
        + short(1) + zeros(32) + short(24) + short(0xFFFF))
  }

  private static let matrix = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000].flatMap { number($0) }

  private static func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
    number(UInt32(8 + body.count)) + text(name) + body
  }

  private static func full(_ name: String, _ body: [UInt8], flags: UInt32 = 0) -> [UInt8] {
    box(name, number(flags) + body)
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
  private static func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
  private static func short(_ value: UInt16) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}
