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
  package func draws(in context: Context) -> Bool { path != nil || context.face.isForPeople }
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
    if context.face.isForPeople { chart = DrawnChart(charts: charts, height: height) }
  }
}
