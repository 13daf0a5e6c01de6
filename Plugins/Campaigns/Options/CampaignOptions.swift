internal import CampaignsContract
internal import IdentityContract
internal import QixFormats
internal import QixShake
internal import QixTerminal

/// A campaign's description as options: each says what a key of the file says, and is checked by the same reader.
struct CampaignOptions {
  private typealias Keys = CampaignKeys

  private static let brand = OldOption("brand", .text, "Whose campaign it is")
  private static let title = OldOption("title", .text, "What users read")
  private static let start = OldOption(
    "start", .text, placeholder: "WHEN", "A day or time in the campaign's time zone, or a moment with Z")
  private static let end = OldOption(
    "end", .text, placeholder: "WHEN", "The same; of a day, its end")
  private static let timeZone = OldOption("time-zone", .text, placeholder: "ZONE", "As Europe/Rome")
  private static let shake = OldRepeatedOption(
    "shake", .text, placeholder: "TYPES",
    "Types of shake it takes, with commas between; `qix shake types` lists them")
  private static let set = OldRepeatedOption(
    "set", .text, placeholder: "TYPE.NAME=VALUE", "A setting of one of its types of shake")
  private static let minimumMode = OldOption(
    "minimum-mode", .text, placeholder: "MODE", "Users in this mode or above: trial, signed, pro")
  private static let segment = OldOption("segment", .text, placeholder: "NAME", "Users of this segment alone")
  private static let condition = OldRepeatedOption(
    "condition", .text, placeholder: "CONDITION", "What users must meet besides, as tier:gold; all of them")
  private static let caps: [(cap: Campaign.Cap, option: OldOption<String>)] = [
    (.attemptsPerUser, cap(.attemptsPerUser, "Tries that a user has")),
    (.attemptsPerUserAndDay, cap(.attemptsPerUserAndDay, "Tries that a user has in a day")),
    (.winsPerUser, cap(.winsPerUser, "Times that a user can win")),
    (.coinsPerUser, cap(.coinsPerUser, "Coins that a user can win")),
    (.coinsPerDay, cap(.coinsPerDay, "Coins that all users can win in a day")),
    (.wins, cap(.wins, "Wins of all users")),
  ]
  private static let cooldown = OldOption(
    "cooldown", .text, placeholder: "PERIOD", "Time between two shakes of a user, such as PT30S")
  private static let perMinute = OldOption("per-minute", .text, placeholder: "N", "Shakes of a user in a minute")
  private static let usersPerDevice = OldOption(
    "users-per-device", .text, placeholder: "N", "Users that one device may shake for in a day")
  private static let award = OldOption("award", .text, placeholder: "AWARD", AwardText.help)
  private static let multiplier = OldOption(
    "multiplier", .text, placeholder: "NAME", "What a user's award is multiplied by, as tier")
  private static let expires = OldOption(
    "expires", .text, placeholder: "WHEN", "When coins that are won expire: a period such as P12M, or a day")
  private static let drawWindow = OldOption(
    "draw-window", .text, placeholder: "PERIOD", "How long a draw's secret stays secret; without it, the whole campaign"
  )
  private static let priority = OldOption(
    "priority", .text, placeholder: "N", "Where a shake fits several campaigns, it goes to the greatest")

  /// Where each option's value goes.
  private static let single: [(option: OldOption<String>, path: [String])] =
    [
      (brand, [Keys.brand]), (title, [Keys.title]), (timeZone, [Keys.timeZone]),
      (minimumMode, [Keys.audience, Keys.Audience.minimumMode]), (segment, [Keys.audience, Keys.Audience.segment]),
      (cooldown, [Keys.pace, Keys.Pace.cooldown]), (perMinute, [Keys.pace, Keys.Pace.perMinute]),
      (usersPerDevice, [Keys.pace, Keys.Pace.usersPerDevice]), (award, [Keys.award]),
      (multiplier, [Keys.multiplier]), (expires, [Keys.expires]),
      (drawWindow, [Keys.drawWindow]), (priority, [Keys.priority]),
    ] + caps.map { ($0.option, [Keys.caps, $0.cap.rawValue]) }
  private static let period: [(option: OldOption<String>, path: [String])] = [(start, [Keys.start]), (end, [Keys.end])]

  private static let numbers: Set<[String]> = Set(
    [
      [Keys.pace, Keys.Pace.perMinute], [Keys.pace, Keys.Pace.usersPerDevice], [Keys.priority],
    ] + caps.map { [Keys.caps, $0.cap.rawValue] })

  /// What `campaign schedule` takes.
  static let periodParameters: [any Parameter] = [start, end]
  /// What `campaign rules` takes.
  static let rules: [any Parameter] =
    [brand, title, timeZone, shake, set, minimumMode, segment, condition] as [any Parameter] + caps.map(\.option)
    + [cooldown, perMinute, usersPerDevice, award, multiplier, expires, drawWindow, priority]
  static let all: [any Parameter] = periodParameters + rules

  private static func cap(_ cap: Campaign.Cap, _ help: String) -> OldOption<String> {
    OldOption("cap-\(cap.rawValue)", .text, placeholder: "N", help)
  }

  /// What takes a value away again.
  static let none = "none"

  private var values: [(path: [String], text: String)] = []
  private var types: [String]?
  private var conditions: [String]?
  private var settings: [(type: String, name: String, text: String)] = []

  /// - Parameter command: the options that it takes: `all`, `rules` or `periodParameters`.
  init(_ arguments: Arguments, of command: [any Parameter]) throws {
    let taken = Set(command.map(\.form.name))
    for (option, path) in Self.single + Self.period where taken.contains(option.form.name) {
      if let text = arguments[option] { values.append((path, text)) }
    }
    guard taken.contains(Self.shake.form.name) else { return }
    let shakes = arguments[Self.shake]
    if !shakes.isEmpty {
      types = shakes.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    }
    let asked = arguments[Self.condition]
    if !asked.isEmpty { conditions = asked.filter { $0 != Self.none } }
    for text in arguments[Self.set] {
      let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = sides[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, name.count == 2, !name[0].isEmpty, !name[1].isEmpty else {
        throw UsageError("--set takes TYPE.NAME=VALUE", hint: "Write it as tv.after=PT2M.")
      }
      settings.append((String(name[0]), String(name[1]), String(sides[1])))
    }
  }

  var isEmpty: Bool { values.isEmpty && types == nil && conditions == nil && settings.isEmpty }

  /// Puts what the options say into a description.
  /// - Parameter known: the types there are, for what their settings take.
  func apply(to object: JSONObject, known: [String: any ShakeType.Type]) -> JSONObject {
    var object = object
    for (path, text) in values { object = Self.setting(object, path[...], to: value(of: text, at: path)) }
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

  private func value(of text: String, at path: [String]) -> JSONValue? {
    if text == Self.none { return nil }
    if path == [Keys.award] { return AwardText.json(text) }
    return Self.numbers.contains(path) ? AwardText.number(text) : .string(text)
  }

  /// The value of a type's setting: a text where it takes one, else JSON.
  private static func value(of text: String, _ kind: ValueKind?) -> JSONValue? {
    switch kind {
    case .text, .choice, .period: text == none ? nil : .string(text)
    // One alone needs no brackets.
    case .list(of: .text, most: _) where !text.hasPrefix("["): text == none ? nil : .array([.string(text)])
    default: text == none ? nil : (try? JSONValue(parsing: text)) ?? .string(text)
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
  static func name(of pointer: JSONPointer) -> String {
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
    case Keys.audience where steps.dropFirst().first == Keys.Audience.conditions:
      return "--\(condition.form.name)"
    case Keys.award:
      let inner = steps.dropFirst(2).joined(separator: "/")
      return "--award" + (inner.isEmpty ? "" : " (\(inner))")
    default:
      let match = (single + period).first { $0.path == steps } ?? (single + period).first { $0.path == [first] }
      return match.map { "--\($0.option.form.name)" } ?? pointer.description
    }
  }
}
