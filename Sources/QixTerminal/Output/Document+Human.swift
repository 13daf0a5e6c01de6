extension Document {
  /// For a person: blocks of aligned labels and values, and tables, an empty line between them.
  func human(colors: Bool) -> String {
    Self.blocks(parts, colors: colors).joined(separator: "\n")
  }

  private static func blocks(_ parts: [Part], colors: Bool) -> [String] {
    var blocks: [String] = []
    var fields: [(label: String, cell: Cell)] = []
    func endFields() {
      if !fields.isEmpty { blocks.append(block(fields, colors: colors)) }
      fields = []
    }
    for part in parts {
      switch part {
      case .field(_, _, .withheld): continue
      case .field(_, let label, let cell): fields.append((label, cell))
      case .table(let whole):
        let table = whole.withoutWithheld
        endFields()
        blocks.append(heading(table.title, colors) + HumanTable.text(table.columns, table.rows, colors: colors))
      case .group(_, let title, let inner):
        endFields()
        blocks.append(heading(title, colors) + self.blocks(inner, colors: colors).joined(separator: "\n"))
      }
    }
    endFields()
    return blocks
  }

  private static func heading(_ title: String?, _ colors: Bool) -> String {
    title.map { Style.bold($0, colors) + "\n" } ?? ""
  }

  private static func block(_ fields: [(label: String, cell: Cell)], colors: Bool) -> String {
    let width = fields.map(\.label.displayWidth).max() ?? 0
    return fields.map { label, cell in
      Style.bold(label.padded(to: width), colors) + "  " + (cell == .text("") ? "(empty)" : cell.human) + "\n"
    }.joined()
  }
}

extension Document.Table {
  /// A copy without the columns of which a person may be told nothing.
  fileprivate var withoutWithheld: Self {
    let shown = columns.indices.filter { index in rows.isEmpty || rows.contains { $0[index] != .withheld } }
    guard shown.count < columns.count else { return self }
    return Self(
      key: key, title: title, columns: shown.map { columns[$0] }, rows: rows.map { row in shown.map { row[$0] } })
  }
}

/// A table for a person: columns as wide as their widest cell, two spaces between them.
struct HumanTable {
  private let columns: [Column]
  private var widths: [Int]

  /// - Parameter rows: what the widths are taken from; later rows that are wider push their own line out.
  init(_ columns: [Column], measuredFrom rows: [[String]]) {
    self.columns = columns
    widths = columns.map(\.title.displayWidth)
    for row in rows {
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.displayWidth) }
    }
  }

  func header(colors: Bool) -> String { Style.bold(line(columns.map(\.title)), colors) + "\n" }

  /// One line without spaces at its end.
  func line(_ cells: [String]) -> String {
    var text = ""
    for (index, cell) in cells.enumerated() {
      let isLast = index == cells.count - 1
      let alignment = columns[index].alignment
      text += isLast && alignment == .leading ? cell : cell.padded(to: widths[index], alignment)
      if !isLast { text += "  " }
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  static func text(_ columns: [Column], _ rows: [[Cell]], colors: Bool) -> String {
    guard !rows.isEmpty else { return "none\n" }
    let texts = rows.map { $0.map(\.human) }
    let table = HumanTable(columns, measuredFrom: texts)
    return table.header(colors: colors) + texts.map { table.line($0) + "\n" }.joined()
  }
}
