package import QixKernel

/// Where a chart goes: the terminal, or an SVG file.
package struct ChartOutput: Sendable {
  package static let svg = OldOption(
    "svg", .output(.derived), "Write the chart to this file as SVG instead; - is standard output")

  package let path: String?

  package init(path: String?) { self.path = path }

  /// Says before the work begins that nothing can be written there.
  /// - Throws: `OutputFileError`
  package func requirePlace() throws {
    if let path { try OutputFile.requirePlace(path) }
  }

  /// Whether a drawing was asked for: a program that wants `--json` or `--tsv` gets the numbers.
  package func draws(in terminal: Terminal) -> Bool { path != nil || terminal.globals.format == .human }

  /// - Parameters:
  ///   - height: lines on the terminal.
  ///   - isBelow: whether other output stands before it, from which an empty line parts it on the terminal.
  package func show(_ chart: Chart, height: Int = 20, isBelow: Bool = false, in terminal: Terminal) throws {
    guard let path else {
      if isBelow { try terminal.write("\n") }
      let lines = chart.terminalLines(width: min(terminal.width, 100), height: height, color: terminal.colorsOutput)
      return try terminal.write(lines.joined(separator: "\n") + "\n")
    }
    try terminal.write(chart.svg(), to: path, what: "The chart")
  }
}

/// `--svg`, of every command that draws a chart.
package struct ChartOption: Sendable {
  @Option("svg", .output(.derived), "Write the chart to this file as SVG instead; - is standard output")
  private var path: String?

  package init() {}

  package var output: ChartOutput { ChartOutput(path: path) }
}

extension Document {
  /// Draws a chart below the document for a person, or where `--svg` says; standard output holds one of the two.
  /// - Parameters:
  ///   - chart: nil where there is nothing to draw.
  ///   - isAlone: whether it takes the document's place.
  package mutating func draw(
    _ chart: @autoclosure () -> Chart?, _ option: ChartOption, in context: Context, isAlone: Bool = false
  ) {
    guard option.output.draws(in: context.terminal) else { return }
    self.chart = chart().map { DrawnChart(charts: [$0], output: option.output) }
    isSilent = isAlone || option.output.path == "-"
  }

  /// Draws several charts, one below the other, on the terminal of a person.
  /// - Parameter height: lines of each.
  package mutating func draw(_ charts: [Chart], height: Int, in context: Context) {
    let output = ChartOutput(path: nil)
    if output.draws(in: context.terminal) { chart = DrawnChart(charts: charts, output: output, height: height) }
  }
}

/// What is drawn below a document, and where it goes.
struct DrawnChart: Sendable {
  let charts: [Chart]
  let output: ChartOutput
  var height = 20

  func show(isBelow: Bool, in terminal: Terminal) throws {
    for (index, chart) in charts.enumerated() {
      try output.show(chart, height: height, isBelow: isBelow || index > 0, in: terminal)
    }
  }
}
