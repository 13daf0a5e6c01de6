package import QixKernel

/// One thing that is told of a row: what it is called, and how it comes out of the row. A list of them makes the columns
/// of a table, or the fields of a document.
package struct RowField<Row>: Sendable {
  package let column: Column
  package let cell: @Sendable (Row) -> Cell

  /// - Parameters:
  ///   - key: names it in JSON and TSV; part of the schema.
  ///   - title: what a person reads, in capitals; the key where it is left out.
  ///   - datum: its kind, where some callers of the command may not know it.
  package init(
    _ key: String, _ title: String? = nil, confidential datum: Confidential? = nil,
    _ cell: @escaping @Sendable (Row) -> Cell
  ) {
    column = Column(key, title ?? Self.title(key), confidential: datum)
    self.cell = cell
  }

  /// A number: it stands at the trailing edge of its column.
  package init(
    number key: String, _ title: String? = nil, confidential datum: Confidential? = nil,
    _ cell: @escaping @Sendable (Row) -> Cell
  ) {
    column = Column(key, title ?? Self.title(key), alignment: .trailing, confidential: datum)
    self.cell = cell
  }

  fileprivate init(_ column: Column, _ cell: @escaping @Sendable (Row) -> Cell) {
    (self.column, self.cell) = (column, cell)
  }

  private static func title(_ key: String) -> String { key.uppercased().replacing("_", with: " ") }
}

extension Sequence {
  /// Returns the fields for rows that have this one as a part.
  package func of<Part, Row>(_ part: @escaping @Sendable (Row) -> Part) -> [RowField<Row>]
  where Element == RowField<Part> {
    map { field in RowField(field.column) { field.cell(part($0)) } }
  }
}

extension Document {
  package mutating func table<Row>(
    _ key: String, title: String? = nil, _ fields: [RowField<Row>], rows: some Sequence<Row>, none: String = "none"
  ) {
    table(
      key, title: title, columns: fields.map(\.column), rows: rows.map { row in fields.map { $0.cell(row) } },
      none: none)
  }

  /// Adds what is told of one row, a field each.
  package mutating func fields<Row>(_ fields: [RowField<Row>], of row: Row) {
    for each in fields {
      field(each.column.key, each.column.title.lowercased(), each.cell(row), confidential: each.column.datum)
    }
  }

  /// A field whose label is its key.
  package mutating func field(_ key: String, _ cell: Cell, confidential datum: Confidential? = nil) {
    // Most keys are a word, and this is done for each field of each answer of a server.
    let label = key.utf8.contains(UInt8(ascii: "_")) ? key.replacing("_", with: " ") : key
    field(key, label, cell, confidential: datum)
  }
}

extension RowEmitter {
  package func row<Row>(_ fields: [RowField<Row>], _ row: Row) throws(OutputError) {
    try self.row(fields.map { $0.cell(row) })
  }
}

extension Cell {
  /// A missing value for nil.
  package static func text(_ text: String?) -> Cell { text.map { .text($0) } ?? .missing }
  package static func text(_ sentence: Sentence) -> Cell { .sentence(sentence) }
  package static func text(_ sentence: Sentence?) -> Cell { sentence.map { .sentence($0) } ?? .missing }
  package static func integer(_ value: Int64?) -> Cell { value.map { .integer($0) } ?? .missing }
  package static func coins(_ value: Int64?) -> Cell { value.map { .coins($0) } ?? .missing }
  package static func timestamp(_ time: Timestamp?) -> Cell { time.map { .timestamp($0) } ?? .missing }
  package static func date(_ date: CalendarDate?) -> Cell { date.map { .date($0) } ?? .missing }
  package static func identifier<Tag: IdentifierTag>(_ id: Identifier<Tag>) -> Cell { .identifier("\(id)") }
  package static func identifier<Tag: IdentifierTag>(_ id: Identifier<Tag>?) -> Cell {
    id.map { .identifier("\($0)") } ?? .missing
  }
  package static func count(_ count: Int) -> Cell { .integer(Int64(count)) }
}
