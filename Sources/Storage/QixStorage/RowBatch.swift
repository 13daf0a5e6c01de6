package import QixKernel

/// Rows for one table that are written several with one statement.
///
/// Running a statement costs SQLite as much as a row: it opens a cursor on the table and on each of its indexes, and
/// finds the way down to the end of each. With sixteen rows in a statement that is shared, and what is bound lies in
/// memory of the batch, where SQLite reads it without a copy of its own.
///
/// Rows are appended cell by cell, in the order of the columns. They are in the table once `flush` was called, or
/// `endRow` has returned true; until then no query finds them there.
package struct RowBatch {
  private enum Cell {
    case null
    case integer(Int64)
    /// The place of its bytes.
    case text(start: Int, count: Int)
    case blob(start: Int, count: Int)
  }

  /// Rows in a statement: with twice as many, little is gained, and what a failing statement takes back grows.
  private static let size = 16

  private let connection: Connection
  private let table: String
  private let columns: [String]
  private var cells: [Cell] = []
  private var bytes: [UInt8] = []
  /// Whole rows that wait.
  package private(set) var count = 0
  private var one: Statement?
  private var many: Statement?

  /// - Parameters:
  ///   - table: as it stands in SQL.
  ///   - columns: those that rows give, in their order.
  package init(into table: String, _ columns: [String], in connection: Connection) {
    precondition(!columns.isEmpty)
    self.connection = connection
    self.table = table
    self.columns = columns
  }

  package mutating func append(_ value: Int64?) { cells.append(value.map(Cell.integer) ?? .null) }

  package mutating func append(_ value: String?) {
    guard var value else { return cells.append(.null) }
    value.withUTF8 { append(text: UnsafeRawBufferPointer($0)) }
  }

  package mutating func append<Tag>(_ value: Identifier<Tag>) { value.withBytes { append(blob: $0) } }

  package mutating func append(text value: UnsafeRawBufferPointer) {
    cells.append(.text(start: bytes.count, count: value.count))
    bytes.append(contentsOf: value)
  }

  package mutating func append(blob value: UnsafeRawBufferPointer) {
    cells.append(.blob(start: bytes.count, count: value.count))
    bytes.append(contentsOf: value)
  }

  package mutating func appendNull() { cells.append(.null) }

  /// The row is whole; writes the rows that wait when there are enough of them.
  /// - Returns: whether they were written.
  package mutating func endRow() throws -> Bool {
    count += 1
    precondition(cells.count == count * columns.count, "a row has a cell for each column")
    guard count == Self.size else { return false }
    try flush()
    return true
  }

  /// Writes the rows that wait. Where that fails none of them stays in the batch, and the caller takes the transaction
  /// back.
  package mutating func flush() throws {
    defer { removeAll() }
    precondition(cells.count == count * columns.count, "a row has a cell for each column")
    if count == Self.size { return try write(cells[...], with: try prepared(&many, rows: Self.size)) }
    for row in 0..<count {
      try write(cells[(row * columns.count)..<((row + 1) * columns.count)], with: try prepared(&one, rows: 1))
    }
  }

  /// Forgets the rows that wait.
  package mutating func removeAll() {
    cells.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    count = 0
  }

  private func write(_ cells: ArraySlice<Cell>, with statement: Statement) throws {
    try bytes.withUnsafeBytes { bytes in
      var index = 0
      for cell in cells {
        index += 1
        switch cell {
        case .null: statement.base.bindNull(at: index)
        case .integer(let value): statement.base.bind(value, at: index)
        case .text(let start, let count):
          statement.base.bindLentText(UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]), at: index)
        case .blob(let start, let count):
          statement.base.bindLentBlob(UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]), at: index)
        }
      }
      try statement.run()
    }
  }

  private func prepared(_ statement: inout Statement?, rows: Int) throws -> Statement {
    if let statement { return statement }
    let values = (0..<rows).map { row in
      "(" + (1...columns.count).map { "?\(row * columns.count + $0)" }.joined(separator: ", ") + ")"
    }
    let made = try connection.statement(
      "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES \(values.joined(separator: ", "))")
    statement = made
    return made
  }
}
