import Foundation
import Testing

@testable import QixFormats

/// Foundation's JSONSerialization as the oracle.
@Suite("JSON against Foundation")
struct JSONDifferentialTests {
  static func randomValue(_ random: inout SeededGenerator, depth: Int = 0) -> JSONValue {
    switch random.below(depth < 4 ? 8 : 6) {
    case 0: return .null
    case 1: return .bool(random.below(2) == 0)
    case 2: return .integer(Int64(bitPattern: random.next()) >> Int64(random.below(64)))
    case 3:
      let value = Double(bitPattern: random.next())
      return .double(value.isFinite ? value : Double(random.below(1_000)) / 8)
    case 4, 5: return .string(randomText(&random))
    case 6: return .array((0..<random.below(5)).map { _ in randomValue(&random, depth: depth + 1) })
    default:
      var object = JSONObject()
      for _ in 0..<random.below(5) { object[randomText(&random)] = randomValue(&random, depth: depth + 1) }
      return .object(object)
    }
  }

  static func randomText(_ random: inout SeededGenerator) -> String {
    let pieces = ["a", "é", "🎁", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{2028}", "long enough not to be small"]
    return (0..<random.below(5)).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  /// Foundation's value as our type; its numbers as doubles.
  static func normalized(_ value: Any) -> JSONValue {
    switch value {
    case let text as String: return .string(text)
    case let elements as [Any]: return .array(elements.map { normalized($0) })
    case let members as [String: Any]:
      var object = JSONObject()
      for key in members.keys.sorted() { object[key] = members[key].map { normalized($0) } }
      return .object(object)
    case let number as NSNumber:
      return String(cString: number.objCType) == "c" ? .bool(number.boolValue) : .double(number.doubleValue)
    default: return .null
    }
  }

  /// Whether both mean the same. Foundation reads some numbers through decimals and then misses the nearest double by
  /// a few ulps; that ours are exact is checked by writing them and reading them back.
  static func agree(_ ours: JSONValue, _ theirs: JSONValue?) -> Bool {
    switch (ours, theirs) {
    case (.array(let left), .array(let right)?):
      return left.count == right.count && zip(left, right).allSatisfy { agree($0, $1) }
    case (.object(let left), .object(let right)?):
      return left.members.count == right.members.count && left.members.allSatisfy { agree($0.value, right[$0.key]) }
    case (.integer, .double(let right)?), (.double, .double(let right)?):
      guard let left = ours.double else { return false }
      return left == right || abs(left - right) <= abs(left) * 1e-13
    default: return ours == theirs
    }
  }

  static func foundation(_ bytes: [UInt8]) -> JSONValue? {
    (try? JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])).map { normalized($0) }
  }

  @Test("What we write, Foundation and we ourselves read as the same")
  func writes() throws {
    let seed = runSeed("JSON writing")
    var random = SeededGenerator(seed)
    for iteration in 0..<fuzzCount(2_000) {
      let value = Self.randomValue(&random)
      for style in [JSONWriter.Style.compact, .pretty] {
        let bytes = value.serialized(style)
        guard try JSONValue(parsing: bytes) == value, Self.agree(value, Self.foundation(bytes)) else {
          Issue.record("seed \(seed), iteration \(iteration): \(value.text(style))")
          return
        }
      }
    }
  }

  @Test("Damaged text is refused by both, or read as the same")
  func reads() {
    let seed = runSeed("JSON reading")
    var random = SeededGenerator(seed)
    let alphabet = Array("\"\\{}[]:,.-+0e1 \nutfnadé".utf8) + [0x80, 0xC3, 0xF0]
    for iteration in 0..<fuzzCount(6_000) {
      var bytes = Self.randomValue(&random).serialized(random.below(2) == 0 ? .compact : .pretty)
      for _ in 0..<(1 + random.below(4)) {
        let place = random.below(bytes.count + 1)
        switch random.below(3) {
        case 0 where place < bytes.count: bytes[place] = alphabet[random.below(alphabet.count)]
        case 1 where place < bytes.count: bytes.remove(at: place)
        default: bytes.insert(alphabet[random.below(alphabet.count)], at: place)
        }
      }
      let theirs = Self.foundation(bytes)
      do {
        let ours = try JSONValue(parsing: bytes)
        if Self.agree(ours, theirs) { continue }
        Issue.record("seed \(seed), iteration \(iteration): \(String(decoding: bytes, as: UTF8.self)) is \(ours)")
      } catch {
        // Where we are stricter on purpose; Foundation also takes a comma behind the last element.
        if theirs == nil || [.duplicateKey, .numberTooLarge, .tooDeep].contains(error.problem) { continue }
        if [.expected("a value"), .expected("a string in double quotes")].contains(error.problem),
          String(decoding: bytes, as: UTF8.self).contains(/,\s*[\]}]/)
        {
          continue
        }
        Issue.record("seed \(seed), iteration \(iteration): \(String(decoding: bytes, as: UTF8.self)): \(error)")
      }
      return
    }
  }
}
