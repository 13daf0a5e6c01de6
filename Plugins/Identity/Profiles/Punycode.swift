/// Reads labels of host names that begin with `xn--` (RFC 3492).
enum Punycode {
  /// - Parameter label: the part after `xn--`.
  /// - Returns: nil for a malformed label.
  static func decoded(_ label: some Collection<UInt8>) -> String? {
    let bytes = Array(label)
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    // §6.2: one at the beginning ends no letters of ASCII, and is no digit either.
    let hyphen = bytes.lastIndex(of: UInt8(ascii: "-")).flatMap { $0 > 0 ? $0 : nil }
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
