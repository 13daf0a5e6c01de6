/// The values of one command line by the labels of their parameters, in the order given.
struct ParsedValues: Sendable {
  private var values: [String: [any Sendable]] = [:]

  func all(_ form: ParameterForm) -> [any Sendable] { values[form.label] ?? [] }

  func contains(_ form: ParameterForm) -> Bool { values[form.label] != nil }

  func isOn(_ flag: Flag) -> Bool { contains(flag.form) }

  func first<Value>(_ option: Option<Value>) -> Value? { all(option.form).first as? Value }

  /// Reads a text as a parameter's value and keeps it.
  /// - Throws: `UsageError` when the text is no such value, or when a single parameter is given twice.
  mutating func add(_ text: String, to form: ParameterForm) throws(UsageError) {
    if form.kind == .option, !form.isRepeated, contains(form) {
      throw UsageError("\(form.label) is given twice", hint: "Give it once.")
    }
    do {
      values[form.label, default: []].append(try form.parse(text))
    } catch {
      throw UsageError("\(form.label): \(error.description)")
    }
  }

  mutating func turnOn(_ form: ParameterForm) { values[form.label] = [true] }

  /// Fills in the defaults and checks that nothing required is missing.
  mutating func complete(_ forms: [ParameterForm], help: String) throws(UsageError) {
    let missing = forms.filter { $0.isRequired && !contains($0) }
    if !missing.isEmpty {
      let names = missing.map { $0.kind == .option ? "\($0.label) \($0.placeholder)" : $0.label }
      throw UsageError(
        "missing \(names.joined(separator: " and "))", hint: "Run '\(help) --help' to see what it takes.")
    }
    for form in forms where !contains(form) {
      if let text = form.defaultText { try add(text, to: form) }
    }
  }
}
