internal import QixFormats
internal import QixTerminal

/// Something in a campaign's description that can't be.
struct Fault: Sendable, Equatable {
  enum Kind: Sendable {
    case malformed
    /// Fine by itself, but taken.
    case duplicate
  }

  /// Within the campaign's file, also where it was given by options.
  let pointer: JSONPointer
  /// What is wrong: a clause without capital letter and full stop.
  let problem: String
  /// How to mend it: the same.
  let remedy: String
  var kind = Kind.malformed
}

/// Where a campaign's description came from, so that a fault can be found in it.
enum FaultSource: Sendable {
  case file(name: String, JSONPlaces)
  /// The options of a command, or what is stored and options can change.
  case options

  var name: String {
    switch self {
    case .file(let name, _): name
    case .options: "the campaign"
    }
  }

  /// From the beginning of the file to its end; what is missing comes where it would be.
  func inOrder(_ faults: [Fault]) -> [Fault] {
    guard case .file(_, let places) = self else { return faults }
    func key(_ fault: Fault) -> (Int, Int) { places[fault.pointer].map { ($0.line, $0.column) } ?? (0, 0) }
    // Those of one place stay in the order in which they were found.
    return faults.enumerated().sorted { left, right in
      let (a, b) = (key(left.element), key(right.element))
      return a == b ? left.offset < right.offset : a < b
    }.map(\.element)
  }

  /// `line 7, /caps/wins`, or `--cap-wins`.
  func place(of fault: Fault) -> String {
    switch self {
    case .file(_, let places):
      let pointer = fault.pointer.description
      let line = places[fault.pointer].map { "line \($0.line)" }
      return [line, pointer.isEmpty ? nil : pointer].compactMap(\.self).joined(separator: ", ")
    case .options: return CampaignOptions.name(of: fault.pointer)
    }
  }
}

/// The faults that were met so far, and the readings that find them.
struct Faults: Sendable {
  private(set) var all: [Fault] = []
  /// What stands for a comment in any object of the format.
  static let note = "note"
  /// More would help nobody, and each is looked for in the file: whoever wrote it decides how many there are.
  static let most = 200

  mutating func add(_ pointer: JSONPointer, _ problem: String, _ remedy: String, _ kind: Fault.Kind = .malformed) {
    guard all.count < Self.most else { return }
    all.append(Fault(pointer: pointer, problem: problem, remedy: remedy, kind: kind))
  }

  /// An object with these keys and no others; nil, and a fault, where it is none. Nil without a fault for null.
  mutating func object(_ value: JSONValue?, at pointer: JSONPointer, keys: [String]) -> JSONObject? {
    guard let value, !value.isNull else { return nil }
    guard let object = value.object else {
      add(pointer, "an object is needed", "write it in braces, with some of: \(keys.joined(separator: ", "))")
      return nil
    }
    for member in object.members where member.key != Self.note && !keys.contains(member.key) {
      add(
        pointer.appending(member.key),
        "there is no such key here\(Suggestion.clause(for: member.key, among: keys))",
        "take it out, or write one of: \((keys + [Self.note]).joined(separator: ", "))")
    }
    return object
  }

  /// A value of one kind; nil where it is missing, with a fault where it must not be, or wrong.
  mutating func value(
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
