package import QixKernel

/// The content of a command's answer, apart from its form: fields, tables and groups of them under stable keys.
package struct Document: Sendable {
  package enum Part: Sendable, Equatable {
    case field(key: String, label: String, Cell)
    case table(Table)
    case group(key: String, title: String, [Part])
  }

  package struct Table: Sendable, Equatable {
    package let key: String
    package let title: String?
    package let columns: [Column]
    package let rows: [[Cell]]
    /// Told to a person in place of no rows.
    package var none = "none"

    package init(key: String, title: String?, columns: [Column], rows: [[Cell]], none: String = "none") {
      (self.key, self.title, self.columns, self.rows, self.none) = (key, title, columns, rows, none)
    }

    /// A copy with only these columns, in this order.
    package func picking(_ indices: [Int]) -> Self {
      Self(
        key: key, title: title, columns: indices.map { columns[$0] }, rows: rows.map { row in indices.map { row[$0] } },
        none: none)
    }
  }

  /// Names the shape of the JSON and its version, `wallet.show/1`; the version grows when a key goes or changes.
  package let schema: String
  /// The only output under `--quiet`: the id of what was made, or the ids of a list, a line each.
  package var primary: String?
  package var parts: [Part] = []
  /// Members of JSON alone, behind the schema.
  private(set) var pageMembers: [Part] = []
  /// The keys of what programs have and a person isn't shown: `standing`, of a column `reminders.failed`.
  private var hidden: Set<String> = []
  /// The tables that aren't where they stand.
  private var places: [String: TablePlace] = [:]
  /// A text that a person reads below everything else, as it is written.
  package var prose: String?
  var notes: [Note] = []
  /// The personal data that is shown as it is; only what is in the audit log.
  var revealed = Revealed.nothing
  /// The chart drawn below it.
  package var chart: DrawnChart?
  /// The page that is made of it.
  package var page: PrintedPage?
  /// Whether nothing of it is shown: its chart takes its place, or what went to standard output, such as a secret.
  package var isSilent = false
  /// Whether it holds a secret, which nothing may keep for another time.
  package var holdsSecret = false
  /// Whether the caller's own session is over with it, so that a browser forgets its cookie.
  package var endsSession = false
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
  /// A person reads it in a note: `noteMore`, `noteRest`.
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
    for path in inner.hidden { hide("\(key).\(path)") }
  }

  /// Keeps a part, or a column of a table, from persons; programs have it.
  mutating func hide(_ path: String) { hidden.insert(path) }

  mutating func place(_ key: String, _ place: TablePlace) { places[key] = place }

  /// The parts that a person reads, in their order.
  package var shown: [Part] {
    if hidden.isEmpty, places.isEmpty { return parts }
    let shown = shown(parts, at: "")
    return shown.filter { places[$0.key] != .last } + shown.filter { places[$0.key] == .last }
  }

  private func shown(_ parts: [Part], at path: String) -> [Part] {
    parts.compactMap { part in
      let path = path + part.key
      if hidden.contains(path) { return nil }
      switch part {
      case .field: return part
      case .table(let table):
        let shown = table.columns.indices.filter { !hidden.contains("\(path).\(table.columns[$0].key)") }
        return shown.isEmpty || shown.count == table.columns.count ? part : .table(table.picking(shown))
      case .group(let key, let title, let inner):
        return .group(key: key, title: title, self.shown(inner, at: path + "."))
      }
    }
  }

  /// Returns a copy with each cell replaced by `change`.
  /// - Parameter change: is given the column too, where there is one.
  func mapped(_ change: (Column?, Cell) -> Cell) -> Document {
    var document = self
    document.parts = Self.mapped(parts, change)
    document.pageMembers = Self.mapped(pageMembers, change)
    return document
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

  package var firstTable: Table? { tables.first }

  /// The tables that lines can be of.
  package var tables: [Table] {
    parts.compactMap { if case .table(let table) = $0, places[table.key] != .aside { table } else { nil } }
  }
}
