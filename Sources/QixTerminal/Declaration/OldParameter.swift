/// One thing a command in the old shape takes.
package protocol Parameter: Sendable {
  var form: ParameterForm { get }
}

package struct OldOption<Value: Sendable>: Parameter {
  package let form: ParameterForm

  package init(
    _ name: String, short: Character? = nil, _ type: ValueType<Value>, placeholder: String? = nil, _ help: String,
    default text: String? = nil, isRequired: Bool = false
  ) {
    form = ParameterForm(
      .option, name, short: short, type, placeholder: placeholder ?? type.placeholder, help: help, default: text,
      isRequired: isRequired)
  }
}

package struct OldRepeatedOption<Value: Sendable>: Parameter {
  package let form: ParameterForm

  package init(
    _ name: String, short: Character? = nil, _ type: ValueType<Value>, placeholder: String? = nil, _ help: String,
    isRequired: Bool = false
  ) {
    form = ParameterForm(
      .option, name, short: short, type, placeholder: placeholder ?? type.placeholder, help: help,
      isRequired: isRequired, isRepeated: true)
  }
}

package struct OldFlag: Parameter {
  package let form: ParameterForm

  package init(_ name: String, short: Character? = nil, _ help: String) {
    form = ParameterForm(flag: name, short: short, help: help)
  }
}

package struct OldPositional<Value: Sendable>: Parameter {
  package let form: ParameterForm

  package init(_ name: String, _ type: ValueType<Value>, _ help: String, isRequired: Bool = true) {
    form = ParameterForm(
      .positional, name, type, placeholder: name.uppercased(), help: help, isRequired: isRequired)
  }
}

package struct OldRepeatedPositional<Value: Sendable>: Parameter {
  package let form: ParameterForm

  package init(_ name: String, _ type: ValueType<Value>, _ help: String, isRequired: Bool = false) {
    form = ParameterForm(
      .positional, name, type, placeholder: name.uppercased(), help: help, isRequired: isRequired, isRepeated: true)
  }
}
