internal import QixLens

/// WebM and Matroska files, as browsers write them while they record (RFC 8794, RFC 9559).
enum WebMFile {
  private enum Element {
    static let segment = 0x1853_8067, tracks = 0x1654_AE6B, track = 0xAE, cluster = 0x1F43_B675
    static let simpleBlock = 0xA3, group = 0xA0, block = 0xA1
    static let number = 0xD7, codec = 0x86, setup = 0x63A2, audio = 0xE1, channels = 0x9F
  }

  /// Returns the first track of Opus or AAC.
  ///
  /// Elements that hold others are entered and their ends not looked for: recorders don't know them.
  /// - Throws: `unknownFormat` where there is none, `damaged`, `tooMuch`.
  static func track(of file: [UInt8]) throws(LensFault) -> PacketTrack {
    var reader = ByteReader(file, 0..<file.count)
    var track: PacketTrack?, own = 0
    reading: while let (id, size) = head(&reader) {
      switch id {
      case Element.segment, Element.tracks, Element.cluster, Element.group: continue
      case Element.track:
        let body = try reader.take(size ?? -1)
        if track == nil, let found = try description(file, body) { (track, own) = found }
      default:
        // The last may be cut short.
        guard let size, size <= reader.left else { break reading }
        let body = try reader.take(size)
        if id == Element.simpleBlock || id == Element.block { try track?.addBlock(body, of: own, file) }
      }
    }
    guard let track else { throw .unknownFormat }
    return track
  }

  /// Reads an element's name and size; nil for an unknown size, and at the end.
  private static func head(_ reader: inout ByteReader) -> (id: Int, size: Int?)? {
    guard let id = number(&reader, keepsMark: true), let size = number(&reader, keepsMark: false) else { return nil }
    return (id.value, size.isOpen ? nil : size.value)
  }

  /// A number whose first bits say how many bytes it has.
  fileprivate static func number(_ reader: inout ByteReader, keepsMark: Bool) -> (value: Int, isOpen: Bool)? {
    guard reader.left > 0 else { return nil }
    let count = reader.file[reader.place].leadingZeroBitCount + 1
    guard count <= 8, let whole = try? reader.number(count) else { return nil }
    let mark = 1 << (7 * count)
    return (keepsMark ? whole : whole & (mark - 1), whole & (mark - 1) == mark - 1)
  }

  /// Codec and number of a track; nil of none that is taken.
  private static func description(
    _ file: [UInt8], _ range: Range<Int>
  ) throws(LensFault) -> (track: PacketTrack, number: Int)? {
    var reader = ByteReader(file, range), number = 0, codec = "", setup: [UInt8] = [], channels = 1
    while let (id, size) = head(&reader) {
      if id == Element.audio { continue }
      let body = try reader.take(size ?? -1)
      var value = ByteReader(file, body)
      switch id {
      case Element.number: number = try value.number(min(8, body.count))
      case Element.channels: channels = try value.number(min(8, body.count))
      case Element.codec: codec = try value.text(body.count)
      case Element.setup: setup = Array(file[body])
      default: break
      }
    }
    switch codec {
    case "A_OPUS":
      guard (1...2).contains(channels) else { throw .tooManyChannels }
      var track = PacketTrack(.webm, .opus)
      track.channels = channels
      return (track, number)
    case "A_AAC":
      var track = PacketTrack(.webm, .aac)
      track.setup = setup
      return (track, number)
    default: return nil
    }
  }
}

extension PacketTrack {
  /// Adds the packet of a block, if it is of a track. Blocks of several packets aren't taken: recorders don't write them.
  fileprivate mutating func addBlock(_ block: Range<Int>, of own: Int, _ file: [UInt8]) throws(LensFault) {
    var reader = ByteReader(file, block)
    guard let number = WebMFile.number(&reader, keepsMark: false), number.value == own else { return }
    try reader.skip(2)
    guard try reader.number(1) & 6 == 0 else { throw .damaged }
    try add(reader.place, reader.left, of: file.count)
  }
}
