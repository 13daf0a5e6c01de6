package import QixKernel

/// A sentence that is stored: its key and its typed parts, so that it is written again in the language of each reader.
///
///     {"key": "shakes.cooldown.hint", "parts": ["Try again in ", {"count": 5, "of": "second"}, "."]}
///
/// Words are texts; any other part is an object whose first member says what it is.
extension Sentence {
  package var json: JSONValue {
    var object = JSONObject()
    object["key"] = key.map(JSONValue.string)
    object["parts"] = .array(parts.map(\.json))
    return .object(object)
  }

  /// A text, which is what earlier versions stored, is one value in English. Nil for anything else that isn't a stored
  /// sentence.
  package init?(json: JSONValue) {
    if let text = json.string {
      self.init(text: text)
      return
    }
    guard let values = json["parts"]?.array else { return nil }
    let parts = values.compactMap { Part(json: $0) }
    guard parts.count == values.count else { return nil }
    self.init(parts)
    if let key = json["key"]?.string { self = .keyed(key, self) }
  }
}

extension Sentence.Part {
  fileprivate var json: JSONValue {
    switch self {
    case .words(let words): .string(words)
    case .text(let text): ["text": .string(text)]
    case .number(let number): ["number": .integer(number)]
    case .coins(let coins): ["coins": .integer(coins)]
    case .count(let count, let noun): ["count": .integer(count), "of": .string(noun)]
    case .time(let time): ["time": .integer(time.microseconds)]
    case .user(let user): ["user": .string("\(user)")]
    case .command(let line): ["command": .array(line.parts.map(\.json)), "for_all": .bool(line.isForAll)]
    case .option(let name): ["option": .string(name)]
    case .argument(let name): ["argument": .string(name)]
    case .placeholder(let name): ["placeholder": .string(name)]
    case .exit(let category): ["exit": .integer(Int64(category?.exitCode ?? 0))]
    case .secret(let name): ["secret": .string(name)]
    case .stop: ["stop": true]
    }
  }

  fileprivate init?(json: JSONValue) {
    if let words = json.string {
      self = .words(words)
      return
    }
    guard let (kind, value) = json.object?.members.first.map({ ($0.key, $0.value) }) else { return nil }
    switch (kind, value) {
    case ("text", .string(let text)): self = .text(text)
    case ("number", .integer(let number)): self = .number(number)
    case ("coins", .integer(let coins)): self = .coins(coins)
    case ("count", .integer(let count)):
      guard let noun = json["of"]?.string else { return nil }
      self = .count(count, of: noun)
    case ("time", .integer(let microseconds)): self = .time(Timestamp(microseconds: microseconds))
    case ("user", .string(let text)):
      guard let user = UserID(text) else { return nil }
      self = .user(user)
    case ("command", .array(let values)):
      let parts = values.compactMap { Sentence.Part(json: $0) }
      guard parts.count == values.count else { return nil }
      self = .command(Sentence.Line(parts: parts, isForAll: json["for_all"]?.bool ?? false))
    case ("option", .string(let name)): self = .option(name)
    case ("argument", .string(let name)): self = .argument(name)
    case ("placeholder", .string(let name)): self = .placeholder(name)
    case ("exit", .integer(let code)): self = .exit(ErrorCategory.allCases.first { Int64($0.exitCode) == code })
    case ("secret", .string(let name)): self = .secret(name)
    case ("stop", _): self = .stop
    default: return nil
    }
  }
}
