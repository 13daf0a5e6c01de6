internal import QixKernel

/// The values of one command line by the labels of their parameters, in the order given.
package struct ParsedValues: Sendable {
  /// An array: a line has a handful, and a kind of dictionary more is dear for a start.
  private var parsed: [Given] = []
  /// The values as they were given, in that order, without defaults.
  private(set) var given: [(label: String, value: GivenValue)] = []

  package init() {}

  private struct Given: Sendable {
    let label: String
    var values: [any Sendable]
  }

  private func index(of form: ParameterForm) -> Int? {
    let label = form.label
    return parsed.firstIndex { $0.label == label }
  }

  package func all(_ form: ParameterForm) -> [any Sendable] { index(of: form).map { parsed[$0].values } ?? [] }

  /// The options and values as words of a line.
  package var words: [String] {
    parsed.flatMap { given in (given.label.hasPrefix("-") ? [given.label] : []) + given.values.map { "\($0)" } }
  }

  package func contains(_ form: ParameterForm) -> Bool { index(of: form) != nil }

  package func first<Value>(_ form: ParameterForm) -> Value? { all(form).first as? Value }

  /// Reads a text as a parameter's value and keeps it.
  /// - Throws: `UsageError` when the text is no such value, or when a single parameter is given twice.
  package mutating func add(_ text: String, to form: ParameterForm) throws(UsageError) {
    try read(text, to: form)
    given.append((form.label, .text(text)))
  }

  private mutating func read(_ text: String, to form: ParameterForm) throws(UsageError) {
    try requireRoom(for: form)
    if let (place, scalar) = PlainText.control(in: text) {
      let code = String(scalar.value, radix: 16, uppercase: true)
      throw UsageError(
        "\(form.told): it has U+\(String(repeating: "0", count: 4 - code.utf8.count))\(code) at character \(place), a "
          + "control character", hint: "Leave it out.")
    }
    try add(to: form) { () throws(ValueError) in try form.parse(text) }
  }

  /// Keeps what was given as a parameter's value.
  /// - Throws: as for a text.
  mutating func add(_ value: GivenValue, to form: ParameterForm) throws(UsageError) {
    switch value {
    case .on: turnOn(form)
    case .text(let text): try add(text, to: form)
    case .number(let number):
      guard let make = form.number else { preconditionFailure("\(form.label) takes no numbers") }
      try requireRoom(for: form)
      try add(to: form) { () throws(ValueError) in try make(number) }
      given.append((form.label, value))
    }
  }

  private func requireRoom(for form: ParameterForm) throws(UsageError) {
    if form.kind == .option, !form.isRepeated, contains(form) {
      throw UsageError("\(form.told) is given twice", hint: "Give it once.")
    }
  }

  private mutating func add(
    to form: ParameterForm, _ make: () throws(ValueError) -> any Sendable
  ) throws(UsageError) {
    do {
      let value = try make()
      if let index = index(of: form) {
        parsed[index].values.append(value)
      } else {
        parsed.append(Given(label: form.label, values: [value]))
      }
    } catch {
      // How an identifier is spelled is nothing to whom has been given another.
      throw UsageError(
        "\(form.told): \(error.sentence)", forUser: form.kinds.isEmpty ? nil : .nothingHere)
    }
  }

  package mutating func turnOn(_ form: ParameterForm) {
    guard !contains(form) else { return }
    parsed.append(Given(label: form.label, values: [true]))
    given.append((form.label, .on))
  }

  /// Fills in the defaults and checks that nothing required is missing.
  /// - Parameter isWhole: whether a list without `--limit` goes on to its end.
  package mutating func complete(_ forms: [ParameterForm], help: String, isWhole: Bool = false) throws(UsageError) {
    let missing = forms.filter { $0.isRequired && !contains($0) }
    if !missing.isEmpty {
      let names = missing.map { $0.kind == .option ? "\($0.told) \($0.placeholder)" as Sentence : $0.told }
      throw UsageError(
        "missing \(names.joined(separator: " and "))", hint: "Run `\(help) --help` to see what it takes.")
    }
    for form in forms where !contains(form) {
      if isWhole, let value = form.whole {
        parsed.append(Given(label: form.label, values: [value]))
      } else if let text = form.defaultText {
        try read(text, to: form)
      }
    }
  }
}
