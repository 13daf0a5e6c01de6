internal import Glibc

/// The files of the system's time zones: TZif of RFC 9636, versions 2 and later.
enum ZoneFile {
  static let folder = "/usr/share/zoneinfo"

  static func rules(of identifier: String) throws(TimeZoneError) -> ZoneRules {
    guard isName(identifier) else { throw .unknown(identifier) }
    guard access(folder, F_OK) == 0 else { throw .noZones }
    guard let bytes = read("\(folder)/\(identifier)") else { throw .unknown(identifier) }
    guard let rules = parse(bytes) else { throw .damaged(identifier) }
    return rules
  }

  /// Letters, digits and `_+-` between slashes: nothing that leads out of the folder.
  private static func isName(_ identifier: String) -> Bool {
    let parts = identifier.split(separator: "/", omittingEmptySubsequences: false)
    return identifier.utf8.count <= 64
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
              || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_+-".utf8.contains(byte)
          }
      }
  }

  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 8_192)
    // The largest zone has some 4 KB.
    while bytes.count < 1 << 20 {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    return nil
  }

  /// Nil for anything that isn't as the RFC says.
  static func parse(_ bytes: [UInt8]) -> ZoneRules? {
    guard let first = Header(bytes, at: 0), first.version >= UInt8(ascii: "2") else { return nil }
    let place = Header.size + first.dataSize(timeSize: 4)
    guard let header = Header(bytes, at: place) else { return nil }
    var cursor = place + Header.size
    let end = cursor + header.dataSize(timeSize: 8)
    guard bytes.count > end, header.types > 0 else { return nil }
    let starts = (0..<header.times).map { integer(bytes, at: cursor + $0 * 8, size: 8) }
    cursor += header.times * 8
    let kinds = bytes[cursor..<cursor + header.times].map { Int($0) }
    cursor += header.times
    let offsets = (0..<header.types).map { integer(bytes, at: cursor + $0 * 6, size: 4) }
    guard kinds.allSatisfy({ $0 < offsets.count }), zip(starts, starts.dropFirst()).allSatisfy({ $0 < $1 }),
      bytes[end] == UInt8(ascii: "\n"), let last = bytes[(end + 1)...].firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let footer = String(decoding: bytes[(end + 1)..<last], as: UTF8.self)
    let after = ZoneRule(posix: footer)
    guard footer.isEmpty || after != nil else { return nil }
    return ZoneRules(starts: starts, offsets: kinds.map { offsets[$0] }, before: offsets[0], after: after)
  }

  private struct Header {
    static let size = 44
    let version: UInt8
    let universal: Int
    let standard: Int
    let leaps: Int
    let times: Int
    let types: Int
    let characters: Int

    init?(_ bytes: [UInt8], at place: Int) {
      guard bytes.count >= place + Self.size, bytes[place..<place + 4].elementsEqual("TZif".utf8) else { return nil }
      version = bytes[place + 4]
      let counts = (0..<6).map { Int(truncatingIfNeeded: integer(bytes, at: place + 20 + $0 * 4, size: 4)) }
      guard counts.allSatisfy({ (0...65_536).contains($0) }) else { return nil }
      (universal, standard, leaps, times, types, characters) =
        (counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])
    }

    func dataSize(timeSize: Int) -> Int {
      times * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4) + standard + universal
    }
  }

  /// A big-endian number with a sign.
  private static func integer(_ bytes: [UInt8], at place: Int, size: Int) -> Int64 {
    var value: UInt64 = 0
    for byte in bytes[place..<place + size] { value = value << 8 | UInt64(byte) }
    return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
  }
}
