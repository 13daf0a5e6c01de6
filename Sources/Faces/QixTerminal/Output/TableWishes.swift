internal import QixCommands
internal import QixKernel

/// How a person wants the tables of an answer: `--columns`, `--sort`, `--wide`.
package struct TableWishes: Sendable, Equatable {
  /// Keys of columns, in the order wanted; empty for all.
  package var columns: [String] = []
  /// The key of a column; with a `-` in front the greatest value comes first.
  package var sort: String?
  package var isWide = false

  package init() {}

  var isEmpty: Bool { columns.isEmpty && sort == nil }

  private var sortKey: String? { sort.map { $0.hasPrefix("-") ? String($0.dropFirst()) : $0 } }

  /// The positions of the columns wanted; nil for a table that has none of them.
  func indices(of all: [Column]) -> [Int]? {
    guard !columns.isEmpty else { return Array(all.indices) }
    let found = columns.compactMap { key in all.firstIndex { $0.key == key } }
    return found.isEmpty ? nil : found
  }

  /// The order of rows; nil where they stay as they are. Missing values come last.
  func order(of all: [Column]) -> (([Cell], [Cell]) -> Bool)? {
    guard let key = sortKey, let index = all.firstIndex(where: { $0.key == key }) else { return nil }
    let isDescending = sort?.hasPrefix("-") ?? false
    return { left, right in
      guard let first = left[index].rank else { return false }
      guard let second = right[index].rank else { return true }
      return isDescending ? second < first : first < second
    }
  }

  /// Makes sure before a command runs that what it answers has these columns.
  /// - Throws: `UsageError`
  func check(_ answer: AnswerShape?, format: OutputFormat) throws(UsageError) {
    guard !isEmpty else { return }
    let option = columns.isEmpty ? "--sort" : "--columns"
    guard format != .json else {
      throw UsageError("\(option) goes with tables, and --json prints everything", hint: "Leave one of them out.")
    }
    var known: [String] = []
    for answer in (try? answer?.answers()) ?? [] { answer.members.addColumns(to: &known) }
    guard !known.isEmpty else { throw UsageError("\(option): this command prints no table", hint: "Leave it out.") }
    for key in columns + (sortKey.map { [$0] } ?? []) where !known.contains(key) {
      throw UsageError(
        "there is no column '\(key)'\(Suggestion.clause(for: key, among: known))",
        hint: "The columns are \(known.joined(separator: ", ")).")
    }
  }
}

extension [AnswerShape.Member] {
  /// Collects the keys of all columns of tables among them.
  func addColumns(to known: inout [String]) {
    for member in self {
      switch member.type {
      case .rows(let row): for key in row.map(\.key) where !known.contains(key) { known.append(key) }
      case .object(let members): members.addColumns(to: &known)
      case .scalar, .list: break
      }
    }
  }
}

/// What a cell is sorted by.
private enum Rank: Comparable {
  case number(Double)
  case text(String)
}

extension Cell {
  /// Nil for a missing value.
  fileprivate var rank: Rank? {
    switch self {
    case .confidential(_, let cell, _): cell.rank
    case .integer(let value), .coins(let value): .number(Double(value))
    case .timestamp(let time), .end(let time): .number(Double(time.microseconds))
    case .boolean(let value): .number(value ? 1 : 0)
    case .decimal(let value, _), .share(let value, _): value.isFinite ? .number(value) : nil
    default: isEmpty ? nil : .text(plain)
    }
  }
}

extension Document {
  /// Returns a copy with its tables as a person has asked for them.
  func arranged(_ wishes: TableWishes) -> Document {
    guard !wishes.isEmpty else { return self }
    var document = self
    document.parts = Self.arranged(parts, wishes)
    return document
  }

  private static func arranged(_ parts: [Part], _ wishes: TableWishes) -> [Part] {
    parts.compactMap { part in
      switch part {
      case .field: part
      case .table(let table):
        wishes.indices(of: table.columns).map { indices in
          let rows = wishes.order(of: table.columns).map { table.rows.sorted(by: $0) } ?? table.rows
          return .table(
            Table(
              key: table.key, title: table.title, columns: table.columns, rows: rows, none: table.none
            ).picking(indices))
        }
      case .group(let key, let title, let inner): .group(key: key, title: title, arranged(inner, wishes))
      }
    }
  }
}
