package import QixCommands

extension Chart {
  /// Lines of text without line breaks, none wider than told, none with spaces at its end.
  /// - Parameters:
  ///   - width: columns, at least 24 are taken.
  ///   - height: lines in all, at least 8 are taken.
  ///   - color: whether ANSI colours may be used.
  ///   - unicode: whether braille, blocks and frames may be used; false for a locale that is not UTF-8.
  package func terminalLines(width: Int = 80, height: Int = 20, color: Bool = false, unicode: Bool = true) -> [String] {
    TerminalPlot(self, width: max(24, width), height: max(8, height), color: color, unicode: unicode).lines()
  }
}

/// Lays a chart out in cells: title, legend, the plot with its axes, labels.
struct TerminalPlot {
  let chart: Chart
  let width: Int
  let height: Int
  let color: Bool
  let unicode: Bool

  /// Colours of the 16 that every terminal has and people set to be readable on theirs.
  static let colors = [36, 33, 35, 32, 34, 31]

  init(_ chart: Chart, width: Int, height: Int, color: Bool, unicode: Bool) {
    self.chart = chart
    (self.width, self.height, self.color, self.unicode) = (width, height, color, unicode)
  }

  func lines() -> [String] {
    let head = self.head()
    let labels = chart.x.label == nil ? 2 : 3
    let rows = max(3, height - head.count - labels)
    // The gutter depends on the labels of y, these on the rows only.
    let probe = PlotFrame(chart, xIntervals: 1, yIntervals: max(1, rows / 3))
    let gutter = probe.yTicks.map(\.label.count).max() ?? 0
    let columns = whole(max(8, width - gutter - 3), of: probe)
    let frame = PlotFrame(chart, xIntervals: max(1, columns / 12), yIntervals: max(1, rows / 3))

    let cells = frame.isEmpty ? emptyCells(columns, rows) : TerminalCells(self, frame, columns, rows).cells()
    var tickRows: [Int: String] = [:]
    for tick in frame.yTicks where !frame.isEmpty {
      tickRows[min(rows, max(0, Int(((1 - frame.up(tick.value)) * Double(rows)).rounded())))] = tick.label
    }
    var lines = head
    for row in 0..<rows {
      let label = tickRows[row] ?? ""
      let edge = tickRows[row] == nil ? (unicode ? "│" : "|") : (unicode ? "┤" : "+")
      lines.append(trimmed(label.padded(to: gutter, .trailing) + " " + edge) + text(cells[row]))
    }
    lines += axis(frame, columns, gutter: gutter, corner: tickRows[rows])
    return lines.map(trimmed)
  }

  /// So many columns that each slot of bars gets the same count of them.
  private func whole(_ columns: Int, of frame: PlotFrame) -> Int {
    let slots = ((frame.x.upperBound - frame.x.lowerBound) / frame.slotWidth).rounded()
    guard !frame.bars.isEmpty, slots >= 1, slots <= Double(columns) else { return columns }
    return columns / Int(slots) * Int(slots)
  }

  private func head() -> [String] {
    var lines: [String] = []
    if !chart.title.isEmpty { lines.append(style("1", fitted(safe(chart.title), width))) }
    if let subtitle = chart.subtitle { lines.append(style("2", fitted(safe(subtitle), width))) }
    if chart.series.count > 1 { lines += legend() }
    if let label = chart.y.label { lines.append(style("2", fitted(safe(label), width))) }
    return lines
  }

  /// The names of the series with the mark each is drawn with, in as many lines as it takes.
  private func legend() -> [String] {
    var lines: [String] = []
    var used = 0
    for (index, series) in chart.series.enumerated() {
      let name = fitted(safe(series.name), width - 4)
      let entry = style("\(Self.colors[index % Self.colors.count])", legendMark(index)) + " " + name
      let entryWidth = 2 + name.displayWidth
      if used > 0, used + 3 + entryWidth <= width {
        lines[lines.count - 1] += "   " + entry
        used += 3 + entryWidth
      } else {
        lines.append(entry)
        used = entryWidth
      }
    }
    return lines
  }

  private func legendMark(_ index: Int) -> String {
    switch chart.series[index].kind {
    case .bar, .area: String(fill(index))
    case .line, .step: marksBySeries ? String(marks[index % marks.count]) : "━"
    }
  }

  /// Whether lines are drawn with a mark for each series rather than in braille.
  var marksBySeries: Bool {
    !unicode || !color && chart.series.count { $0.kind == .line || $0.kind == .step } > 1
  }

  var marks: [Character] { unicode ? ["•", "+", "×", "○", "▪", "△"] : ["*", "+", "x", "o", "#", "@"] }

  /// Returns the character that fills the bars of a series.
  func fill(_ index: Int) -> Character {
    let fills: [Character] = unicode ? (color ? ["█"] : ["█", "░", "▓", "▒"]) : ["#", ":", "=", "%"]
    return fills[index % fills.count]
  }

  /// Columns that a category's name may take before it is cut.
  private static let widestCategory = 16

  /// The line below the plot, the labels of its ticks and of the axis.
  private func axis(_ frame: PlotFrame, _ columns: Int, gutter: Int, corner: String?) -> [String] {
    var line = [Character](repeating: unicode ? "─" : "-", count: columns)
    var labels = ""
    let isCategory = if case .category = chart.x.scale { true } else { false }
    let slot = Double(columns) / Double(max(1, frame.xTicks.count))
    let widest = min(frame.xTicks.map { safe($0.label).displayWidth }.max() ?? 0, Self.widestCategory)
    // Whole names of some categories say more than the beginnings of all.
    let stride = isCategory ? max(1, Int((Double(widest + 1) / slot).rounded(.up))) : 1
    let room = isCategory ? max(1, Int(slot * Double(stride)) - 1) : columns
    for (index, tick) in frame.xTicks.enumerated() where index.isMultiple(of: stride) {
      let column = min(columns - 1, max(0, Int(frame.across(tick.value) * Double(columns))))
      let label = fitted(safe(tick.label), max(room, isCategory ? 3 : room))
      // Labels keep two columns apart, of categories one; those that don't find room are left out with their tick.
      var start = max(0, min(column - label.displayWidth / 2, columns - label.displayWidth))
      if labels.isEmpty, !isCategory { start = max(0, start) }
      guard labels.isEmpty || start >= labels.displayWidth + (isCategory ? 1 : 2) else { continue }
      labels += String(repeating: " ", count: start - labels.displayWidth) + label
      line[column] = unicode ? "┬" : "+"
    }
    let indent = String(repeating: " ", count: gutter + 2)
    let edge = unicode ? (corner == nil ? "└" : "┴") : "+"
    var lines = [
      (corner ?? "").padded(to: gutter, .trailing) + " " + (corner == nil || !unicode ? edge : "└") + String(line)
    ]
    lines.append(indent + labels)
    if let label = chart.x.label {
      let text = fitted(safe(label), columns)
      lines.append(style("2", indent + String(repeating: " ", count: max(0, (columns - text.displayWidth) / 2)) + text))
    }
    return lines
  }

  private func emptyCells(_ columns: Int, _ rows: Int) -> [[TerminalCells.Cell]] {
    var cells = [[TerminalCells.Cell]](
      repeating: [TerminalCells.Cell](repeating: .blank, count: columns), count: rows)
    let text = Array("no data")
    let start = max(0, (columns - text.count) / 2)
    for (offset, character) in text.enumerated() where start + offset < columns {
      cells[rows / 2][start + offset] = TerminalCells.Cell(character: character, series: nil)
    }
    return cells
  }

  /// One row of cells, each stretch of one colour in one escape sequence.
  private func text(_ cells: [TerminalCells.Cell]) -> String {
    var text = ""
    var current: Int?
    for cell in cells {
      let wanted = cell.character == " " ? current : cell.series
      if color, wanted != current {
        if current != nil { text += "\u{1B}[0m" }
        if let wanted { text += "\u{1B}[\(Self.colors[wanted % Self.colors.count])m" }
        current = wanted
      }
      text.append(cell.character)
    }
    while text.last == " " { text.removeLast() }
    return color && current != nil ? text + "\u{1B}[0m" : text
  }

  private func style(_ code: String, _ text: String) -> String {
    color && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  private func trimmed(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Text that can't command the terminal, on one line, and in ASCII where it must be.
  private func safe(_ text: String) -> String {
    let text = text.sanitised()
    guard !unicode else { return text }
    return String(text.map { $0.isASCII ? $0 : "?" })
  }

  /// The text, or as much of it as fits with a mark that something is missing.
  private func fitted(_ text: String, _ width: Int) -> String {
    guard text.displayWidth > width else { return text }
    let mark = unicode ? "…" : "."
    var result = ""
    for character in text where (result + String(character)).displayWidth < width { result.append(character) }
    return result + mark
  }
}
