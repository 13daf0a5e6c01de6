/// A GS1 Digital Link: a web address with a product's number in its path, `https://id.gs1.org/01/04006381333931/21/A1`
/// (GS1 Digital Link Standard: URI Syntax, release 1.4). Compressed ones are not read.
package struct DigitalLink: Sendable, Equatable {
  /// Without a name or password; small letters.
  package let host: String
  package let elements: ElementString

  /// Bytes of an address that are looked at.
  package static let mostBytes = 4_000

  /// Qualifiers that may follow a primary key in the path, in this order (section 4.9).
  private static let qualifiers: [String: [String]] = [
    "01": ["22", "10", "21", "235"], "8006": ["22", "10", "21"], "8010": ["8011"], "414": ["254", "7040"],
    "415": ["8020"],
    "417": ["7040"], "8017": ["8019"], "8018": ["8019"],
  ]
  private static let keys: Set<String> = [
    "00", "01", "253", "255", "401", "402", "414", "415", "417", "8003", "8004", "8006", "8010", "8013", "8017", "8018",
  ]
  /// Names that release 1.1 still took in place of numbers.
  private static let names = [
    "gtin": "01", "cpv": "22", "lot": "10", "ser": "21", "sscc": "00", "gln": "414", "gtin8": "01", "gtin12": "01",
    "gtin13": "01", "gtin14": "01", "itip": "8006", "giai": "8004", "grai": "8003",
  ]

  /// Reads an address; nil where it is no digital link: no key in its path, malformed data, a wrong check digit.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count <= Self.mostBytes, let scheme = text.range(ofScheme: ["https://", "http://"]) else {
      return nil
    }
    var rest = Array(text.utf8.dropFirst(scheme))
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) { rest = Array(rest[..<hash]) }
    let query = rest.firstIndex(of: UInt8(ascii: "?")).map { Array(rest[($0 + 1)...]) } ?? []
    let path = rest.firstIndex(of: UInt8(ascii: "?")).map { Array(rest[..<$0]) } ?? rest
    let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard let authority = segments.first, !authority.isEmpty, !authority.contains(UInt8(ascii: "@")) else { return nil }
    var pieces: [[UInt8]] = []
    for segment in segments.dropFirst() {
      guard let decoded = Self.decoded(segment) else { return nil }
      pieces.append(decoded)
    }
    if pieces.last?.isEmpty == true { pieces.removeLast() }
    guard let pairs = Self.pairs(inPath: pieces), let more = Self.pairs(inQuery: query),
      let elements = try? ElementString(checked: pairs + more)
    else { return nil }
    self.elements = elements
    host = String(decoding: authority.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }

  private typealias Pair = (ApplicationIdentifier, [UInt8])

  /// The path may begin with anything of its host's own; the last key in it counts.
  private static func pairs(inPath pieces: [[UInt8]]) -> [Pair]? {
    for start in pieces.indices.reversed() where start + 1 < pieces.count && (pieces.count - start) % 2 == 0 {
      let code = Self.code(pieces[start])
      guard keys.contains(code), let identifier = ApplicationIdentifier.named(code) else { continue }
      var pairs: [Pair] = [(identifier, padded(pieces[start + 1], for: code))]
      var allowed = (qualifiers[code] ?? [])[...]
      for index in stride(from: start + 2, to: pieces.count, by: 2) {
        let code = Self.code(pieces[index])
        guard let place = allowed.firstIndex(of: code), let identifier = ApplicationIdentifier.named(code) else {
          return nil
        }
        allowed = allowed[(place + 1)...]
        pairs.append((identifier, pieces[index + 1]))
      }
      return pairs
    }
    return nil
  }

  /// A parameter with a number for its name is an element; the rest is its host's own.
  private static func pairs(inQuery query: [UInt8]) -> [Pair]? {
    var pairs: [Pair] = []
    for part in query.split(whereSeparator: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: ";") }) {
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")), let name = decoded(part[..<equals]) else { continue }
      let code = Self.code(name)
      guard let identifier = ApplicationIdentifier.named(code) else {
        // A number that is no identifier is a mistake, not a parameter of the host's.
        if !name.isEmpty, name.allSatisfy({ (48...57).contains($0) }) { return nil }
        continue
      }
      guard let value = decoded(part[(equals + 1)...]) else { return nil }
      pairs.append((identifier, padded(value, for: code)))
    }
    return pairs
  }

  private static func code(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return names[text] ?? text
  }

  /// A GTIN may stand with 8, 12 or 13 digits.
  private static func padded(_ value: [UInt8], for code: String) -> [UInt8] {
    guard code == "01" || code == "02", [8, 12, 13].contains(value.count) else { return value }
    return [UInt8](repeating: UInt8(ascii: "0"), count: 14 - value.count) + value
  }

  /// Nil of a per cent sign without two hexadecimal digits.
  private static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}

extension StringProtocol {
  /// Returns the range of a scheme at the beginning, whatever the case of its letters.
  fileprivate func range(ofScheme schemes: [String]) -> Int? {
    schemes.first { utf8.count >= $0.utf8.count && prefix($0.count).lowercased() == $0 }?.utf8.count
  }
}
