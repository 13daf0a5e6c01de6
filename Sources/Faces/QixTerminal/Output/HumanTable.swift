internal import QixCommands
internal import QixKernel

/// A table for a person: columns as wide as their widest cell, two spaces between them. Where a width is set it fits
/// into it: long texts go on below, and columns for which that doesn't make room stand on a second line of each row.
struct HumanTable {
  private static let gap = 2
  /// The margin of further lines of a row.
  private static let indent = 4
  /// A column of texts is made no narrower than this, nor than its longest word up to the second.
  private static let (least, longestWord) = (12, 24)

  private let columns: [Column]
  /// The columns of each line of a row.
  private var lines: [[Int]]
  private var widths: [Int]
  private let isFitted: Bool

  /// - Parameters:
  ///   - rows: what the widths are taken from; later rows that are wider push their own line out.
  ///   - width: of the terminal; nil for a table as wide as it comes.
  ///   - wrapping: for each column whether its cells may go on below.
  init(_ columns: [Column], measuredFrom rows: [[String]], width: Int? = nil, wrapping: [Bool] = []) {
    self.columns = columns
    var widths = columns.map(\.title.displayWidth)
    for row in rows {
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.displayWidth) }
    }
    isFitted = width != nil
    lines = [Array(columns.indices)]
    self.widths = widths
    guard let width, Self.total(widths) > width else { return }
    let limits = columns.indices.map { index in
      let words = wrapping[index] ? rows.flatMap { $0[index].split(separator: " ").map(\.displayWidth) } : []
      return max(columns[index].title.displayWidth, Self.least, min(Self.longestWord, words.max() ?? 0))
    }
    if let narrow = Self.narrowed(widths, limits, wrapping, to: width) {
      self.widths = narrow
    } else {
      self.widths = zip(widths, columns.indices).map { min($0, wrapping[$1] ? width - Self.indent : $0) }
      lines = Self.folded(self.widths, to: width)
    }
  }

  private static func total(_ widths: [Int]) -> Int { widths.reduce(0, +) + gap * max(0, widths.count - 1) }

  /// Takes columns of text in, the widest first, until all fit; nil where they don't.
  private static func narrowed(_ widths: [Int], _ limits: [Int], _ wrapping: [Bool], to width: Int) -> [Int]? {
    var widths = widths
    while total(widths) > width {
      let able = widths.indices.filter { wrapping[$0] && widths[$0] > limits[$0] }
      guard let widest = able.max(by: { widths[$0] < widths[$1] }) else { return nil }
      widths[widest] -= 1
    }
    return widths
  }

  /// As many columns on each line as fit.
  private static func folded(_ widths: [Int], to width: Int) -> [[Int]] {
    var lines: [[Int]] = [[]]
    var used = -gap
    for (index, own) in widths.enumerated() {
      if !lines[lines.count - 1].isEmpty, used + gap + own > width {
        lines.append([])
        used = indent - gap
      }
      lines[lines.count - 1].append(index)
      used += gap + own
    }
    return lines
  }

  func header(colors: Bool) -> String {
    line(columns.map(\.title)).split(separator: "\n").map { Style.bold(String($0), colors) + "\n" }.joined()
  }

  /// A row, without spaces at the ends of its lines.
  func line(_ cells: [String]) -> String {
    guard isFitted else { return text(of: lines[0], cells) }
    var rows: [String] = []
    // A further line without a value says nothing.
    for (number, line) in lines.enumerated() where number == 0 || line.contains(where: { cells[$0] != "-" }) {
      let margin = String(repeating: " ", count: number == 0 ? 0 : Self.indent)
      let parts = line.map { index in
        cells[index].displayWidth > widths[index] && columns[index].alignment == .leading
          ? TextLayout.lines(cells[index], width: widths[index], breaksWords: true) : [cells[index]]
      }
      for place in 0..<(parts.map(\.count).max() ?? 1) {
        var row = cells
        for (index, part) in zip(line, parts) { row[index] = place < part.count ? part[place] : "" }
        rows.append(margin + text(of: line, row))
      }
    }
    return rows.joined(separator: "\n")
  }

  private func text(of line: [Int], _ cells: [String]) -> String {
    var text = ""
    for index in line {
      let isLast = index == line.last
      let alignment = columns[index].alignment
      text += isLast && alignment == .leading ? cells[index] : cells[index].padded(to: widths[index], alignment)
      if !isLast { text += "  " }
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  static func text(_ columns: [Column], _ rows: [[Cell]], _ manner: Manner, colors: Bool) -> String {
    guard !rows.isEmpty else { return "none\n" }
    let shown = manner.shown(columns, rows)
    var (table, texts) = made(columns, rows, of: shown, manner)
    let core = shown.filter { !columns[$0].isAside }
    if manner.isBrief, table.lines.count > 1, !core.isEmpty { (table, texts) = made(columns, rows, of: core, manner) }
    return table.header(colors: colors) + texts.map { table.line($0) + "\n" }.joined()
  }

  /// The table of some columns, and its cells.
  private static func made(
    _ columns: [Column], _ rows: [[Cell]], of shown: [Int], _ manner: Manner
  ) -> (HumanTable, [[String]]) {
    let columns = shown.map { columns[$0] }
    let rows = rows.map { row in shown.map { row[$0] } }
    let short = manner.isBrief ? ShortIdentifiers(rows) : nil
    let texts = rows.map { $0.map { short?.text($0, manner) ?? $0.human(manner) } }
    let wrapping = manner.wrapping(columns, rows)
    return (HumanTable(columns, measuredFrom: texts, width: manner.width, wrapping: wrapping), texts)
  }
}
