/// A field of evidence that a type takes.
package struct EvidenceField: Sendable {
  package let name: String
  package let kind: ValueKind
  package let help: String
  package let isRequired: Bool

  package init(_ name: String, _ kind: ValueKind, _ help: String, isRequired: Bool = false) {
    self.name = name
    self.kind = kind
    self.help = help
    self.isRequired = isRequired
  }
}

/// The evidence that a user brings with a shake: a JSON object of at most 64 KiB.
package struct Evidence: Sendable, Equatable {
  /// The most bytes of JSON that are looked at.
  package static let mostBytes = 64 << 10

  package let values: JSONObject

  package init(_ values: JSONObject = JSONObject()) { self.values = values }

  package subscript(name: String) -> JSONValue { values[name] ?? .null }
  package func text(_ name: String) -> String? { self[name].string }
  package func integer(_ name: String) -> Int64? { self[name].integer }
  package func number(_ name: String) -> Double? { self[name].double }

  /// Why a type can't look at it: evidence of another type, something missing, a value that doesn't fit. Nil when it
  /// can.
  package func refusal(by type: any ShakeType.Type) -> Refusal? {
    for member in values.members {
      guard let field = type.evidence.first(where: { $0.name == member.key }) else {
        let known = type.evidence.map(\.name).joined(separator: ", ")
        return Refusal(
          "shakes.evidence-unknown", "the \(type.name) shake takes no evidence '\(Self.shown(member.key))'",
          hint: known.isEmpty
            ? .keyed("shakes.evidence-unknown.none", "This shake takes no evidence.") : "It takes: \(known).")
      }
      if member.value.isNull { continue }
      if let problem = field.kind.problem(with: member.value) {
        return Refusal("shakes.evidence-malformed", "the evidence '\(field.name)' can't be used: \(problem)", hint: nil)
      }
    }
    for field in type.evidence where field.isRequired && self[field.name].isNull {
      return Refusal(
        "shakes.evidence-missing", "the \(type.name) shake needs the evidence '\(field.name)'", hint: "\(field.help)")
    }
    return nil
  }

  /// A stranger's name for something, short and on one line.
  private static func shown(_ name: String) -> String {
    let safe = String(
      name.prefix(40).map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "?" })
    return safe
  }
}
