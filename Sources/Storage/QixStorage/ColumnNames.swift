/// The names of a statement's columns, to be found by name.
///
/// Rows are mostly read in the order of their columns, so the one behind the last is tried first: one comparison for each
/// column that is read, and none of it hashed or allocated.
package final class ColumnNames {
  private let names: [[UInt8]]
  private let sql: String
  private var next = 0

  init(_ names: [String], of sql: String) { (self.names, self.sql) = (names.map { Array($0.utf8) }, sql) }

  /// A name that the result doesn't have is a mistake of a developer, which the first row shows.
  func index(of name: StaticString) -> Int {
    name.withUTF8Buffer { wanted in
      for _ in names.indices {
        let column = next
        next = column + 1 < names.count ? column + 1 : 0
        if names[column].elementsEqual(wanted) { return column }
      }
      preconditionFailure("there is no column \(name) in: \(sql)")
    }
  }
}
