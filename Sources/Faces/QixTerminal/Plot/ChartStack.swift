package import QixCommands

extension Chart {
  /// Charts below each other, as one SVG document.
  package static func stack(_ charts: [Chart], width: Int = 720, height: Int = 400) -> String {
    let parts = charts.enumerated().map { index, chart in
      "<svg y=\"\(index * height)\" width=\"\(width)\" height=\"\(height)\">\n"
        + chart.svg(width: width, height: height) + "</svg>\n"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height * charts.count)" width="\(width)" \
      height="\(height * charts.count)">
      \(parts.joined())</svg>

      """
  }
}
