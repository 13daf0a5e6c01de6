internal import QixLens

/// MP4, M4A and QuickTime files: as phones write them, and in fragments as browsers do (ISO/IEC 14496-12).
enum MP4File {
  /// Returns the first track of AAC or Opus.
  /// - Throws: `unknownFormat` where there is none, `damaged`, `tooMuch`.
  static func track(of file: [UInt8]) throws(LensFault) -> PacketTrack {
    var found: (sound: SoundTrack, number: Int)?
    var fragments: [Range<Int>] = [], starts: [Int] = [], sizes: [Int: Int] = [:]
    for box in try boxes(file, 0..<file.count, isWhole: true) {
      switch box.name {
      case "moov":
        for part in try boxes(file, box.body) {
          switch part.name {
          case "trak" where found == nil: found = try SoundTrack.read(file, part.body)
          case "mvex":
            for extends in try boxes(file, part.body) where extends.name == "trex" {
              var reader = ByteReader(file, extends.body)
              try reader.skip(4)
              let number = try reader.number(4)
              try reader.skip(8)
              sizes[number] = try reader.number(4)
            }
          default: break
          }
        }
      case "moof" where !box.isCut:
        fragments.append(box.body)
        starts.append(box.start)
      default: break
      }
    }
    guard let (described, number) = found else { throw .unknownFormat }
    var sound = described
    try sound.addTable(file)
    for (fragment, start) in zip(fragments, starts) {
      for part in try boxes(file, fragment) where part.name == "traf" {
        try sound.addRuns(file, part.body, of: number, fragment: start, usual: sizes[number] ?? 0)
      }
    }
    return sound.track
  }

  struct Box {
    let name: String
    let start: Int
    let body: Range<Int>
    var isCut = false
  }

  /// Boxes that follow each other.
  /// - Parameter isWhole: whether the range is the file, whose last box may be cut short.
  static func boxes(_ file: [UInt8], _ range: Range<Int>, isWhole: Bool = false) throws(LensFault) -> [Box] {
    var reader = ByteReader(file, range), found: [Box] = []
    while reader.left >= 8 {
      let start = reader.place
      var size = try reader.number(4)
      let name = try reader.text(4)
      // 1 stands for a longer number, 0 for all up to the end.
      if size == 1 { size = try reader.number(8) }
      if size == 0 { size = range.upperBound - start }
      let length = size - (reader.place - start), isCut = isWhole && length > reader.left
      found.append(Box(name: name, start: start, body: try reader.take(isCut ? reader.left : length), isCut: isCut))
    }
    return found
  }
}

/// A track of sound: what its boxes say of its packets.
private struct SoundTrack {
  var track: PacketTrack
  /// Boxes of the table of samples, by their names.
  let table: [String: Range<Int>]

  /// Reads a track with its number; nil for another track.
  static func read(_ file: [UInt8], _ range: Range<Int>) throws(LensFault) -> (sound: SoundTrack, number: Int)? {
    let parts = try named(file, range)
    guard let head = parts["tkhd"], let media = parts["mdia"],
      let information = try named(file, media)["minf"], let samples = try named(file, information)["stbl"]
    else { return nil }
    let table = try named(file, samples)
    guard let described = table["stsd"], let track = try description(file, described) else { return nil }
    var reader = ByteReader(file, head)
    let version = try reader.number(1)
    try reader.skip(version == 1 ? 19 : 11)
    return (SoundTrack(track: track, table: table), try reader.number(4))
  }

  private static func named(_ file: [UInt8], _ range: Range<Int>) throws(LensFault) -> [String: Range<Int>] {
    var parts: [String: Range<Int>] = [:]
    for box in try MP4File.boxes(file, range) where parts[box.name] == nil { parts[box.name] = box.body }
    return parts
  }

  /// Codec of the first description; nil of none that is taken.
  private static func description(_ file: [UInt8], _ range: Range<Int>) throws(LensFault) -> PacketTrack? {
    var reader = ByteReader(file, range)
    try reader.skip(8)
    guard let entry = try MP4File.boxes(file, reader.place..<reader.end).first else { return nil }
    var head = ByteReader(file, entry.body)
    guard entry.name == "mp4a" || entry.name == "Opus" else { return nil }
    try head.skip(8)
    let version = try head.number(2)
    try head.skip(6)
    let channels = try head.number(2)
    // QuickTime's versions are longer.
    try head.skip(10 + [1: 16, 2: 36][version, default: 0])
    let parts = try named(file, head.place..<head.end)
    if entry.name == "Opus" {
      guard (1...2).contains(channels) else { throw .tooManyChannels }
      var track = PacketTrack(.mp4, .opus)
      track.channels = channels
      return track
    }
    var described = parts["esds"]
    if described == nil, let wave = parts["wave"] { described = try named(file, wave)["esds"] }
    guard let described, let setup = try setup(file, described) else { return nil }
    var track = PacketTrack(.mp4, .aac)
    track.setup = setup
    return track
  }

  /// AudioSpecificConfig within the descriptors of an elementary stream (ISO/IEC 14496-1, 7.2.6); nil of another codec.
  private static func setup(_ file: [UInt8], _ range: Range<Int>) throws(LensFault) -> [UInt8]? {
    var reader = ByteReader(file, range)
    try reader.skip(4)
    while reader.left > 2 {
      let tag = try reader.number(1), length = try descriptorLength(&reader)
      switch tag {
      case 3:
        try reader.skip(2)
        let flags = try reader.number(1)
        if flags & 0x80 != 0 { try reader.skip(2) }
        if flags & 0x40 != 0 {
          let length = try reader.number(1)
          try reader.skip(length)
        }
        if flags & 0x20 != 0 { try reader.skip(2) }
      case 4:
        // AAC of MPEG-4, and MPEG-2's three profiles.
        guard [0x40, 0x66, 0x67, 0x68].contains(try reader.number(1)) else { return nil }
        try reader.skip(12)
      case 5: return Array(file[try reader.take(length)])
      default: try reader.skip(length)
      }
    }
    return nil
  }

  private static func descriptorLength(_ reader: inout ByteReader) throws(LensFault) -> Int {
    var length = 0
    for _ in 0..<4 {
      let byte = try reader.number(1)
      length = length << 7 | byte & 0x7F
      if byte & 0x80 == 0 { break }
    }
    return length
  }

  /// Packets of the table of samples: chunks, how many samples each has, and the samples' sizes.
  mutating func addTable(_ file: [UInt8]) throws(LensFault) {
    guard let sizes = table["stsz"], let runs = table["stsc"], let places = table["stco"] ?? table["co64"] else {
      return
    }
    let isLong = table["stco"] == nil
    var size = ByteReader(file, sizes), run = ByteReader(file, runs), chunk = ByteReader(file, places)
    try size.skip(4)
    let usual = try size.number(4)
    var left = try size.number(4)
    try run.skip(8)
    try chunk.skip(4)
    let chunks = try chunk.number(4)
    var number = 0, count = 0, next = 1
    while left > 0, number < chunks, chunk.left >= (isLong ? 8 : 4) {
      number += 1
      // A run's first chunk, its samples, its description.
      if number == next, run.left >= 12 {
        try run.skip(4)
        count = try run.number(4)
        try run.skip(4)
        var ahead = run
        next = ahead.left >= 12 ? try ahead.number(4) : .max
      }
      var place = try chunk.number(isLong ? 8 : 4)
      for _ in 0..<min(count, left) {
        let length = usual > 0 ? usual : try size.number(4)
        guard length <= file.count, place <= file.count else { return }
        try track.add(place, length, of: file.count)
        place += length
        left -= 1
      }
    }
  }

  /// Packets of a fragment's runs.
  /// - Parameters:
  ///   - number: of the track whose runs count.
  ///   - fragment: where its box begins.
  ///   - usual: size of samples for which no other is said.
  mutating func addRuns(
    _ file: [UInt8], _ range: Range<Int>, of number: Int, fragment: Int, usual: Int
  ) throws(LensFault) {
    let parts = try MP4File.boxes(file, range)
    guard let head = parts.first(where: { $0.name == "tfhd" }) else { return }
    var reader = ByteReader(file, head.body)
    let flags = try reader.number(4)
    guard try reader.number(4) == number else { return }
    let base = flags & 0x1 != 0 ? try reader.number(8) : fragment
    if flags & 0x2 != 0 { try reader.skip(4) }
    if flags & 0x8 != 0 { try reader.skip(4) }
    let usual = flags & 0x10 != 0 ? try reader.number(4) : usual
    var place = base
    for part in parts where part.name == "trun" {
      var run = ByteReader(file, part.body)
      let flags = try run.number(4), count = try run.number(4)
      if flags & 0x1 != 0 { place = base &+ Int(Int32(truncatingIfNeeded: try run.number(4))) }
      if flags & 0x4 != 0 { try run.skip(4) }
      let (before, behind) = ((flags & 0x100) >> 6, ((flags & 0x400) >> 8) + ((flags & 0x800) >> 9))
      for _ in 0..<count {
        try run.skip(before)
        let length = flags & 0x200 != 0 ? try run.number(4) : usual
        try run.skip(behind)
        guard (0...file.count).contains(place), (1...file.count).contains(length) else { return }
        try track.add(place, length, of: file.count)
        place += length
      }
    }
  }
}
