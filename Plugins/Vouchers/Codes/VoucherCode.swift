internal import QixKernel

/// The code of a voucher as it is kept and compared: without blanks and dashes, in capitals, 4 to 64 printable ASCII
/// characters. A secret: whoever has it has what the voucher is worth, so it has no description.
struct VoucherCode: Sendable, Equatable {
  let bytes: [UInt8]

  /// Symbols of a code that is made here, the check symbol among them.
  static let length = 16
  static let lengths = 4...64

  /// Reads what somebody typed or what stands in a list; nil where it can be no code.
  init?(_ typed: UnsafeRawBufferPointer) {
    // With blanks and dashes no more than this, so that nobody feeds in a book.
    guard typed.count <= 256 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(typed.count)
    for byte in typed {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "\t"): continue
      case UInt8(ascii: "a")...UInt8(ascii: "z"): bytes.append(byte - 32)
      case 0x21...0x7E: bytes.append(byte)
      default: return nil
      }
    }
    guard Self.lengths.contains(bytes.count) else { return nil }
    self.bytes = bytes
  }

  init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// The code made here that this is, look-alikes taken for what they look like; nil where it is none, or where a
  /// symbol is wrong.
  var ofThisHouse: VoucherCode? {
    guard let symbols, CodeAlphabet.isConsistent(symbols) else { return nil }
    return VoucherCode(unchecked: symbols)
  }

  /// Whether it looks like a code made here and can't be one: something was misread or mistyped.
  var isMistyped: Bool { symbols.map { !CodeAlphabet.isConsistent($0) } ?? false }

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

  /// As it is, for scanners.
  var plain: String { String(decoding: bytes, as: UTF8.self) }
}

/// Bytes of the system's random source, fetched many at a time, and dropped once they are used.
struct RandomPool {
  private let source: any RandomSource
  private var bytes: [UInt8] = []
  private var fetch = 64

  init(_ source: any RandomSource) { self.source = source }

  mutating func next() -> UInt8 {
    if bytes.isEmpty {
      bytes = source.bytes(fetch)
      fetch = min(fetch * 4, 4_096)
    }
    return bytes.removeLast()
  }

  /// A number below a bound of at most 32, each with the same chance: what lies above is drawn again.
  mutating func next(below bound: UInt8) -> UInt8 {
    precondition((1...32).contains(bound))
    while true {
      let number = next() & 31
      if number < bound { return number }
    }
  }
}

/// How codes of a series are made.
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

extension RandomPool {
  /// 0 to 9. Of 32 numbers 30 are taken, three for each digit.
  fileprivate mutating func digit() -> UInt8 { next(below: 30) % 10 }
}
