/// What tiers may be called.
enum TierName {
  static let most = 55

  static func isWellFormed(_ name: String) -> Bool {
    func isWord(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard (1...most).contains(name.utf8.count), let first = name.utf8.first, isWord(first) else { return false }
    return name.utf8.allSatisfy { isWord($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }
}
