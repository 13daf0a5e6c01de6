internal import QixCommands
package import QixFormats

/// The faults that were met so far, and the readings that find them.
package struct Faults: Sendable {
  package private(set) var all: [Fault] = []
  /// The key for a comment in any object of the format.
  package static let note = "note"

  package init() {}

  /// More would help no reader, and each is looked for in the file, whose author decides how many there are.
  package static let most = 200

  package mutating func add(
    _ pointer: JSONPointer, _ problem: String, _ remedy: String, _ kind: Fault.Kind = .malformed
  ) {
    guard all.count < Self.most else { return }
    all.append(Fault(pointer: pointer, problem: problem, remedy: remedy, kind: kind))
  }

  /// Returns an object with these keys and no others; nil, and a fault, where it isn't one. For null nil alone.
  package mutating func object(_ value: JSONValue?, at pointer: JSONPointer, keys: [String]) -> JSONObject? {
    guard let value, !value.isNull else { return nil }
    guard let object = value.object else {
      add(pointer, "an object is needed", "write an object in braces, with some of: \(keys.joined(separator: ", "))")
      return nil
    }
    for member in object.members where member.key != Self.note && !keys.contains(member.key) {
      add(
        pointer.appending(member.key),
        "there is no such key here\(Suggestion.clause(for: member.key, among: keys))",
        "remove it, or write one of: \((keys + [Self.note]).joined(separator: ", "))")
    }
    return object
  }

  /// A value of one kind; nil where it is missing, with a fault where it must not be, or wrong.
  package mutating func value(
    _ object: JSONObject, _ key: String, at pointer: JSONPointer, _ kind: FieldKind, isRequired: Bool = false
  ) -> JSONValue? {
    guard let value = object[key], !value.isNull else {
      if isRequired { add(pointer.appending(key), "it is missing", kind.remedy) }
      return nil
    }
    if let problem = kind.problem(with: value) {
      add(pointer.appending(key), problem, kind.remedy)
      return nil
    }
    return value
  }
}
