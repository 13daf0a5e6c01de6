package import QixKernel

/// The type of a field: how a value of Swift becomes a cell, and as what it is declared.
package struct FieldType<Value>: Sendable {
  let type: AnswerShape.MemberType
  /// Whether the member is declared as one that may be null; nil for what the field's closure says.
  var isNullable: Bool?
  /// Whether it stands at the trailing edge of its column.
  private(set) var isNumber: Bool
  let cell: @Sendable (Value) -> Cell

  init(_ type: AnswerShape.MemberType, _ cell: @escaping @Sendable (Value) -> Cell) {
    (self.type, self.cell) = (type, cell)
    isNumber = type.isNumber
  }

  init(_ scalar: AnswerShape.Scalar, _ cell: @escaping @Sendable (Value) -> Cell) {
    self.init(.scalar(scalar), cell)
  }

  /// Marks the member as one that may be null, though the closure always gives a value.
  package var orNull: Self {
    var type = self
    type.isNullable = true
    return type
  }

  /// Marks the member as never null, though the closure may give nil: a shape that has shipped so, or a value that is
  /// withheld from none of the roles that may run the command.
  package var promised: Self {
    var type = self
    type.isNullable = false
    return type
  }
}

extension FieldType {
  /// A number at the leading edge of its column, among texts.
  package var leading: Self {
    var type = self
    type.isNumber = false
    return type
  }

  /// A text at the trailing edge of its column, among numbers.
  package var trailing: Self {
    var type = self
    type.isNumber = true
    return type
  }
}

extension FieldType where Value == String {
  package static var text: Self { Self(.text) { .text($0) } }

  /// A number that is written as a text, such as an amount of money.
  package static var figure: Self { text.trailing }

  /// A personal datum, which is masked unless it is revealed.
  package static func personal(_ kind: PersonalData) -> Self { Self(.text) { .personal($0, kind) } }
}

extension FieldType where Value == Sentence {
  package static var text: Self { Self(.text) { .sentence($0) } }
}

extension FieldType where Value: CustomStringConvertible & SendableMetatype {
  /// An identifier, or the text of one.
  package static var id: Self { Self(.id) { .identifier("\($0)") } }
}

extension FieldType where Value == Int64 {
  package static var integer: Self { Self(.integer) { .integer($0) } }
  package static var coins: Self { Self(.coins) { .coins($0) } }
  package static var bytes: Self { Self(.bytes) { .integer($0) } }
  package static var seconds: Self { Self(.seconds) { .integer($0) } }
  package static var milliseconds: Self { Self(.milliseconds) { .integer($0) } }
}

extension FieldType where Value == Int {
  /// An integer: how many there are of something.
  package static var count: Self { Self(.integer) { .count($0) } }
}

extension FieldType where Value == Bool {
  package static var boolean: Self { Self(.boolean) { .boolean($0) } }
}

extension FieldType where Value == Timestamp {
  package static var time: FieldType<Timestamp> { Self(.time) { .timestamp($0) } }
  /// The moment before which a span ends: a person reads midnight as the end of the day before.
  package static var end: FieldType<Timestamp> { Self(.time) { .end($0) } }
}

extension FieldType where Value == CalendarDate {
  package static var date: FieldType<CalendarDate> { Self(.date) { .date($0) } }
}

extension FieldType where Value == Double {
  package static func decimal(places: Int) -> Self { Self(.decimal) { .decimal($0, places: places) } }
  /// A share of 1 that programs read as a fraction.
  package static func share(places: Int = 4) -> Self { Self(.decimal) { .share($0, places: places) } }
  /// A share that programs read in per cent.
  package static func percent(places: Int = 1) -> Self { Self(.decimal) { .percent($0, places: places) } }
}

extension FieldType where Value == [String] {
  /// An array of texts.
  /// - Parameter none: read by a person in place of nothing.
  package static func texts(none: String = "", separator: String = ", ") -> Self {
    Self(.list(.text)) { .texts($0, none: none, separator: separator) }
  }
}

extension FieldType where Value == [CellMember] {
  /// An object whose members depend on what the row is about.
  package static var object: Self { Self(.object) { .object($0) } }
}

extension FieldType where Value == Cell {
  /// Text in one row, a number in another.
  package static var any: Self { .cell(.any) }
  /// A value of this type that the closure makes a cell of by itself.
  package static func cell(_ scalar: AnswerShape.Scalar) -> Self { Self(scalar) { $0 } }
  /// An array of values of this type, `Cell.list`.
  package static func list(of scalar: AnswerShape.Scalar) -> Self { Self(.list(scalar)) { $0 } }
}

extension AnswerShape.MemberType {
  fileprivate var isNumber: Bool {
    switch self {
    case .scalar(.integer), .scalar(.coins), .scalar(.bytes), .scalar(.seconds), .scalar(.milliseconds),
      .scalar(.decimal):
      true
    case .scalar, .list, .rows, .object: false
    }
  }
}
