/// Headers of a file that stand for columns of another name.
package struct ColumnMapping: Sendable, Equatable {
  private var names: [ColumnName: String] = [:]
  /// The headers as they were given, in their order.
  package private(set) var headers: [String] = []

  package init() {}

  package var isEmpty: Bool { names.isEmpty }

  /// - Returns: false where the header stands for another column already.
  package mutating func add(_ header: String, standingFor column: String) -> Bool {
    guard names.updateValue(column, forKey: ColumnName(header)) == nil else { return false }
    headers.append(header)
    return true
  }

  /// The options that say so, the same for the same mapping whatever their order.
  package var words: [String] { headers.map { "--map '\(column(of: $0))=\($0)'" }.sorted() }

  func column(of header: String) -> String { names.isEmpty ? header : names[ColumnName(header)] ?? header }
}
