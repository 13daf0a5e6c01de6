internal import QixDefinitions
internal import QixShake

/// Parts of a campaign's description that options give another value.
struct CampaignEdit: Sendable {
  private typealias Keys = CampaignKeys

  /// The value that takes a rule away.
  static let none = "none"

  private var values: [(path: [String], value: JSONValue?)]
  /// Types of shake; nil where they stay as they are, as do the conditions.
  var types: [String]?
  var conditions: [String]?
  /// Settings of types.
  var settings: [(type: String, name: String, text: String)] = []

  init(_ options: [KeyOption]) {
    values = options.compactMap { option in
      option.text.wrappedValue.map { (option.path, Self.value(of: $0, for: option)) }
    }
  }

  var isEmpty: Bool { values.isEmpty && types == nil && conditions == nil && settings.isEmpty }

  mutating func add(_ other: CampaignEdit) { values += other.values }

  /// Puts what the options say into a description.
  /// - Parameters:
  ///   - known: the types there are, for what their settings take.
  ///   - now: from which words and lengths of time are meant.
  func apply(to object: JSONObject, known: [String: any ShakeType.Type], at now: Timestamp) -> JSONObject {
    var object = object
    for (path, value) in values { object = Self.setting(object, path[...], to: value) }
    for key in [Keys.start, Keys.end, Keys.expires] where values.contains(where: { $0.path == [key] }) {
      WallTime.writeOut(
        key, of: &object, zone: Keys.timeZone, isEnd: key != Keys.start, at: now, keepsLengths: key == Keys.expires)
    }
    if let conditions {
      let value = conditions.isEmpty ? nil : JSONValue.array(conditions.map(JSONValue.string))
      object = Self.setting(object, [Keys.audience, Keys.Audience.conditions], to: value)
    }
    if let types {
      // A type that stays keeps its settings.
      let before = object[Keys.shakes]?.object
      var shakes = JSONObject()
      for type in types where type != Self.none { shakes[type] = before?[type] ?? .object(JSONObject()) }
      object[Keys.shakes] = .object(shakes)
    }
    for (type, name, text) in settings {
      let kind = known[type]?.settings.first { $0.name == name }?.kind
      object = Self.setting(object, [Keys.shakes, type, name], to: Self.value(of: text, kind))
    }
    return object
  }

  private static func value(of text: String, for option: KeyOption) -> JSONValue? {
    if text == none { return nil }
    if option.path == [Keys.award] { return AwardText.json(text) }
    if option.path == [Keys.texts] { return (try? JSONValue(parsing: text)) ?? .string(text) }
    return option.isNumber ? AwardText.number(text) : .string(text)
  }

  /// The value of a type's setting: a text where it takes one, else JSON.
  private static func value(of text: String, _ kind: ValueKind?) -> JSONValue? {
    if text == none { return nil }
    switch kind {
    case .text, .choice, .period: return .string(text)
    // One alone needs no brackets.
    case .list(of: .text, most: _) where !text.hasPrefix("["): return .array([.string(text)])
    default: return (try? JSONValue(parsing: text)) ?? .string(text)
    }
  }

  private static func setting(_ object: JSONObject, _ path: ArraySlice<String>, to value: JSONValue?) -> JSONObject {
    var object = object
    guard let key = path.first else { return object }
    let rest = path.dropFirst()
    if rest.isEmpty {
      object[key] = value
    } else {
      let inner = object[key]?.object ?? JSONObject()
      object[key] = .object(setting(inner, rest, to: value))
    }
    return object
  }

  /// The option that a part of the description is given by: `--cap-wins`.
  static func option(for pointer: JSONPointer) -> String {
    let steps = pointer.steps
    guard let first = steps.first else { return "the options" }
    switch first {
    case Keys.name: return "NAME"
    case Keys.shakes:
      switch steps.count {
      case 1: return "--shake"
      case 2: return "--shake \(steps[1])"
      default: return "--set \(steps[1]).\(steps[2])"
      }
    case Keys.audience where steps.dropFirst().first == Keys.Audience.conditions: return "--condition"
    case Keys.audience, Keys.caps, Keys.pace:
      return steps.count == 2 ? "--\(KeyOption.name(steps))" : pointer.description
    case Keys.award:
      let inner = steps.dropFirst(2).joined(separator: "/")
      return "--award" + (inner.isEmpty ? "" : " (\(inner))")
    case Keys.texts:
      let inner = steps.dropFirst().joined(separator: "/")
      return "--texts" + (inner.isEmpty ? "" : " (\(inner))")
    default: return Keys.all.contains(first) ? "--\(first)" : pointer.description
    }
  }
}
