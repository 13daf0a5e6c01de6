/// A setting that a campaign may give a type of shake.
package struct ShakeSetting: Sendable {
  package let name: String
  package let kind: ValueKind
  /// Its effect, with its unit.
  package let help: String
  package let isRequired: Bool
  /// The default; null for none.
  package let standard: JSONValue

  package init(
    _ name: String, _ kind: ValueKind, _ help: String, isRequired: Bool = false, default standard: JSONValue = nil
  ) {
    self.name = name
    self.kind = kind
    self.help = help
    self.isRequired = isRequired
    self.standard = standard
  }
}

/// A campaign's settings of one type, checked, with the defaults filled in.
package struct ShakeSettings: Sendable, Equatable {
  private let values: JSONObject

  /// Checks what a campaign says against what the type takes.
  /// - Parameter faults: gets a place and a sentence for each thing that is wrong: unknown names, missing ones, values
  ///   that don't fit. The settings must not be used when there are any.
  package init(_ given: JSONObject, for settings: [ShakeSetting], faults: inout [(name: String, problem: String)]) {
    var values = JSONObject()
    for member in given.members where !settings.contains(where: { $0.name == member.key }) {
      let known = settings.map(\.name).joined(separator: ", ")
      faults.append((member.key, "there is no such setting\(known.isEmpty ? "" : "; there are: \(known)")"))
    }
    for setting in settings {
      guard let value = given[setting.name], !value.isNull else {
        if setting.isRequired { faults.append((setting.name, "it is missing")) }
        values[setting.name] = setting.standard
        continue
      }
      if let problem = setting.kind.problem(with: value) { faults.append((setting.name, problem)) }
      values[setting.name] = value
    }
    self.values = values
  }

  package subscript(name: String) -> JSONValue { values[name] ?? .null }
  package func text(_ name: String) -> String? { self[name].string }
  package func integer(_ name: String) -> Int64? { self[name].integer }
  package func number(_ name: String) -> Double? { self[name].double }
  package func boolean(_ name: String) -> Bool { self[name].bool ?? false }
  package func period(_ name: String) -> Period? { self[name].string.flatMap(Period.init(iso8601:)) }
}
