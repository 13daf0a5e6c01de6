internal import DirectivesContract
internal import QixDefinitions
internal import QixShake

/// Makes directives of JSON and collects everything that is wrong with it.
struct DirectiveReader {
  private(set) var faults: [DirectiveFault] = []
  /// More would help nobody, and the sender decides how many there are.
  static let mostFaults = 100

  mutating func document(_ value: JSONValue, from origin: DirectiveDocument.Origin) -> DirectiveDocument {
    var document = DirectiveDocument(directives: [])
    let keys = origin == .file ? ["schema", "directives"] : ["schema", "version", "expires", "directives"]
    guard let object = object(value, at: "", keys: keys) else { return document }
    if object["schema"] != .string(DirectiveDocument.schema) {
      fault("schema", "it must be \"\(DirectiveDocument.schema)\"")
    }
    if origin == .source {
      if let version = object["version"]?.integer, version >= 0 {
        document.version = version
      } else {
        fault("version", "write a whole number of 0 or more, greater with each new document")
      }
      document.expires = time(object, "expires", at: "")
    }
    guard let list = object["directives"]?.array else {
      fault("directives", "write a list")
      return document
    }
    guard list.count <= DirectiveDocument.most else {
      fault("directives", "there are more than \(DirectiveDocument.most)")
      return document
    }
    var names: [String: Int] = [:]
    for (index, value) in list.enumerated() where faults.count < Self.mostFaults {
      let place = "directives[\(index)]"
      let directive = self.directive(value, at: place)
      if let first = names[directive.name], !directive.name.isEmpty {
        fault("\(place).name", "directives[\(first)] has the same name")
      }
      names[directive.name] = index
      document.directives.append(directive)
    }
    return document
  }

  mutating func directive(_ value: JSONValue, at place: String) -> Directive {
    var directive = Directive(
      name: "", condition: ContextCondition(), decision: .shake(campaign: nil, type: nil))
    let keys = ["name", "when", "do", "priority", "from", "until"]
    guard let object = object(value, at: place, keys: keys) else { return directive }
    if let name = object["name"]?.string, PlainText.isName(name, signs: "-_.") {
      directive.name = name
    } else {
      fault(below(place, "name"), "write a name of 1 to 64 lower-case letters, digits and - _ .")
    }
    if let when = object["when"], !when.isNull { directive.condition = condition(when, at: below(place, "when")) }
    directive.decision = decision(object["do"] ?? .null, at: below(place, "do"))
    if let priority = object["priority"], !priority.isNull {
      let problem = ValueKind.integer(Directive.priorities).problem(with: priority)
      if let problem { fault(below(place, "priority"), problem) }
      directive.priority = priority.integer ?? 0
    }
    directive.from = time(object, "from", at: place)
    directive.until = time(object, "until", at: place)
    if let from = directive.from, let until = directive.until, until <= from {
      fault(below(place, "until"), "it is not after 'from'")
    }
    return directive
  }

  private mutating func condition(_ value: JSONValue, at place: String) -> ContextCondition {
    var found = Faults()
    let condition = ContextCondition(reading: value, at: .whole, asks: true, &found)
    for fault in found.all {
      let below = fault.pointer.steps.reduce(place) { place, step in
        Int(step) == nil ? self.below(place, Self.shown(step)) : "\(place)[\(step)]"
      }
      self.fault(below, "\(fault.problem); \(fault.remedy)")
    }
    return condition
  }

  private mutating func decision(_ value: JSONValue, at place: String) -> DirectiveDecision {
    let none = DirectiveDecision.shake(campaign: nil, type: nil)
    if value.isNull {
      fault(place, "it is missing")
      return none
    }
    guard let object = object(value, at: place, keys: ["campaign", "type", "nothing", "hint"]) else { return none }
    let (campaign, type) = (text(object, "campaign", at: place, most: 64), text(object, "type", at: place, most: 64))
    let (nothing, hint) = (text(object, "nothing", at: place, most: 300), text(object, "hint", at: place, most: 300))
    if let nothing {
      if campaign != nil || type != nil {
        fault(place, "'nothing' can't be given together with 'campaign' or 'type'")
      }
      return .nothing(sentence: nothing, hint: hint)
    }
    if hint != nil { fault(below(place, "hint"), "it needs 'nothing'") }
    if campaign == nil, type == nil { fault(place, "give 'campaign', 'type' or 'nothing'") }
    return .shake(campaign: campaign, type: type)
  }
}

extension DirectiveReader {
  /// - Returns: nil for what is no object.
  private mutating func object(_ value: JSONValue, at place: String, keys: [String]) -> JSONObject? {
    guard let object = value.object else {
      fault(place, "write an object")
      return nil
    }
    for member in object.members where !keys.contains(member.key) {
      let shown = Self.shown(member.key)
      fault(
        below(place, shown),
        "unknown key; the keys are: \(keys.joined(separator: ", "))\(Suggestion.clause(for: shown, among: keys))")
    }
    return object
  }

  /// A stranger's key: short, and of nothing that a terminal would act on.
  private static func shown(_ key: String) -> String {
    String(key.prefix(40).map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "?" })
  }

  /// A text of 1 to so many bytes on one line; nil where it is missing or null, and where it is none, which is a fault.
  private mutating func text(_ object: JSONObject, _ key: String, at place: String, most: Int) -> String? {
    guard let value = object[key], !value.isNull else { return nil }
    let hasLineEnd = value.string?.utf8.contains(UInt8(ascii: "\n")) ?? false
    if let problem = ValueKind.text(most: most).problem(with: value) ?? (hasLineEnd ? "it contains a line end" : nil) {
      fault(below(place, key), problem)
      return nil
    }
    return value.string
  }

  private mutating func time(_ object: JSONObject, _ key: String, at place: String) -> Timestamp? {
    guard let value = object[key], !value.isNull else { return nil }
    guard let time = value.string.flatMap({ Timestamp($0) }) else {
      fault(below(place, key), "write a time such as 2027-06-30T12:00:00Z")
      return nil
    }
    return time
  }

  private mutating func fault(_ place: String, _ problem: String) {
    guard faults.count < Self.mostFaults else { return }
    faults.append(DirectiveFault(place: place, problem: problem))
  }

  private func below(_ place: String, _ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }
}
