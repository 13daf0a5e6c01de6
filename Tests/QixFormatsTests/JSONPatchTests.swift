import QixFormats
import QixKernel
import QixTesting
import Testing

/// What makes one JSON text of another (RFC 6902).
@Suite struct JSONPatchTests {
  @Test func sayNoMoreThanWhatHasChanged() throws {
    let before: JSONValue = ["balance": 5, "name": "Ada", "rows": [["id": 1], ["id": 2], ["id": 3]], "old": nil]
    let after: JSONValue = [
      "balance": 7, "name": "Ada", "rows": [["id": 9], ["id": 1], ["id": 2], ["id": 3]], "a/b~": 1,
    ]
    #expect(
      before.patch(to: after) == [
        ["op": "remove", "path": "/old"], ["op": "replace", "path": "/balance", "value": 7],
        ["op": "add", "path": "/rows/0", "value": ["id": 9]], ["op": "add", "path": "/a~1b~0", "value": 1],
      ])
    // A row leaves the end of a list of the newest, as one comes at its front.
    #expect(
      JSONValue.array([1, 2, 3]).patch(to: [4, 1, 2]) == [
        ["op": "remove", "path": "/2"], ["op": "add", "path": "/0", "value": 4],
      ])
    #expect(JSONValue.array([1, 2, 3]).patch(to: [1, 5, 3]) == [["op": "replace", "path": "/1", "value": 5]])
    #expect(JSONValue.object(["a": 1, "b": 2]).patch(to: ["b": 2, "a": 1]).isEmpty)
    #expect(JSONValue.integer(1).patch(to: 1.0) == [["op": "replace", "path": "", "value": 1.0]])
  }

  @Test func makeTheOtherWhateverItIs() throws {
    var random = SeededGenerator(Seed(for: "JSON patches").value)
    for _ in 0..<3_000 {
      let one = Self.value(3, &random)
      // Mostly a few changes of it, now and then another.
      let other = Bool.random(using: &random) ? Self.value(3, &random) : Self.changed(one, &random)
      let patch = one.patch(to: other)
      #expect(Self.sorted(Self.applying(patch, to: one)) == Self.sorted(other), "\(one) to \(other): \(patch)")
    }
  }

  private static func value(_ depth: Int, _ random: inout some RandomNumberGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2: .integer(.random(in: 0...3, using: &random))
    case 3: .string(["", "a", "/", "~1"].randomElement(using: &random) ?? "")
    case 4: .double(1.5)
    case 5: .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth - 1, &random) })
    default:
      .object(
        ["a", "b/c", "~", "d"].shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
          .reduce(into: JSONObject()) { $0[$1] = value(depth - 1, &random) })
    }
  }

  private static func changed(_ value: JSONValue, _ random: inout some RandomNumberGenerator) -> JSONValue {
    switch value {
    case .array(var elements) where !elements.isEmpty && Int.random(in: 0..<4, using: &random) > 0:
      let index = elements.indices.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<3, using: &random) {
      case 0: elements.remove(at: index)
      case 1: elements.insert(Self.value(1, &random), at: index)
      default: elements[index] = changed(elements[index], &random)
      }
      return .array(elements)
    case .object(var object) where !object.members.isEmpty && Int.random(in: 0..<4, using: &random) > 0:
      let member = object.members.randomElement(using: &random)
      if let member {
        object[member.key] = Bool.random(using: &random) ? JSONValue?.none : changed(member.value, &random)
      }
      return .object(object)
    default: return Self.value(1, &random)
    }
  }

  /// Members by their keys: their order is none to a patch.
  private static func sorted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(sorted))
    case .object(let object):
      .object(object.members.sorted { $0.key < $1.key }.reduce(into: JSONObject()) { $0[$1.key] = sorted($1.value) })
    default: value
    }
  }

  private static func applying(_ patch: [JSONValue], to value: JSONValue) -> JSONValue {
    patch.reduce(value) { value, operation in
      let path = operation["path"]?.string ?? ""
      let steps = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { step -> String in
        step.replacing("~1", with: "/").replacing("~0", with: "~")
      }
      return applying(operation, steps[...], to: value)
    }
  }

  private static func applying(_ operation: JSONValue, _ steps: ArraySlice<String>, to value: JSONValue) -> JSONValue {
    guard let step = steps.first else { return operation["value"] ?? .null }
    let (rest, op) = (steps.dropFirst(), operation["op"]?.string ?? "")
    switch value {
    case .array(var elements):
      guard let index = Int(step) else { return value }
      switch (rest.isEmpty, op) {
      case (true, "add"): elements.insert(operation["value"] ?? .null, at: index)
      case (true, "remove"): elements.remove(at: index)
      default: elements[index] = applying(operation, rest, to: elements[index])
      }
      return .array(elements)
    case .object(var object):
      if rest.isEmpty {
        object[step] = op == "remove" ? JSONValue?.none : operation["value"] ?? .null
      } else if let member = object[step] {
        object[step] = applying(operation, rest, to: member)
      }
      return .object(object)
    default: return value
    }
  }
}
