package import QixKernel

/// A member of an answer, declared once: its key, its type, what a person reads beside it, for whom it is, and how its
/// value comes out of a row. The declared shape, tables, pages, JSON, TSV and CSV follow from a list of them.
///
///     Field("goal", .text, "FOR") { $0.badge.goal.words },
///     Field("until", .time) { $0.until },                           // null where the closure gives nil
///     Field(optional: "owed", .coins) { $0.owed },                  // left out where it gives nil
///     Field("key", .text, for: .key) { $0.key },                    // null for those who may not know keys
///     Field("stock", object: Stock.fields, title: "Stock") { $0.stock },
///     Field("holders", rows: Holder.fields, title: "Held by", none: "nobody") { $0.holders },
///
/// An object: what goes over the fields of each row hands on one reference, and not all that a field holds.
package final class Field<Row>: Sendable {
  enum Content: Sendable {
    /// Nil leaves it out of a page; in a table it is a missing value.
    case cell(@Sendable (Row) -> Cell?)
    /// A table or an object, which it adds to a page under a title.
    case part(@Sendable (Row, String, inout Document) -> Void)
  }

  package let column: Column
  /// The title in front of the value on a page.
  let label: @Sendable (Row) -> String
  let member: AnswerShape.Member
  let content: Content
  /// Whether a person is shown it; nil for always.
  let isShown: (@Sendable (Row) -> Bool)?

  init(
    _ key: String, _ title: String? = nil, _ type: AnswerShape.MemberType, isNumber: Bool = false,
    isNullable: Bool = false, isOptional: Bool = false, datum: Confidential? = nil,
    shown: (@Sendable (Row) -> Bool)? = nil, _ content: Content
  ) {
    let title = title ?? key.replacing("_", with: " ")
    let capitals = title.uppercased()
    column = Column(key, capitals, alignment: isNumber ? .trailing : .leading, confidential: datum)
    let label = title == capitals ? title.lowercased() : title
    self.label = { _ in label }
    member = AnswerShape.Member(key: key, type: type, isNullable: isNullable, isOptional: isOptional)
    (self.content, isShown) = (content, shown)
  }

  init(
    _ column: Column, label: @escaping @Sendable (Row) -> String, member: AnswerShape.Member, _ content: Content,
    _ shown: (@Sendable (Row) -> Bool)?
  ) {
    (self.column, self.label, self.member) = (column, label, member)
    (self.content, isShown) = (content, shown)
  }

  /// The member that it is of an object; nil where it is left out.
  package func member(of row: Row) -> CellMember? {
    guard case .cell(let make) = content, let cell = make(row) else { return nil }
    return CellMember(column.key, column.datum.map { .confidential($0, cell) } ?? cell)
  }

  /// A column that a person is shown on lines that are wide enough, or with `--wide`.
  package var aside: Field {
    let column = Column(
      column.key, column.title, alignment: column.alignment, confidential: column.datum, isAside: true)
    return Field(column, label: label, member: member, content, isShown)
  }

  /// A field with this title on pages, in the letters in which it is written, such as `GTIN`.
  package func labelled(_ label: String) -> Field { labelled { _ in label } }

  /// A field whose title on pages depends on what is there: `would be done` in a dry run.
  package func labelled(_ label: @escaping @Sendable (Row) -> String) -> Field {
    Field(column, label: label, member: member, content, isShown)
  }

  /// The value in a row of a table.
  package func cell(_ row: Row) -> Cell {
    switch content {
    case .cell(let cell): cell(row) ?? .missing
    case .part: preconditionFailure("'\(column.key)' is a table or an object, which is no part of a table")
    }
  }
}

extension Field {
  /// - Parameters:
  ///   - key: names it in JSON and TSV; part of the shape.
  ///   - title: the title that a person reads; the key where it is left out. Columns have it in capitals. One that is
  ///     given in capitals is in small letters on pages: see `labelled`.
  ///   - datum: its kind, where some callers of the command may not know it: for them it is null.
  ///   - shown: whether a person is shown it, which programs always are; a column, whether for any of its rows.
  package convenience init<Value>(
    _ key: String, _ type: FieldType<Value>, _ title: String? = nil, for datum: Confidential? = nil,
    shown: (@Sendable (Row) -> Bool)? = nil, _ value: @escaping @Sendable (Row) -> Value
  ) {
    let cell = type.cell
    self.init(
      key, title, type.type, isNumber: type.isNumber, isNullable: type.isNullable ?? (datum != nil), datum: datum,
      shown: shown, .cell { cell(value($0)) })
  }

  /// A member that is null where there is no value.
  package convenience init<Value>(
    _ key: String, _ type: FieldType<Value>, _ title: String? = nil, for datum: Confidential? = nil,
    shown: (@Sendable (Row) -> Bool)? = nil, _ value: @escaping @Sendable (Row) -> Value?
  ) {
    let cell = type.cell
    self.init(
      key, title, type.type, isNumber: type.isNumber, isNullable: type.isNullable ?? true, datum: datum, shown: shown,
      .cell { value($0).map(cell) ?? .missing })
  }

  /// A member that is left out where there is no value. One that may be null besides has the type `.cell(…).orNull`.
  package convenience init<Value>(
    optional key: String, _ type: FieldType<Value>, _ title: String? = nil, for datum: Confidential? = nil,
    shown: (@Sendable (Row) -> Bool)? = nil, _ value: @escaping @Sendable (Row) -> Value?
  ) {
    let cell = type.cell
    self.init(
      key, title, type.type, isNumber: type.isNumber, isNullable: type.isNullable ?? (datum != nil), isOptional: true,
      datum: datum, shown: shown, .cell { value($0).map(cell) })
  }
}

extension Field {
  /// A table.
  /// - Parameters:
  ///   - none: shown to a person in place of no rows; nil for no table then.
  package convenience init<Part>(
    _ key: String, rows fields: [Field<Part>], title: String? = nil, none: String? = "none", place: TablePlace = .here,
    shown: (@Sendable (Row) -> Bool)? = nil, _ rows: @escaping @Sendable (Row) -> [Part]
  ) {
    self.init(
      key, title, .rows(fields.map(\.member)), shown: shown,
      .part { $2.table(key, title: title == nil ? nil : $1, fields, rows: rows($0), none: none, place: place) })
  }

  /// A table that is left out where there is none.
  package convenience init<Part>(
    optional key: String, rows fields: [Field<Part>], title: String? = nil, none: String? = "none",
    place: TablePlace = .here, shown: (@Sendable (Row) -> Bool)? = nil,
    _ rows: @escaping @Sendable (Row) -> [Part]?
  ) {
    self.init(
      key, title, .rows(fields.map(\.member)), isOptional: true, shown: shown,
      .part { row, label, document in
        guard let rows = rows(row) else { return }
        document.table(key, title: title == nil ? nil : label, fields, rows: rows, none: none, place: place)
      })
  }

  /// An object: a block with a title of its own.
  package convenience init<Part>(
    _ key: String, object fields: [Field<Part>], title: String, shown: (@Sendable (Row) -> Bool)? = nil,
    _ part: @escaping @Sendable (Row) -> Part
  ) {
    self.init(
      key, title, .object(fields.map(\.member)), shown: shown,
      .part { row, label, document in document.group(key, label) { $0.fields(fields, of: part(row)) } })
  }

  /// An object that is left out where there is none.
  package convenience init<Part>(
    optional key: String, object fields: [Field<Part>], title: String, shown: (@Sendable (Row) -> Bool)? = nil,
    _ part: @escaping @Sendable (Row) -> Part?
  ) {
    self.init(
      key, title, .object(fields.map(\.member)), isOptional: true, shown: shown,
      .part { row, label, document in
        if let part = part(row) { document.group(key, label) { $0.fields(fields, of: part) } }
      })
  }
}

/// The place of a table in an answer.
package enum TablePlace: Sendable {
  /// The place of its field.
  case here
  /// The place of its field for programs; a person reads it below everything else.
  case last
  /// The place of its field in JSON and for a person; TSV and CSV have the lines of another table, or of the fields.
  case aside
}

extension Sequence {
  /// Returns the fields for rows that have this one as a part.
  package func of<Part, Row>(_ part: @escaping @Sendable (Row) -> Part) -> [Field<Row>]
  where Element == Field<Part> {
    map { field in
      let content: Field<Row>.Content =
        switch field.content {
        case .cell(let cell): .cell { cell(part($0)) }
        case .part(let fill): .part { fill(part($0), $1, &$2) }
        }
      let shown = field.isShown.map { shown in { @Sendable (row: Row) in shown(part(row)) } }
      return Field(field.column, label: { field.label(part($0)) }, member: field.member, content, shown)
    }
  }
}

extension Sequence {
  /// Returns the fields for rows that may have this one as a part: without it, they are left out.
  package func optional<Part, Row>(_ part: @escaping @Sendable (Row) -> Part?) -> [Field<Row>]
  where Element == Field<Part> {
    map { field in
      var member = field.member
      member.isOptional = true
      return Field(
        field.column, label: { part($0).map(field.label) ?? "" }, member: member,
        .cell { row in
          guard case .cell(let cell) = field.content else { return nil }
          return part(row).flatMap(cell)
        }, nil)
    }
  }
}

extension Document {
  /// Makes a document of one row.
  package init<Row>(_ schema: String, _ fields: [Field<Row>], of row: Row) {
    self.init(schema)
    self.fields(fields, of: row)
  }

  /// Adds the fields of one row.
  package mutating func fields<Row>(_ fields: [Field<Row>], of row: Row) {
    for field in fields {
      if let isShown = field.isShown, !isShown(row) { hide(field.column.key) }
      switch field.content {
      case .cell(let make):
        if let cell = make(row) {
          self.field(field.column.key, field.label(row), cell, confidential: field.column.datum)
        }
      case .part(let fill): fill(row, field.label(row), &self)
      }
    }
  }

  /// - Parameters:
  ///   - none: shown to a person in place of no rows; nil for no table then.
  package mutating func table<Row>(
    _ key: String, title: String? = nil, _ fields: [Field<Row>], rows: some Sequence<Row>, none: String? = "none",
    place: TablePlace = .here
  ) {
    let rows = Array(rows)
    for field in fields {
      if let isShown = field.isShown, !rows.contains(where: isShown) { hide("\(key).\(field.column.key)") }
    }
    if none == nil, rows.isEmpty { hide(key) }
    if place != .here { self.place(key, place) }
    table(
      key, title: title, columns: fields.map(\.column), rows: rows.map { row in fields.map { $0.cell(row) } },
      none: none ?? "none")
  }

  /// A field whose label is its key.
  package mutating func field(_ key: String, _ cell: Cell, confidential datum: Confidential? = nil) {
    // Most keys are a word, and this is done for each field of each answer of a server.
    let label = key.utf8.contains(UInt8(ascii: "_")) ? key.replacing("_", with: " ") : key
    field(key, label, cell, confidential: datum)
  }
}

extension RowEmitter {
  package func row<Row>(_ fields: [Field<Row>], _ row: Row) throws(OutputError) {
    try self.row(fields.map { $0.cell(row) })
  }
}
