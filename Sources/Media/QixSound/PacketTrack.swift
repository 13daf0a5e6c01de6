internal import QixLens

/// The places of the packets of a file's first sound, and their decoder.
struct PacketTrack: Sendable, Equatable {
  enum Codec: Sendable { case aac, opus }

  let format: Recording.Format
  let codec: Codec
  /// 1 or 2; of Opus alone.
  var channels = 0
  /// AudioSpecificConfig; of AAC alone.
  var setup: [UInt8] = []
  /// Ranges of the file's bytes, in the order of time; none is empty.
  var packets: [Range<Int>] = []

  /// Hours of the shortest packets that there are.
  private static let most = 1 << 20

  init(_ format: Recording.Format, _ codec: Codec) { (self.format, self.codec) = (format, codec) }

  /// Nil for a file that is in none of the formats whose packets are found here.
  /// - Throws: `unknownFormat` where no sound is in it that can be decoded, `damaged`, `tooMuch`.
  static func find(in file: [UInt8]) throws(LensFault) -> PacketTrack? {
    let track: PacketTrack
    if file.count >= 12, Array(file[4..<8]) == Array("ftyp".utf8) {
      track = try MP4File.track(of: file)
    } else if file.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      track = try WebMFile.track(of: file)
    } else if let aac = ADTS.track(of: file) {
      track = aac
    } else {
      return nil
    }
    guard !track.packets.isEmpty else { throw .damaged }
    return track
  }

  /// Adds a packet, unless it is empty or isn't in the file: recordings may be cut short.
  mutating func add(_ start: Int, _ count: Int, of file: Int) throws(LensFault) {
    guard count > 0, start >= 0, start < file, count <= file - start else { return }
    guard packets.count < Self.most else { throw .tooMuch }
    packets.append(start..<start + count)
  }
}

/// A stream of AAC's frames, each with a header of its own (ISO/IEC 14496-3, 1.A.2.2).
enum ADTS {
  /// Nil where the file doesn't begin with two of them.
  static func track(of file: [UInt8]) -> PacketTrack? {
    guard let first = frame(at: 0, file), frame(at: first.packet.upperBound, file) != nil else { return nil }
    var track = PacketTrack(.aac, .aac)
    track.setup = first.setup
    var place = 0
    while let frame = frame(at: place, file), frame.setup == first.setup {
      // A file has fewer frames of seven bytes than a track has room for where it has fewer bytes than that.
      guard (try? track.add(frame.packet.lowerBound, frame.packet.count, of: file.count)) != nil else { break }
      place = frame.packet.upperBound
    }
    return track
  }

  private static func frame(at place: Int, _ file: [UInt8]) -> (packet: Range<Int>, setup: [UInt8])? {
    guard place + 7 <= file.count, file[place] == 0xFF, file[place + 1] & 0xF6 == 0xF0 else { return nil }
    let head = file[place + 1] & 1 == 1 ? 7 : 9
    let (a, b) = (file[place + 2], file[place + 3])
    let length = Int(b & 3) << 11 | Int(file[place + 4]) << 3 | Int(file[place + 5]) >> 5
    let type = (a >> 6) + 1, rate = a >> 2 & 15, channels = (a & 1) << 2 | b >> 6
    guard length > head, place + length <= file.count, rate < 13 else { return nil }
    return (place + head..<place + length, [type << 3 | rate >> 1, rate << 7 | channels << 3])
  }
}

/// Numbers of a part of a file, the most significant byte first.
struct ByteReader {
  let file: [UInt8]
  private(set) var place: Int
  let end: Int

  /// - Precondition: the range is the file's.
  init(_ file: [UInt8], _ range: Range<Int>) { (self.file, place, end) = (file, range.lowerBound, range.upperBound) }

  var left: Int { end - place }

  /// - Throws: `damaged` where so many bytes aren't there.
  mutating func take(_ count: Int) throws(LensFault) -> Range<Int> {
    guard count >= 0, count <= left else { throw .damaged }
    place += count
    return place - count..<place
  }

  mutating func skip(_ count: Int) throws(LensFault) { _ = try take(count) }

  /// - Parameter count: bytes, up to 8; of eight the first bit is cut off, as no file is that long.
  mutating func number(_ count: Int) throws(LensFault) -> Int {
    try take(count).reduce(0) { ($0 << 8 | Int(file[$1])) & Int.max }
  }

  mutating func text(_ count: Int) throws(LensFault) -> String {
    String(decoding: file[try take(count)], as: UTF8.self)
  }
}
