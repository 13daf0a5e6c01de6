internal import Glibc
package import QixFormats

/// The rounds of a fuzz loop: `QIX_FUZZ`, or a number that takes about a second.
package func fuzzCount(_ usual: Int) -> Int { getenv("QIX_FUZZ").flatMap { Int(String(cString: $0)) } ?? usual }

/// Makes of what is good what a stranger might send: bytes changed anywhere, pieces of a format thrown together, values
/// of any kind.
package struct Mangler: Sendable {
  package var random: SeededGenerator
  private let pieces: [[UInt8]]
  private let words: [String]

  /// - Parameter pieces: of the format; its marks, and numbers and texts that are too much for it.
  package init(_ seed: Seed, pieces: [String] = []) {
    random = SeededGenerator(seed)
    words = pieces
    self.pieces = pieces.map { Array($0.utf8) }
  }

  package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  /// One to six changes: a bit, a byte less, a piece more, the end cut off, a part twice, a part elsewhere.
  package mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(6) where !bytes.isEmpty {
      let (place, other) = (below(bytes.count), below(bytes.count))
      let part = Array(bytes[min(place, other)..<max(place, other)].prefix(4_096))
      switch below(7) {
      case 0: bytes[place] ^= 1 << UInt8(below(8))
      case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [0], at: place)
      case 4: if below(4) == 0 { bytes.removeLast(bytes.count - place) }
      case 5: bytes.insert(contentsOf: part, at: place)
      default: bytes.replaceSubrange(place..<min(bytes.count, place + part.count), with: part)
      }
    }
    return bytes
  }

  /// Pieces one behind the other, fewer than so many.
  package mutating func nonsense(_ bound: Int) -> [UInt8] {
    (0..<below(bound)).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
  }

  private static let numbers: [JSONValue] = [
    0, 1, -1, 2, 5, 100, .integer(.max), .integer(.min), .integer(.max - 1), 0.5, -0.0, 1e300, -1e300, 2.3e-308,
    9_007_199_254_740_993, 86_400, 86_400.5, 4_294_967_296,
  ]
  private static let texts = [
    "", " ", "a", "\u{0}", "\n", "\u{1B}[2J", "\u{202E}", "e\u{301}", "١٢", "Ａ", "🏳️‍🌈", "-1", "NaN", "1e9", "=1+1",
    String(repeating: "x", count: 300), String(repeating: "\u{10FFFF}", count: 70),
  ]

  /// Any value of JSON, lists and objects within each other down to a depth; names and texts often are pieces.
  package mutating func value(depth: Int = 3) -> JSONValue {
    switch below(depth > 0 ? 8 : 6) {
    case 0: return nil
    case 1: return .bool(below(2) == 0)
    case 2, 3: return Self.numbers.randomElement(using: &random) ?? 0
    case 4: return .string(words.randomElement(using: &random) ?? "")
    case 5: return .string(Self.texts.randomElement(using: &random) ?? "")
    case 6: return .array((0..<below(5)).map { _ in value(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<below(5) { object[words.randomElement(using: &random) ?? "a"] = value(depth: depth - 1) }
      return .object(object)
    }
  }

  /// A value with parts of it replaced, taken away or put in.
  package mutating func changed(_ value: JSONValue, depth: Int = 4) -> JSONValue {
    if below(12) == 0 || depth == 0 { return self.value() }
    switch value {
    case .array(var values):
      guard !values.isEmpty else { return value }
      let index = below(values.count)
      switch below(8) {
      case 0: values.remove(at: index)
      case 1: values.append(values[index])
      default: values[index] = changed(values[index], depth: depth - 1)
      }
      return .array(values)
    case .object(var object):
      guard let member = object.members.randomElement(using: &random) else { return value }
      switch below(8) {
      case 0: object[member.key] = nil
      case 1: object[words.randomElement(using: &random) ?? "a"] = self.value()
      default: object[member.key] = changed(member.value, depth: depth - 1)
      }
      return .object(object)
    default: return self.value(depth: 1)
    }
  }
}
