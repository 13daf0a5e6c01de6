/// The symbols of codes that are made here: digits, and capital letters of which none is taken for a digit or for
/// another letter.
///
/// Seven letters are missing, each of which looks like a symbol that is there: O (0), I and L (1), Z (2), S (5), B (8),
/// U (V). Who reads one of them has read its look-alike, so it stands for it, and nothing typed is ambiguous. That leaves
/// 29 symbols, a prime number, without which a check symbol would miss some mistakes (`isConsistent`).
enum CodeAlphabet {
  static let symbols = Array("0123456789ACDEFGHJKMNPQRTVWXY".utf8)
  static let size: UInt8 = 29

  /// The value of a byte in capitals, look-alikes included; 255 for what is no symbol.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, symbol) in symbols.enumerated() { values[Int(symbol)] = UInt8(value) }
    for (alike, symbol) in zip("OILZSBU".utf8, "011258V".utf8) { values[Int(alike)] = values[Int(symbol)] }
    return values
  }()

  /// Returns the symbol that a byte stands for; nil for none. Small letters have none: they were made capitals before.
  static func symbol(_ byte: UInt8) -> UInt8? {
    let value = values[Int(byte)]
    return value < size ? symbols[Int(value)] : nil
  }

  /// The check symbol that stands behind others.
  ///
  /// The values, each times 2 to the power of its place, with the check symbol's as the last one, are zero modulo 29. As
  /// 29 is prime and the powers 2⁰ … 2²⁷ are all different modulo 29, none of these goes unseen: one symbol that is
  /// another; two symbols, wherever they stand, that have changed places; a pair such as AA that became CC, or ACA that
  /// became DCD.
  static func check(of payload: some Sequence<UInt8>) -> UInt8 {
    var (sum, weight) = (0, 1)
    for symbol in payload {
      sum += Int(values[Int(symbol)]) * weight
      weight = weight * 2 % 29
    }
    // weight · x ≡ −sum: the inverse of the weight is its 27th power (Fermat).
    var inverse = 1
    for _ in 0..<27 { inverse = inverse * weight % 29 }
    return symbols[(29 - sum % 29) * inverse % 29]
  }

  /// Whether the last of these symbols is what the others ask for.
  static func isConsistent(_ code: some BidirectionalCollection<UInt8>) -> Bool {
    guard let last = code.last, code.count > 1 else { return false }
    return check(of: code.dropLast()) == last
  }
}
