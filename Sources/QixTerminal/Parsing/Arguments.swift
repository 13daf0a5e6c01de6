/// The checked values of one command line, typed by the parameters they are asked with.
package struct Arguments: Sendable {
  let values: ParsedValues
  package let globals: GlobalOptions

  init(_ values: ParsedValues, globals: GlobalOptions) {
    self.values = values
    self.globals = globals
  }

  /// Parses words as the arguments of one command, for tests of commands without a program around them.
  package init(_ words: [String], for declaration: Declaration, globals: GlobalOptions = GlobalOptions()) throws {
    let forms = declaration.parameters.map(\.form)
    let line = try CommandLineParser(forms: forms, help: declaration.name).parse(words)
    self.init(line, globals: globals)
  }

  /// Nil when it wasn't given and has no default.
  package subscript<Value>(option: OldOption<Value>) -> Value? { values.first(option) }

  package subscript<Value>(positional: OldPositional<Value>) -> Value? { values.all(positional.form).first as? Value }

  package subscript(flag: OldFlag) -> Bool { values.isOn(flag) }

  /// Empty when it wasn't given.
  package subscript<Value>(option: OldRepeatedOption<Value>) -> [Value] {
    values.all(option.form).compactMap { $0 as? Value }
  }

  package subscript<Value>(positional: OldRepeatedPositional<Value>) -> [Value] {
    values.all(positional.form).compactMap { $0 as? Value }
  }

  /// The value of an option that this command needs, in this form of it or always.
  /// - Throws: `UsageError` when it is missing.
  package func require<Value>(_ option: OldOption<Value>) throws(UsageError) -> Value {
    guard let value = self[option] else { throw Self.missing(option.form) }
    return value
  }

  /// - Throws: `UsageError` when it is missing.
  package func require<Value>(_ positional: OldPositional<Value>) throws(UsageError) -> Value {
    guard let value = self[positional] else { throw Self.missing(positional.form) }
    return value
  }

  private static func missing(_ form: ParameterForm) -> UsageError {
    UsageError("missing \(form.kind == .option ? "\(form.label) \(form.placeholder)" : form.label)")
  }
}

extension Arguments {
  /// Whether a command that changes data should only say what it would do.
  package var isDryRun: Bool { values.contains(StandardParameters.dryRun) }
  /// Why the change is made, for the audit log.
  package var reason: String? { values.all(StandardParameters.reason).first as? String }

  package var home: String? { globals.home }
  package var tokenFile: String? { globals.tokenFile }
  package var isReadOnly: Bool { globals.isReadOnly }
  package var isQuiet: Bool { globals.isQuiet }
  package var format: OutputFormat { globals.format }
  package var assumeYes: Bool { globals.assumeYes }
  package var noInput: Bool { globals.noInput }
}
