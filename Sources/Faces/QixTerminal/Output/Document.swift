package import QixKernel

/// The content of a command's answer, apart from its form: fields, tables and groups of them under stable keys.
package struct Document: Sendable {
  enum Part: Sendable, Equatable {
    case field(key: String, label: String, Cell)
    case table(Table)
    case group(key: String, title: String, [Part])
  }

  struct Table: Sendable, Equatable {
    let key: String
    let title: String?
    let columns: [Column]
    let rows: [[Cell]]
    /// Told to a person in place of no rows.
    var none = "none"

    /// A copy with these columns alone, in this order.
    func picking(_ indices: [Int]) -> Self {
      Self(
        key: key, title: title, columns: indices.map { columns[$0] }, rows: rows.map { row in indices.map { row[$0] } },
        none: none)
    }
  }

  /// Names the shape of the JSON and its version, `wallet.show/1`; the version grows when a key goes or changes.
  package let schema: String
  /// The only output under `--quiet`: the id of what was made, or the ids of a list, a line each.
  package var primary: String?
  private(set) var parts: [Part] = []
  /// Members of JSON alone, behind the schema.
  private(set) var pageMembers: [Part] = []
  var notes: [Note] = []
  /// Whether personal data is shown as it is; only for what is in the audit log.
  var isRevealed = false
  /// The chart drawn below it.
  var chart: DrawnChart?
  /// The page that is made of it.
  var page: HTMLPage?
  /// Whether nothing of it is printed: its chart takes its place, or what went to standard output, such as a secret.
  package var isSilent = false
  /// An error that comes after the answer.
  package var failure: (any Error)?

  package init(_ schema: String) { self.schema = schema }

  /// - Parameter datum: its kind, where some callers of the command may not know it.
  package mutating func field(_ key: String, _ label: String, _ cell: Cell, confidential datum: Confidential? = nil) {
    parts.append(.field(key: key, label: label, datum.map { .confidential($0, cell) } ?? cell))
  }

  /// - Precondition: every row has as many cells as there are columns.
  /// - Parameter none: told to a person in place of no rows.
  package mutating func table(
    _ key: String, title: String? = nil, columns: [Column], rows: [[Cell]], none: String = "none"
  ) {
    precondition(rows.allSatisfy { $0.count == columns.count }, "a row of '\(key)' doesn't fit its columns")
    parts.append(.table(Table(key: key, title: title, columns: columns, rows: rows, none: none)))
  }

  /// Says in JSON whether a list goes on behind its end, `"more"`, and for lists that are read page by page where, `"next"`.
  /// A person is told by `Terminal.noteMore`.
  package mutating func page(more: Bool) { pageMembers = [.field(key: "more", label: "", .boolean(more))] }

  /// Adds a field behind the others, in front of the first table or group.
  mutating func insertBeforeTables(_ key: String, _ label: String, _ cell: Cell) {
    let place = parts.firstIndex { if case .field = $0 { false } else { true } } ?? parts.endIndex
    parts.insert(.field(key: key, label: label, cell), at: place)
  }

  /// Adds members for a list that is read page by page.
  /// - Parameter next: the value of the command's option to go on; nil at the end.
  package mutating func page(next: Cell?) {
    page(more: next != nil)
    pageMembers.append(.field(key: "next", label: "", next ?? .missing))
  }

  /// A titled block of its own, an object in JSON.
  package mutating func group(_ key: String, _ title: String, _ fill: (inout Document) -> Void) {
    var inner = Document(schema)
    fill(&inner)
    parts.append(.group(key: key, title: title, inner.parts))
  }

  /// A copy with personal data as it is.
  var unmasked: Document { mapped { _, cell in cell.unmasked } }

  /// Returns a copy with each cell replaced by `change`.
  /// - Parameter change: is given the column too, where there is one.
  func mapped(_ change: (Column?, Cell) -> Cell) -> Document {
    var document = self
    document.parts = Self.mapped(parts, change)
    document.pageMembers = Self.mapped(pageMembers, change)
    return document
  }

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

  private static func mapped(_ parts: [Part], _ change: (Column?, Cell) -> Cell) -> [Part] {
    parts.map { part in
      switch part {
      case .field(let key, let label, let cell): .field(key: key, label: label, change(nil, cell))
      case .table(let table):
        .table(
          Table(
            key: table.key, title: table.title, columns: table.columns,
            rows: table.rows.map { row in zip(table.columns, row).map(change) }, none: table.none))
      case .group(let key, let title, let inner): .group(key: key, title: title, mapped(inner, change))
      }
    }
  }

  var firstTable: Table? { tables.first }

  var tables: [Table] { parts.compactMap { if case .table(let table) = $0 { table } else { nil } } }
}
