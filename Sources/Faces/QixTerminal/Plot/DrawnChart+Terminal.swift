internal import QixCommands

extension DrawnChart {
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
