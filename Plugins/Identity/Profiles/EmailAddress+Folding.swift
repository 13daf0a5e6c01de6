internal import IdentityContract
// The normal forms of Unicode are part of the standard library, which keeps them to itself but for this door.
@_spi(_Unicode) internal import Swift

extension EmailAddress {
  /// The form under which limits count an address: spellings that lead to one mailbox, or do with many providers, are
  /// the same in it.
  ///
  /// Small letters, NFC, without a tag behind `+` and without dots before the @; the domain in Unicode. Two mailboxes
  /// may come out as one, which costs them some of their limit; so it is good for counting only, never for finding or
  /// sending.
  static func folded(_ address: String) -> String {
    let parts = Array(plain(address).utf8).split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return plain(address) }
    // Bytes, since a mark that combines would hide a dot or a plus from a look at characters.
    let name = parts[0].prefix { $0 != UInt8(ascii: "+") }.filter { $0 != UInt8(ascii: ".") }
    let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { label in
      let text = String(decoding: label, as: UTF8.self)
      guard text.utf8.starts(with: "xn--".utf8) else { return text }
      return Punycode.decoded(label.dropFirst(4)).map(plain) ?? text
    }
    let local = name.isEmpty ? Array(parts[0]) : name
    return "\(String(decoding: local, as: UTF8.self))@\(labels.joined(separator: "."))"
  }

  /// Small letters in NFC, with the wide forms of ASCII made narrow and the full stops of IDNA made one (RFC 3490
  /// §3.1).
  private static func plain(_ text: String) -> String {
    var narrow = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E: narrow.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
      case 0x3002, 0xFF61: narrow.append(".")
      // Joiners, which can't be seen.
      case 0x200C, 0x200D: continue
      default: narrow.append(scalar)
      }
    }
    var composed = String.UnicodeScalarView()
    composed.append(contentsOf: String(narrow).lowercased()._nfc)
    return String(composed)
  }
}

/// Reads labels of host names that begin with `xn--` (RFC 3492).
enum Punycode {
  /// - Parameter label: the part after `xn--`.
  /// - Returns: nil for a malformed label.
  static func decoded(_ label: some Collection<UInt8>) -> String? {
    let bytes = Array(label)
    let hyphen = bytes.lastIndex(of: UInt8(ascii: "-"))
    var scalars = String.UnicodeScalarView(bytes[..<(hyphen ?? 0)].map { Unicode.Scalar($0) })
    var rest = bytes[(hyphen.map { $0 + 1 } ?? 0)...]
    // §5: initial_n, initial_bias; §6.2 gives the rest.
    var (value, position, bias) = (128, 0, 72)
    while !rest.isEmpty {
      let before = position
      var (weight, step) = (1, 36)
      while true {
        guard let digit = rest.popFirst().flatMap(digit) else { return nil }
        position += digit * weight
        let threshold = min(max(step - bias, 1), 26)
        if digit < threshold { break }
        weight *= 36 - threshold
        // Beyond any scalar; and the next step must not overflow.
        guard weight < 1 << 40, position < 1 << 40 else { return nil }
        step += 36
      }
      let count = scalars.count + 1
      bias = adapted(position - before, count: count, isFirst: before == 0)
      value += position / count
      position %= count
      guard value < 0x11_0000, let scalar = Unicode.Scalar(UInt32(value)) else { return nil }
      scalars.insert(scalar, at: scalars.index(scalars.startIndex, offsetBy: position))
      position += 1
    }
    return String(scalars)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 26
    default: nil
    }
  }

  /// §6.1.
  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var bias = 0
    while delta > 455 {
      delta /= 35
      bias += 36
    }
    return bias + 36 * delta / (delta + 38)
  }
}
