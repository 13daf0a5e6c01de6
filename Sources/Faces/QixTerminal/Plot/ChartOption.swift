package import QixKernel

/// `--svg`, of every command that draws a chart: on the terminal without it, else into an SVG file.
package struct ChartOption: Sendable {
  @Option("svg", .output(.derived), "Write the chart to this file as SVG instead; - is standard output")
  package var path: String?

  package init() {}

  /// Says before the work begins that nothing can be written there.
  /// - Throws: `OutputFileError`
  package func requirePlace() throws {
    if let path { try OutputFile.requirePlace(path) }
  }

  /// Whether a drawing was asked for: a program that wants `--json`, `--tsv` or `--csv` gets the numbers.
  package func draws(in context: Context) -> Bool { path != nil || context.terminal.globals.format == .human }
}

extension Document {
  /// Draws a chart below the document for a person, or where `--svg` says; standard output holds one of the two.
  /// - Parameters:
  ///   - chart: nil where there is nothing to draw.
  ///   - isAlone: whether it takes the document's place.
  package mutating func draw(
    _ chart: @autoclosure () -> Chart?, _ option: ChartOption, in context: Context, isAlone: Bool = false
  ) {
    guard option.draws(in: context) else { return }
    self.chart = chart().map { DrawnChart(charts: [$0], path: option.path) }
    isSilent = isAlone || option.path == "-"
  }

  /// Draws several charts, one below the other, on the terminal of a person.
  /// - Parameter height: lines of each.
  package mutating func draw(_ charts: [Chart], height: Int, in context: Context) {
    if context.terminal.globals.format == .human { chart = DrawnChart(charts: charts, height: height) }
  }
}

/// A chart below a document, and its destination.
struct DrawnChart: Sendable {
  let charts: [Chart]
  /// The path of an SVG file; nil for the terminal.
  var path: String?
  /// Lines on the terminal.
  var height = 20

  /// - Parameter isBelow: whether other output stands before it, from which an empty line parts it on the terminal.
  func show(isBelow: Bool, in terminal: Terminal) throws {
    for (index, chart) in charts.enumerated() {
      if let path {
        try terminal.write(chart.svg(), to: path, what: "The chart")
        continue
      }
      let lines = chart.terminalLines(width: min(terminal.width, 100), height: height, color: terminal.colorsOutput)
      try terminal.write((isBelow || index > 0 ? "\n" : "") + lines.joined(separator: "\n") + "\n")
    }
  }
}
