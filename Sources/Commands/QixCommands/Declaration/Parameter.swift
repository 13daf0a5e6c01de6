package import QixKernel

/// `--name VALUE`. A property of an optional type may be left out; of a list, the option may be given as often as wanted.
@propertyWrapper
package struct Option<Value: Sendable>: Sendable {
  private let parameter: TypedParameter<Value>

  package var wrappedValue: Value { parameter.value }
  /// The parameter itself: whether it was given, and what messages call it.
  package var projectedValue: ParameterSlot { parameter.slot }

  /// An option that is required, unless it has a default.
  /// - Parameters:
  ///   - name: the long name without its dashes.
  ///   - default: text that is read as if it had been given; shown in the help.
  package init(
    _ name: String, short: Character? = nil, _ type: ValueType<Value>, placeholder: String? = nil,
    _ help: @autoclosure @escaping @Sendable () -> Sentence,
    default text: String? = nil
  ) {
    parameter = .one(
      ParameterForm(
        .option, name, short: short, type, placeholder: placeholder ?? type.placeholder, help: help, default: text,
        isRequired: text == nil))
  }

  /// An option that may be left out.
  /// - Parameter formerly: earlier names, which are still understood.
  package init<Wrapped>(
    _ name: String, short: Character? = nil, _ type: ValueType<Wrapped>, placeholder: String? = nil,
    _ help: @autoclosure @escaping @Sendable () -> Sentence,
    formerly: [String] = []
  ) where Value == Wrapped? {
    parameter = .optional(
      ParameterForm(
        .option, name, short: short, type, placeholder: placeholder ?? type.placeholder, help: help,
        isRequired: false, formerly: formerly))
  }

  /// An option that may be repeated; its values keep their order.
  package init<Element>(
    _ name: String, short: Character? = nil, _ type: ValueType<Element>, placeholder: String? = nil,
    _ help: @autoclosure @escaping @Sendable () -> Sentence,
    isRequired: Bool = false
  ) where Value == [Element] {
    parameter = .list(
      ParameterForm(
        .option, name, short: short, type, placeholder: placeholder ?? type.placeholder, help: help,
        isRequired: isRequired, isRepeated: true))
  }
}

/// `--name`, on when given.
@propertyWrapper
package struct Flag: Sendable {
  package let projectedValue: ParameterSlot

  package var wrappedValue: Bool { projectedValue.isGiven }

  package init(_ name: String, short: Character? = nil, _ help: @autoclosure @escaping @Sendable () -> Sentence) {
    projectedValue = ParameterSlot(ParameterForm(flag: name, short: short, help: help()))
  }

  /// A flag that may also be given as `--name=WORD`; the parameter's `hasWord` says which it was.
  package init(_ name: String, taking word: String, _ help: @autoclosure @escaping @Sendable () -> Sentence) {
    projectedValue = ParameterSlot(ParameterForm(flag: name, taking: word, help: help))
  }
}

/// The obvious subject of a command, given without a name and shown in capitals; a list takes all the words that remain.
@propertyWrapper
package struct Positional<Value: Sendable>: Sendable {
  private let parameter: TypedParameter<Value>

  package var wrappedValue: Value { parameter.value }
  package var projectedValue: ParameterSlot { parameter.slot }

  package init(_ name: String, _ type: ValueType<Value>, _ help: @autoclosure @escaping @Sendable () -> Sentence) {
    parameter = .one(Self.form(name, type, help, isRequired: true))
  }

  package init<Wrapped>(
    _ name: String, _ type: ValueType<Wrapped>, _ help: @autoclosure @escaping @Sendable () -> Sentence
  ) where Value == Wrapped? {
    parameter = .optional(Self.form(name, type, help, isRequired: false))
  }

  package init<Element>(
    _ name: String, _ type: ValueType<Element>, _ help: @autoclosure @escaping @Sendable () -> Sentence,
    isRequired: Bool = false
  ) where Value == [Element] {
    parameter = .list(Self.form(name, type, help, isRequired: isRequired, isRepeated: true))
  }

  private static func form<Single>(
    _ name: String, _ type: ValueType<Single>, _ help: @escaping @Sendable () -> Sentence, isRequired: Bool,
    isRepeated: Bool = false
  ) -> ParameterForm {
    ParameterForm(
      .positional, name, type, placeholder: name.uppercased(), help: help, isRequired: isRequired,
      isRepeated: isRepeated)
  }
}

/// A slot, and how a value of one type comes out of it.
private struct TypedParameter<Value: Sendable>: Sendable {
  let slot: ParameterSlot
  private let read: @Sendable (ParameterSlot) -> Value

  var value: Value { read(slot) }

  static func one(_ form: ParameterForm) -> Self {
    Self(slot: ParameterSlot(form)) { slot in
      guard let value = slot.values.first as? Value else { unprepared("value of \(slot.label)") }
      return value
    }
  }

  static func optional<Wrapped>(_ form: ParameterForm) -> Self where Value == Wrapped? {
    Self(slot: ParameterSlot(form)) { $0.values.first as? Wrapped }
  }

  static func list<Element>(_ form: ParameterForm) -> Self where Value == [Element] {
    Self(slot: ParameterSlot(form)) { slot in slot.values.compactMap { $0 as? Element } }
  }
}
