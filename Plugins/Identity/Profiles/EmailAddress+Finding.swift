internal import QixModule
// The normal forms of Unicode are part of the standard library, which keeps them to itself but for this door.
@_spi(_Unicode) internal import Swift

/// The forms by which an address is found. Keyed hashes are kept of them, so neither may ever change: another one is
/// added beside them (decision 0088).
extension EmailAddress {
  /// The form by which an address is found: the same for all spellings of one mailbox.
  ///
  /// Before the @ NFC, with the letters A to Z small, also under an accent; behind it a host name in Unicode (`host`).
  /// - Parameter address: as it is kept.
  static func found(_ address: String) -> String {
    // By bytes, since a mark that combines would hide the @ from a look at characters.
    let parts = address.utf8.split(separator: UInt8(ascii: "@"), maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 2, isSettled(address) else { return formerlyFound(address) }
    let decomposed = String(String.UnicodeScalarView(parts[0]._nfd))
    return "\(asciiLowercased(decomposed[...]).composed)@\(host(parts[1]))"
  }

  /// The form of before, in which only the letters A to Z were made small.
  static func formerlyFound(_ address: String) -> String { asciiLowercased(address[...]) }

  /// A host name in Unicode, as UTS #46 maps it in non-transitional processing, in the parts that decision 0088 names.
  private static func host(_ domain: String) -> String {
    hostMapped(domain).utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { unicodeLabel(Array($0)) ?? String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
  }

  /// Reads an `xn--` label.
  /// - Returns: nil for a label that is none, or that no host name in Unicode is written as (UTS #46 §4.1): that one is
  ///   a name of its own, or two domains would become one.
  private static func unicodeLabel(_ label: [UInt8]) -> String? {
    guard label.starts(with: "xn--".utf8), let text = Punycode.decoded(label.dropFirst(4)),
      text.utf8.contains(where: { $0 >= 0x80 }), !text.utf8.starts(with: "xn--".utf8), isSettled(text),
      hostMapped(text).utf8.elementsEqual(text.utf8)
    else { return nil }
    return text
  }

  /// Narrow, small letters, NFC.
  static func hostMapped(_ text: String) -> String { narrow(text).lowercased().composed }

  /// Wide forms of ASCII as ASCII, and the full stops of IDNA as one (RFC 3490 §3.1).
  static func narrow(_ text: String) -> String {
    var narrow = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E: narrow.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
      case 0x3002, 0xFF61: narrow.append(".")
      default: narrow.append(scalar)
      }
    }
    return String(narrow)
  }

  private static func isSettled(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(\.isSettled) }
}

extension Unicode.Scalar {
  /// Whether Unicode 15 has it: what it says of a character's case and parts never changes, and a later version must make
  /// no other form of a character that an earlier one didn't know.
  var isSettled: Bool { isASCII || (properties.age.map { $0.major <= 15 } ?? false) }
}
