import QixKernel

/// The personal data of an answer that is shown as it is.
enum Revealed: Sendable, Equatable {
  case nothing, all
  /// Only the values of these keys.
  case fields([String])

  func unmasked(_ cell: Cell, of key: String) -> Cell {
    switch self {
    case .nothing: cell
    case .all: cell.unmasked
    case .fields(let keys): keys.contains(key) ? cell.unmasked : cell
    }
  }
}

extension Document {
  /// A copy with personal data as it is, as far as it is revealed.
  func unmasked(_ revealed: Revealed) -> Document {
    if revealed == .nothing { return self }
    var document = self
    document.parts = Self.unmasked(parts, revealed)
    return document
  }

  private static func unmasked(_ parts: [Part], _ revealed: Revealed) -> [Part] {
    parts.map { part in
      switch part {
      case .field(let key, let label, let cell):
        .field(key: key, label: label, revealed.unmasked(cell, of: key))
      case .table(let table):
        .table(
          Table(
            key: table.key, title: table.title, columns: table.columns,
            rows: table.rows.map { row in zip(table.columns, row).map { revealed.unmasked($1, of: $0.key) } },
            none: table.none))
      case .group(let key, let title, let inner): .group(key: key, title: title, unmasked(inner, revealed))
      }
    }
  }

  /// Makes sure that each name is that of a masked field. One that is empty may be asked for: another user has it.
  /// - Throws: `UsageError`, which names those that there are.
  func requireMasked(_ names: [String]) throws(UsageError) {
    var (masked, others): ([String], Set<String>) = ([], [])
    Self.forEachCell(of: parts) { key, cell in
      if cell.isPersonal {
        if !masked.contains(key) { masked.append(key) }
      } else if cell != .missing {
        others.insert(key)
      }
    }
    let keys = Self.keys(of: parts)
    if let name = names.first(where: { !keys.contains($0) || !masked.contains($0) && others.contains($0) }) {
      throw UsageError(
        "--reveal: this answer has no masked field '\(name)'",
        hint: masked.isEmpty
          ? "Nothing is masked in it." : "Masked in it: \(masked.joined(separator: ", ")). --reveal shows all of them.")
    }
  }

  private static func forEachCell(of parts: [Part], _ body: (String, Cell) -> Void) {
    for part in parts {
      switch part {
      case .field(let key, _, let cell): body(key, cell)
      case .table(let table):
        for row in table.rows { for (column, cell) in zip(table.columns, row) { body(column.key, cell) } }
      case .group(_, _, let inner): forEachCell(of: inner, body)
      }
    }
  }

  private static func keys(of parts: [Part]) -> Set<String> {
    parts.reduce(into: []) { keys, part in
      switch part {
      case .field(let key, _, _): keys.insert(key)
      case .table(let table): keys.formUnion(table.columns.map(\.key))
      case .group(_, _, let inner): keys.formUnion(Self.keys(of: inner))
      }
    }
  }
}

extension Cell {
  /// Whether something in it is masked.
  fileprivate var isPersonal: Bool {
    switch self {
    case .personal: true
    case .confidential(_, let cell, _), .share(_, let cell): cell.isPersonal
    case .list(let cells, _, _): cells?.contains(where: \.isPersonal) ?? false
    case .object(let members): members.contains { $0.cell.isPersonal }
    default: false
    }
  }
}
