internal import QixModule

/// The code of a voucher: printable ASCII. A secret, worth as much as the voucher, so it has no description.
struct VoucherCode: Sendable, Equatable {
  /// The code as written; of a folded one in capitals, without blanks and dashes.
  let bytes: [UInt8]

  /// Symbols of a code that is made here, the check symbol among them.
  static let length = 16
  /// Characters, blanks and dashes not counted.
  static let lengths = 4...64
  /// Bytes of one with all its blanks and dashes.
  private static let longest = 128

  /// A typed code, folded; nil where it can be no code.
  init?(typed: UnsafeRawBufferPointer) {
    guard let bytes = Self.fold(typed) else { return nil }
    self.bytes = bytes
  }

  /// A code of a list, as the brand has written it, but for blanks around it; nil where it can be no code.
  init?(printed: UnsafeRawBufferPointer) {
    guard Self.fold(printed) != nil else { return nil }
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let start = printed.firstIndex(where: { !isBlank($0) }), let end = printed.lastIndex(where: { !isBlank($0) })
    else { return nil }
    bytes = Array(printed[start...end])
  }

  /// The form in which codes are compared and found.
  var folded: VoucherCode { VoucherCode(unchecked: bytes.withUnsafeBytes(Self.fold) ?? bytes) }

  private static func fold(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    guard text.count <= longest else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for byte in text {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "\t"): continue
      case UInt8(ascii: "a")...UInt8(ascii: "z"): bytes.append(byte - 32)
      case 0x21...0x7E: bytes.append(byte)
      default: return nil
      }
    }
    return lengths.contains(bytes.count) ? bytes : nil
  }

  init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// The code made here that this folded one stands for, look-alikes replaced; nil where it is of another kind, or a
  /// symbol is wrong.
  var ofThisHouse: VoucherCode? {
    guard let symbols, CodeAlphabet.isConsistent(symbols) else { return nil }
    return VoucherCode(unchecked: symbols)
  }

  /// Folded ones that this folded one can stand for, the likeliest first: as it is, for a brand's codes may be anything;
  /// as a code made here; and both without what a scanner puts in front (`]C1`, ISO/IEC 15424) and what people put
  /// between and around: dots, underscores, quotation marks.
  var readings: [VoucherCode] {
    let bare = bare
    return [self, ofThisHouse, bare, bare?.ofThisHouse].compactMap(\.self)
  }

  /// Nil where that is nothing else, or no code.
  private var bare: VoucherCode? {
    let isNamed = bytes.count > 3 && bytes[0] == UInt8(ascii: "]")
    let rest = bytes.dropFirst(isNamed ? 3 : 0).filter { !"._'\"`".utf8.contains($0) }
    return rest.count < bytes.count && Self.lengths.contains(rest.count) ? VoucherCode(unchecked: rest) : nil
  }

  /// Whether it looks like a code made here, or like a number for scanners, and can't be one: something was misread or
  /// mistyped.
  var isMistyped: Bool {
    let code = bare ?? self
    return code.symbols.map { !CodeAlphabet.isConsistent($0) } ?? EAN13.isMistyped(code.bytes)
  }

  private var symbols: [UInt8]? {
    guard bytes.count == Self.length else { return nil }
    let symbols = bytes.compactMap(CodeAlphabet.symbol)
    return symbols.count == Self.length ? symbols : nil
  }

  /// In groups of four, as people read and type it: `7KQM-3XPA-9TRD-WF24`.
  var grouped: String {
    var text: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if index > 0, index % 4 == 0 { text.append(UInt8(ascii: "-")) }
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The code as it is, for scanners.
  var plain: String { String(decoding: bytes, as: UTF8.self) }
}

/// The form of a series' codes.
enum CodeRecipe: Sendable, Equatable {
  /// Fifteen random symbols, 72.9 bits, and a check symbol.
  case symbols
  /// Thirteen digits: a prefix of two, ten random ones, 33.2 bits, and GS1's check digit.
  case ean13(prefix: String)

  func make(_ random: inout RandomPool) -> VoucherCode {
    switch self {
    case .symbols:
      var code: [UInt8] = []
      code.reserveCapacity(VoucherCode.length)
      for _ in 1..<VoucherCode.length {
        code.append(CodeAlphabet.symbols[Int(random.next(below: CodeAlphabet.size))])
      }
      code.append(CodeAlphabet.check(of: code))
      return VoucherCode(unchecked: code)
    case .ean13(let prefix):
      var code = Array(prefix.utf8)
      while code.count < EAN13.length - 1 { code.append(UInt8(ascii: "0") + random.digit()) }
      code.append(EAN13.check(of: code))
      return VoucherCode(unchecked: code)
    }
  }
}
