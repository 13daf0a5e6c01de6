/// The name of a column in messages: its header as the file spells it, in a table with its spreadsheet letter.
package struct ColumnTitle: Sendable, Equatable, CustomStringConvertible {
  package let header: String
  /// `C` of the third; nil where there is no table.
  package let letter: String?

  /// - Parameter position: the column's place in a table, from 0; nil where there is none.
  package init(_ header: String, position: Int?) {
    self.header = header
    letter = position.map(Self.letter)
  }

  package var description: String { letter.map { "\(header) (\($0))" } ?? header }

  private static func letter(_ position: Int) -> String {
    var (number, letters) = (position, "")
    repeat {
      letters = String(Unicode.Scalar(UInt8(ascii: "A") + UInt8(number % 26))) + letters
      number = number / 26 - 1
    } while number >= 0
    return letters
  }
}

extension RecordReader {
  package func hasHeader(_ header: String) -> Bool {
    spellings.contains { ColumnName($0) == ColumnName(header) }
  }

  package func title(of column: Int) -> ColumnTitle {
    spellings.indices.contains(column)
      ? ColumnTitle(spellings[column], position: column) : ColumnTitle(columns[column], position: nil)
  }
}
