internal import QixCommands

/// The look of charts in SVG, in daylight and in the dark.
enum SVGStyle {
  /// Colours that stay apart for colour-blind eyes and have a contrast of at least 3:1 on the ground they stand on
  /// (WCAG 2.2, 1.4.11).
  static let light = ["#1f6feb", "#c2410c", "#0f766e", "#9333ea", "#be185d", "#4d7c0f"]
  static let dark = ["#6cb6ff", "#fb923c", "#2dd4bf", "#c084fc", "#f472b6", "#a3e635"]

  /// Plain classes rather than variables: some renderers know no `var()`.
  static let sheet: String = {
    let base = """
      .qix-chart{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;\
      font-variant-numeric:tabular-nums}
      .qix-title{font-size:16px;font-weight:600}
      .qix-subtitle{font-size:12.5px}
      .qix-label,.qix-tick,.qix-legend{font-size:11.5px}
      .qix-grid{stroke-width:1;shape-rendering:crispEdges}
      .qix-axis{stroke-width:1;shape-rendering:crispEdges}
      .qix-line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
      .qix-area{fill-opacity:.16}

      """
    let night = rules(ground: "#0d1117", strong: "#e6edf3", soft: "#9aa4af", grid: "#21262d", axis: "#545d68", dark)
    return base
      + rules(ground: "#ffffff", strong: "#1b1f24", soft: "#59636e", grid: "#e7eaee", axis: "#9aa3ad", light)
      + "@media (prefers-color-scheme:dark){\n" + night + "}\n"
  }()

  private static func rules(
    ground: String, strong: String, soft: String, grid: String, axis: String, _ colors: [String]
  ) -> String {
    var rules = """
      .qix-ground{fill:\(ground)}
      .qix-title{fill:\(strong)}
      .qix-subtitle,.qix-label,.qix-tick,.qix-legend{fill:\(soft)}
      .qix-grid{stroke:\(grid)}
      .qix-axis{stroke:\(axis)}

      """
    for (index, color) in colors.enumerated() {
      rules += ".qix-s\(index){fill:\(color)}\n.qix-l\(index){stroke:\(color)}\n"
    }
    return rules
  }
}
