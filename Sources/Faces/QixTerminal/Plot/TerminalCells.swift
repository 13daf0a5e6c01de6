internal import QixCommands

/// Draws the series of a chart into the cells of its plot: bars and areas in blocks, lines and steps in dots over them.
struct TerminalCells {
  struct Cell {
    var character: Character
    var series: Int?
    static let blank = Cell(character: " ", series: nil)
  }

  /// Wider bars look like surfaces.
  private static let widestBar = 16

  private let plot: TerminalPlot
  private let frame: PlotFrame
  private let columns: Int
  private let rows: Int

  init(_ plot: TerminalPlot, _ frame: PlotFrame, _ columns: Int, _ rows: Int) {
    (self.plot, self.frame, self.columns, self.rows) = (plot, frame, columns, rows)
  }

  func cells() -> [[Cell]] {
    var cells = [[Cell]](repeating: [Cell](repeating: .blank, count: columns), count: rows)
    let barsFit = frame.slots.count * max(1, frame.bars.count) <= columns
    drawZeroLine(&cells)
    for series in frame.series where series.kind == .area { drawArea(series, &cells) }
    if barsFit { drawBars(&cells) } else if frame.bars.count == 1 { drawCrowdedBars(frame.bars[0], &cells) }

    var canvas = DotCanvas(columns: columns, rows: rows, plot.marksBySeries ? .marks(plot.marks) : .braille)
    for series in frame.series {
      switch series.kind {
      case .line, .step: drawLine(series, isStep: series.kind == .step, &canvas)
      // Bars of several series that find no room beside each other would hide each other.
      case .bar where !barsFit && frame.bars.count > 1: drawLine(series, isStep: true, &canvas)
      case .bar, .area: break
      }
    }
    for row in 0..<rows {
      for column in 0..<columns {
        guard let (character, series) = canvas.cell(column, row) else { continue }
        cells[row][column] = Cell(character: character, series: series)
      }
    }
    drawSinglePoints(canvas, &cells)
    return cells
  }

  /// One dot of braille would not be seen.
  private func drawSinglePoints(_ canvas: DotCanvas, _ cells: inout [[Cell]]) {
    guard plot.unicode, !plot.marksBySeries else { return }
    for series in frame.series where series.points.count == 1 && series.kind != .bar {
      let point = series.points[0]
      let dot = canvas.dot(frame.across(point.x), frame.up(point.y))
      cells[dot.y / 4][dot.x / 2] = Cell(character: "●", series: series.index)
    }
  }

  private func drawZeroLine(_ cells: inout [[Cell]]) {
    guard frame.y.lowerBound < 0, frame.y.upperBound > 0 else { return }
    let row = min(rows - 1, baselineRow)
    cells[row] = [Cell](repeating: Cell(character: plot.unicode ? "─" : "-", series: nil), count: columns)
  }

  /// The row whose upper edge is zero.
  private var baselineRow: Int { Int(((1 - frame.up(frame.baseline)) * Double(rows)).rounded()) }

  private func drawLine(_ series: PlotFrame.Series, isStep: Bool, _ canvas: inout DotCanvas) {
    var last: (x: Int, y: Int)?
    for point in series.points {
      let dot = canvas.dot(frame.across(point.x), frame.up(point.y))
      if let last {
        if isStep {
          canvas.line(from: last, to: (dot.x, last.y), series: series.index)
          canvas.line(from: (dot.x, last.y), to: dot, series: series.index)
        } else {
          canvas.line(from: last, to: dot, series: series.index)
        }
      } else {
        canvas.set(dot.x, dot.y, series: series.index)
      }
      last = dot
    }
  }

  private func drawBars(_ cells: inout [[Cell]]) {
    let bars = frame.bars
    guard !bars.isEmpty else { return }
    // As wide as the narrowest slot allows, with a gap where there is room for one.
    let slot = max(1, Int(frame.slotWidth / (frame.x.upperBound - frame.x.lowerBound) * Double(columns) + 1e-9))
    let gap = slot >= 3 * bars.count ? max(1, slot / 5) : slot > bars.count ? 1 : 0
    let width = max(1, min(Self.widestBar, (slot - gap) / bars.count))
    for (order, series) in bars.enumerated() {
      for point in series.points {
        let middle = frame.across(point.x) * Double(columns)
        let start = Int((middle - Double(width * bars.count) / 2).rounded()) + order * width
        for column in start..<start + width where cells[0].indices.contains(column) {
          drawBar(series.index, column, low: min(0, point.y), high: max(0, point.y), &cells)
        }
      }
    }
  }

  /// More bars than columns: each column shows all that its bars cover, from the least to the greatest.
  private func drawCrowdedBars(_ series: PlotFrame.Series, _ cells: inout [[Cell]]) {
    var ranges = [ClosedRange<Double>?](repeating: nil, count: columns)
    for point in series.points {
      let column = min(columns - 1, max(0, Int(frame.across(point.x) * Double(columns))))
      let range = ranges[column] ?? 0...0
      ranges[column] = min(range.lowerBound, point.y)...max(range.upperBound, point.y)
    }
    for (column, range) in ranges.enumerated() {
      guard let range else { continue }
      drawBar(series.index, column, low: range.lowerBound, high: range.upperBound, &cells)
    }
  }

  /// Each column up to the greatest value in it, or to the straight line between the points at its sides.
  private func drawArea(_ series: PlotFrame.Series, _ cells: inout [[Cell]]) {
    var ranges = [ClosedRange<Double>?](repeating: nil, count: columns)
    func cover(_ column: Int, _ value: Double) {
      let range = ranges[column] ?? 0...0
      ranges[column] = min(range.lowerBound, value)...max(range.upperBound, value)
    }
    var last: (column: Int, y: Double)?
    for point in series.points {
      let column = min(columns - 1, max(0, Int(frame.across(point.x) * Double(columns))))
      if let last, column > last.column + 1 {
        for between in last.column + 1..<column {
          let share = Double(between - last.column) / Double(column - last.column)
          cover(between, last.y + (point.y - last.y) * share)
        }
      }
      cover(column, point.y)
      last = (column, point.y)
    }
    for (column, range) in ranges.enumerated() {
      guard let range else { continue }
      drawBar(series.index, column, low: range.lowerBound, high: range.upperBound, &cells)
    }
  }

  /// Fills one column between two values around zero, to an eighth of a cell upwards and half a cell downwards: there
  /// are no finer blocks that hang from the top.
  private func drawBar(_ series: Int, _ column: Int, low: Double, high: Double, _ cells: inout [[Cell]]) {
    let fill = plot.fill(series)
    let hasEighths = fill == "█"
    let base = baselineRow
    func put(_ character: Character, _ row: Int) {
      guard cells.indices.contains(row) else { return }
      cells[row][column] = Cell(character: character, series: series)
    }
    let unit = hasEighths ? 8 : 1
    // At least the least block, so that a small value doesn't look like none.
    let above = (frame.up(high) - frame.up(frame.baseline)) * Double(rows * unit)
    let up = high > frame.baseline ? max(1, min(base * unit, Int(above.rounded()))) : 0
    for row in 0..<up / unit { put(fill, base - 1 - row) }
    if up % unit > 0 { put(Array("▁▂▃▄▅▆▇")[up % 8 - 1], base - 1 - up / unit) }

    let halves = hasEighths ? 2 : 1
    let below = (frame.up(frame.baseline) - frame.up(low)) * Double(rows * halves)
    let down = low < frame.baseline ? max(1, min((rows - base) * halves, Int(below.rounded()))) : 0
    for row in 0..<down / halves { put(fill, base + row) }
    if down % halves > 0 { put("▀", base + down / halves) }
  }
}
