package import QixCommands
internal import QixKernel

extension Chart {
  /// An SVG document that needs nothing else: its own style for light and dark, a title and a description for those
  /// who can't see it, the same bytes for the same chart.
  /// - Parameters:
  ///   - width: in pixels, at least 240 are taken; the picture scales to the place it is given.
  ///   - height: in pixels, at least 160 are taken.
  package func svg(width: Int = 720, height: Int = 400) -> String {
    SVGPlot(self, width: Double(max(240, width)), height: Double(max(160, height))).document()
  }
}

/// Lays a chart out in pixels and writes it as SVG 1.1.
struct SVGPlot {
  let chart: Chart
  let width: Double
  let height: Double
  let frame: PlotFrame
  /// The edges of the plot.
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double
  private let legend: [(index: Int, x: Double, y: Double)]

  static let margin = 20.0
  static let tickSize = 11.5

  init(_ chart: Chart, width: Double, height: Double) {
    (self.chart, self.width, self.height) = (chart, width, height)
    var head = 36.0
    if chart.subtitle != nil { head += 19 }
    (legend, head) = Self.legend(chart, width: width, from: head)
    head += chart.y.label == nil ? 12 : 30
    top = head
    bottom = height - (chart.x.label == nil ? 36 : 58)
    let yIntervals = max(2, Int((bottom - top) / 48))
    let probe = PlotFrame(chart, xIntervals: 1, yIntervals: yIntervals)
    let labels = probe.yTicks.map { SVGText.width($0.label, size: Self.tickSize) }.max() ?? 0
    left = Self.margin + labels + 8
    right = width - Self.margin
    frame = PlotFrame(chart, xIntervals: max(1, Int((right - left) / 96)), yIntervals: yIntervals)
  }

  func x(_ value: Double) -> Double { left + frame.across(value) * (right - left) }
  func y(_ value: Double) -> Double { bottom - frame.up(value) * (bottom - top) }

  func document() -> String {
    let n = SVGText.number
    let summary = self.summary()
    let id = "qix-" + SVGText.fingerprint(chart.title + "\n" + summary + "\n\(width)x\(height)")
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" class="qix-chart" viewBox="0 0 \(n(width)) \(n(height))" \
      width="\(n(width))" height="\(n(height))" role="img" aria-labelledby="\(id)-title \(id)-desc">
      <title id="\(id)-title">\(SVGText.escaped(chart.title))</title>
      <desc id="\(id)-desc">\(SVGText.escaped(summary))</desc>
      <style>
      \(SVGStyle.sheet)</style>
      <rect class="qix-ground" width="\(n(width))" height="\(n(height))" rx="8"/>

      """
    svg += head()
    svg +=
      frame.isEmpty ? text("qix-subtitle", (left + right) / 2, (top + bottom) / 2, "No data", anchor: "middle") : grid()
    svg += SVGMarks(self).all()
    svg += axis()
    return svg + "</svg>\n"
  }

  func text(_ style: String, _ x: Double, _ y: Double, _ text: String, anchor: String = "start") -> String {
    let anchored = anchor == "start" ? "" : " text-anchor=\"\(anchor)\""
    return "<text class=\"\(style)\" x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(y))\"\(anchored)>"
      + SVGText.escaped(text) + "</text>\n"
  }

  private func head() -> String {
    let room = width - 2 * Self.margin
    var svg = text("qix-title", Self.margin, 32, SVGText.fitted(chart.title, room, size: 16.5))
    if let subtitle = chart.subtitle {
      svg += text("qix-subtitle", Self.margin, 52, SVGText.fitted(subtitle, room, size: 12.5))
    }
    for (index, x, y) in legend {
      let style = index % SVGStyle.light.count
      switch chart.series[index].kind {
      case .bar, .area:
        svg +=
          "<rect class=\"qix-s\(style)\" x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(y - 9))\" "
          + "width=\"10\" height=\"10\" rx=\"2\"/>\n"
      case .line, .step:
        svg +=
          "<line class=\"qix-line qix-l\(style)\" x1=\"\(SVGText.number(x))\" x2=\"\(SVGText.number(x + 12))\" "
          + "y1=\"\(SVGText.number(y - 4))\" y2=\"\(SVGText.number(y - 4))\"/>\n"
      }
      svg += text("qix-legend", x + 17, y, SVGText.fitted(chart.series[index].name, room - 20, size: Self.tickSize))
    }
    if let label = chart.y.label {
      svg += text("qix-label", Self.margin, top - 14, SVGText.fitted(label, room, size: Self.tickSize))
    }
    return svg
  }

  /// Returns the places of the legend's entries, in as many rows as it takes, and their end.
  private static func legend(
    _ chart: Chart, width: Double, from head: Double
  ) -> ([(index: Int, x: Double, y: Double)], Double) {
    guard chart.series.count > 1 else { return ([], head) }
    var entries: [(index: Int, x: Double, y: Double)] = []
    var (x, y) = (margin, head + 20)
    for (index, series) in chart.series.enumerated() {
      let entryWidth = 17 + SVGText.width(series.name, size: tickSize) + 18
      if x > margin, x + entryWidth - 18 > width - margin { (x, y) = (margin, y + 18) }
      entries.append((index, x, y))
      x += entryWidth
    }
    return (entries, y + 5)
  }

  private func grid() -> String {
    let n = SVGText.number
    var svg = ""
    for tick in frame.yTicks {
      let y = y(tick.value)
      svg += "<line class=\"qix-grid\" x1=\"\(n(left))\" x2=\"\(n(right))\" y1=\"\(n(y))\" y2=\"\(n(y))\"/>\n"
      let label = tick.label.first == "-" ? "−" + tick.label.dropFirst() : tick.label
      svg += text("qix-tick", left - 8, y + 4, label, anchor: "end")
    }
    return svg
  }

  /// The width of a category's name before it is cut.
  private static let widestCategory = 110.0

  /// The base line, the ticks of x and the label below.
  private func axis() -> String {
    let n = SVGText.number
    let base = frame.isEmpty ? bottom : y(frame.baseline)
    var svg = "<line class=\"qix-axis\" x1=\"\(n(left))\" x2=\"\(n(right))\" y1=\"\(n(base))\" y2=\"\(n(base))\"/>\n"
    let isCategory = if case .category = chart.x.scale { true } else { false }
    let slot = (right - left) / Double(max(1, frame.xTicks.count))
    let widest = frame.xTicks.map { SVGText.width($0.label, size: Self.tickSize) }.max() ?? 0
    // Whole names of some categories say more than the beginnings of all.
    let stride = isCategory ? max(1, Int(((min(widest, Self.widestCategory) + 6) / slot).rounded(.up))) : 1
    let room = isCategory ? slot * Double(stride) - 6 : right - left
    var end = -Double.infinity
    for (index, tick) in frame.xTicks.enumerated() where index.isMultiple(of: stride) {
      let label = SVGText.fitted(tick.label, max(room, 30), size: Self.tickSize)
      let half = SVGText.width(label, size: Self.tickSize) / 2
      // Kept inside the picture; left out where it would touch the one before.
      let middle = min(width - 6 - half, max(6 + half, x(tick.value)))
      guard middle - half >= end else { continue }
      end = middle + half + (isCategory ? 5 : 12)
      if !isCategory {
        let x = n(x(tick.value))
        svg += "<line class=\"qix-axis\" x1=\"\(x)\" x2=\"\(x)\" y1=\"\(n(bottom))\" y2=\"\(n(bottom + 5))\"/>\n"
      }
      svg += text("qix-tick", middle, bottom + 20, label, anchor: "middle")
    }
    if let label = chart.x.label {
      let fitted = SVGText.fitted(label, right - left, size: Self.tickSize)
      svg += text("qix-label", (left + right) / 2, bottom + 42, fitted, anchor: "middle")
    }
    return svg
  }

  /// Returns what the chart shows, in words.
  private func summary() -> String {
    var parts: [String] = []
    if let subtitle = chart.subtitle { parts.append(subtitle) }
    for series in frame.series {
      guard let last = series.points.last else {
        parts.append("\(series.name): no data")
        continue
      }
      let values = series.points.lazy.map(\.y)
      let (low, high) = (values.min() ?? last.y, values.max() ?? last.y)
      parts.append(
        "\(series.name): \(series.points.count.counted("value")), "
          + "from \(ShortNumber.text(low)) to \(ShortNumber.text(high)), the last \(ShortNumber.text(last.y))")
    }
    return parts.joined(separator: ". ") + "."
  }
}
