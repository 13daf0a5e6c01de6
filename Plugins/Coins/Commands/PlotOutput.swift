internal import Glibc
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// Where a chart goes: the terminal, or an SVG file.
struct PlotOutput {
  static let svg = Option("svg", .file, "Write the chart to this file as SVG instead; - is standard output")

  let path: String?

  /// Whether a drawing was asked for: a program that wants `--json` or `--tsv` gets the numbers.
  func draws(in terminal: Terminal) -> Bool { path != nil || terminal.globals.format == .human }

  func show(_ chart: Chart, in terminal: Terminal) throws {
    guard let path else {
      let lines = chart.terminalLines(width: min(terminal.width, 100), height: 20, color: terminal.colorsOutput)
      return try terminal.write(lines.joined(separator: "\n") + "\n")
    }
    guard path != "-" else { return try terminal.write(chart.svg()) }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw StorageError.file(path: path, problem: String(cString: strerror(errno))) }
    defer { close(file) }
    var text = chart.svg()
    try text.withUTF8 { try writeAll(UnsafeRawBufferPointer($0), to: file, path: path) }
    terminal.note("The chart is in \(path).")
  }
}
