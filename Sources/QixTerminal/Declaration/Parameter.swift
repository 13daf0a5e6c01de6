/// One thing a command takes: an option, a flag or a positional argument.
package protocol Parameter: Sendable {
  var form: ParameterForm { get }
}

/// A parameter with its type of value erased: what parsing, help and completions need to know of it.
package struct ParameterForm: Sendable {
  package enum Kind: Sendable { case option, flag, positional }

  package let kind: Kind
  /// Without dashes, as declared.
  package let name: String
  package let short: Character?
  /// What stands for the value in usage lines, in capitals; empty for flags.
  package let placeholder: String
  package let help: String
  package let completion: Completion
  /// Of the path of a file that the command writes: which rule it is under.
  package var output: OutputKind?
  /// The text that is read when the parameter isn't given.
  package let defaultText: String?
  package let isRequired: Bool
  package let isRepeated: Bool
  let parse: @Sendable (String) throws(ValueError) -> any Sendable

  /// `--to` or `USER`: how messages name it, and the key of its value. Options and positionals never share one,
  /// since a positional can't begin with a dash.
  package var label: String { kind == .positional ? placeholder : "--" + name }
}

/// What a shell offers for a value.
package enum Completion: Sendable, Equatable {
  case none
  case file
  case directory
  /// The words of a command of the program itself.
  case command
  case choices([String])
}

/// `--name VALUE`, at most once.
package struct Option<Value: Sendable>: Parameter {
  package let form: ParameterForm

  /// - Parameters:
  ///   - name: the long name without its dashes.
  ///   - default: text that is read as if it had been given; shown in the help.
  package init(
    _ name: String, short: Character? = nil, _ type: ValueType<Value>, placeholder: String? = nil, _ help: String,
    default text: String? = nil, isRequired: Bool = false
  ) {
    form = ParameterForm(
      kind: .option, name: name, short: short, placeholder: placeholder ?? type.placeholder, help: help,
      completion: type.completion, output: type.output, defaultText: text, isRequired: isRequired, isRepeated: false,
      parse: type.erasedParse)
  }
}

/// `--name VALUE`, as often as wanted; the values keep their order.
package struct RepeatedOption<Value: Sendable>: Parameter {
  package let form: ParameterForm

  package init(
    _ name: String, short: Character? = nil, _ type: ValueType<Value>, placeholder: String? = nil, _ help: String,
    isRequired: Bool = false
  ) {
    form = ParameterForm(
      kind: .option, name: name, short: short, placeholder: placeholder ?? type.placeholder, help: help,
      completion: type.completion, output: type.output, defaultText: nil, isRequired: isRequired, isRepeated: true,
      parse: type.erasedParse)
  }
}

/// `--name`, on when given.
package struct Flag: Parameter {
  package let form: ParameterForm

  package init(_ name: String, short: Character? = nil, _ help: String) {
    form = ParameterForm(
      kind: .flag, name: name, short: short, placeholder: "", help: help, completion: .none, defaultText: nil,
      isRequired: false, isRepeated: false, parse: { _ throws(ValueError) in true })
  }
}

/// The one obvious subject of a command, given without a name; shown in capitals.
package struct Positional<Value: Sendable>: Parameter {
  package let form: ParameterForm

  package init(_ name: String, _ type: ValueType<Value>, _ help: String, isRequired: Bool = true) {
    form = ParameterForm(
      kind: .positional, name: name, short: nil, placeholder: name.uppercased(), help: help,
      completion: type.completion, output: type.output, defaultText: nil, isRequired: isRequired, isRepeated: false,
      parse: type.erasedParse)
  }
}

/// All the remaining words of a command line; comes after the other positionals.
package struct RepeatedPositional<Value: Sendable>: Parameter {
  package let form: ParameterForm

  package init(_ name: String, _ type: ValueType<Value>, _ help: String, isRequired: Bool = false) {
    form = ParameterForm(
      kind: .positional, name: name, short: nil, placeholder: name.uppercased(), help: help,
      completion: type.completion, output: type.output, defaultText: nil, isRequired: isRequired, isRepeated: true,
      parse: type.erasedParse)
  }
}
