/// Windows-1252, which spreadsheets of Western Europe write, as UTF-8; and whether bytes are likely to be it.
enum Windows1252 {
  /// The scalars of 0x80 to 0x9F, after Unicode's table CP1252.TXT; 0 for the five that have none. All others are those
  /// of Unicode.
  private static let scalars: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
    0x0178,
  ]

  private static func scalar(_ byte: UInt8) -> UInt32 {
    (0x80..<0xA0).contains(byte) ? scalars[Int(byte) - 0x80] : UInt32(byte)
  }

  /// Decodes bytes into a buffer with room for three bytes for each.
  /// - Returns: the count of bytes written, and whether each stands for a character; what was written before a fault is
  ///   good.
  static func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutablePointer<UInt8>
  ) -> (count: Int, isWellFormed: Bool) {
    var count = 0
    for byte in input {
      let scalar = scalar(byte)
      guard scalar != 0 || byte == 0 else { return (count, false) }
      count += UTF16Transcoder.encode(scalar, into: output + count)
    }
    return (count, true)
  }

  /// Whether bytes that aren't UTF-8 read sensibly: the accents stand in words, and most other signs outside of them.
  /// The code pages of DOS and of the Macintosh have signs where this one has letters, and other alphabets have long
  /// rows of letters that aren't ASCII.
  /// - Parameter first: the first byte that isn't UTF-8; those before it are only looked at as its neighbours.
  static func isLikely(_ bytes: UnsafeBufferPointer<UInt8>, from first: Int) -> Bool {
    func isWord(_ index: Int) -> Bool { bytes.indices.contains(index) && isASCIILetter(bytes[index]) }
    func isAccented(_ index: Int) -> Bool { bytes.indices.contains(index) && isLetter(bytes[index]) }
    var (all, sensible) = (0, 0)
    for index in first..<bytes.count where bytes[index] >= 0x80 {
      let byte = bytes[index]
      guard scalar(byte) != 0 else { return false }
      all += 1
      if isLetter(byte) {
        let isInWord =
          isWord(index - 1) || isWord(index + 1) || isAccented(index - 1) && isWord(index - 2)
          || isAccented(index + 1) && isWord(index + 2)
        let followsSmall = index > 0 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index - 1])
        sensible += isInWord && !(isCapital(byte) && followsSmall) ? 1 : 0
      } else {
        // An apostrophe, dashes and the dot of Catalan stand within words.
        let isOfWords = [0x92, 0x96, 0x97, 0xAD, 0xB7].contains(byte)
        sensible += isOfWords || !(isWord(index - 1) && isWord(index + 1)) ? 1 : 0
      }
    }
    return all > 0 && sensible * 4 >= all * 3
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    isCapital(byte) || byte >= 0xDF && byte != 0xF7 || [0x9A, 0x9C, 0x9E].contains(byte)
  }

  private static func isCapital(_ byte: UInt8) -> Bool {
    (0xC0...0xDE).contains(byte) && byte != 0xD7 || [0x8A, 0x8C, 0x8E, 0x9F].contains(byte)
  }
}
