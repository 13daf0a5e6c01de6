internal import QixCommands

/// The series of a chart as SVG shapes.
struct SVGMarks {
  private let plot: SVGPlot
  private let frame: PlotFrame

  /// Up to how many points a series shows each of them, and a bar its value when pointed at.
  private static let fewPoints = 24
  private static let fewBars = 200

  init(_ plot: SVGPlot) { (self.plot, frame) = (plot, plot.frame) }

  /// Areas and bars below, lines above.
  func all() -> String {
    var svg = ""
    for series in frame.series where series.kind == .area && !series.points.isEmpty { svg += area(series) }
    for (order, series) in frame.bars.enumerated() where !series.points.isEmpty { svg += bars(series, order) }
    for series in frame.series where series.kind != .bar && !series.points.isEmpty { svg += line(series) }
    return svg
  }

  private func style(_ series: PlotFrame.Series) -> Int { series.index % SVGStyle.light.count }

  private func line(_ series: PlotFrame.Series) -> String {
    let points = series.kind == .step ? steps(pixels(series)) : pixels(series)
    var svg = ""
    if points.count > 1 {
      svg += "<path class=\"qix-line qix-l\(style(series))\" d=\"\(path(points))\"/>\n"
    }
    guard series.points.count <= Self.fewPoints else { return svg }
    for point in series.points {
      let place = "cx=\"\(SVGText.number(plot.x(point.x)))\" cy=\"\(SVGText.number(plot.y(point.y)))\""
      svg +=
        "<circle class=\"qix-s\(style(series))\" \(place) r=\"3\"><title>"
        + SVGText.escaped("\(series.name): \(ShortNumber.text(point.y))") + "</title></circle>\n"
    }
    return svg
  }

  private func area(_ series: PlotFrame.Series) -> String {
    let points = pixels(series)
    guard points.count > 1, let first = points.first, let last = points.last else { return "" }
    let base = plot.y(frame.baseline)
    let outline = [(first.x, base)] + points.map { ($0.x, $0.y) } + [(last.x, base)]
    return "<path class=\"qix-area qix-s\(style(series))\" d=\"\(path(outline.map { (x: $0.0, y: $0.1) }))Z\"/>\n"
  }

  private func path(_ points: [(x: Double, y: Double)]) -> String {
    var path = ""
    for (index, point) in points.enumerated() {
      path += (index == 0 ? "M" : "L") + SVGText.number(point.x) + " " + SVGText.number(point.y)
    }
    return path
  }

  private func steps(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    var result = Array(points.prefix(1))
    for (from, to) in zip(points, points.dropFirst()) { result += [(to.x, from.y), to] }
    return result
  }

  /// The points in pixels; where several fall into one column of pixels only its first, least, greatest and last, in
  /// their order. The picture is the same as of all points (“M4: A Visualization-Oriented Time Series Data
  /// Aggregation”, Jugel et al. 2014).
  private func pixels(_ series: PlotFrame.Series) -> [(x: Double, y: Double)] {
    let points = series.points.map { (x: plot.x($0.x), y: plot.y($0.y)) }
    guard Double(points.count) > 2 * (plot.right - plot.left) else { return points }
    var kept: [(x: Double, y: Double)] = []
    var start = 0
    while start < points.count {
      let column = points[start].x.rounded(.down)
      var (end, low, high) = (start, start, start)
      while end < points.count, points[end].x.rounded(.down) == column {
        if points[end].y < points[low].y { low = end }
        if points[end].y > points[high].y { high = end }
        end += 1
      }
      for index in Set([start, low, high, end - 1]).sorted() { kept.append(points[index]) }
      start = end
    }
    return kept
  }

  private func bars(_ series: PlotFrame.Series, _ order: Int) -> String {
    let n = SVGText.number
    let slot = frame.slotWidth / (frame.x.upperBound - frame.x.lowerBound) * (plot.right - plot.left)
    let count = Double(frame.bars.count)
    guard slot / count >= 1.5 else { return crowdedBars(series) }
    // A quarter of the slot stays free, and no bar is wider than looks like one.
    let width = min(56, slot * (slot > 8 ? 0.74 : 0.9) / count)
    let base = plot.y(frame.baseline)
    var svg = ""
    for point in series.points {
      let x = plot.x(point.x) - width * count / 2 + width * Double(order)
      let y = plot.y(point.y)
      // A value other than zero is seen, however small.
      let height = point.y == 0 ? 0 : max(1, abs(base - y))
      let inset = count > 1 && width > 6 ? 1.0 : 0
      svg +=
        "<rect class=\"qix-s\(style(series))\" x=\"\(n(x + inset / 2))\" y=\"\(n(point.y < 0 ? base : base - height))\" "
        + "width=\"\(n(width - inset))\" height=\"\(n(height))\"\(width > 8 ? " rx=\"2\"" : "")"
      if series.points.count <= Self.fewBars {
        svg +=
          "><title>" + SVGText.escaped("\(label(point, series)): \(ShortNumber.text(point.y))") + "</title></rect>\n"
      } else {
        svg += "/>\n"
      }
    }
    return svg
  }

  private func label(_ point: Chart.Point, _ series: PlotFrame.Series) -> String {
    guard case .category(let names) = plot.chart.x.scale, names.indices.contains(Int(point.x)) else {
      return series.name
    }
    return frame.bars.count > 1 ? "\(names[Int(point.x)]), \(series.name)" : names[Int(point.x)]
  }

  /// More bars than pixels: each column of pixels shows all that its bars cover.
  private func crowdedBars(_ series: PlotFrame.Series) -> String {
    var path = ""
    var index = 0
    while index < series.points.count {
      let column = plot.x(series.points[index].x).rounded(.down)
      var (low, high) = (0.0, 0.0)
      while index < series.points.count, plot.x(series.points[index].x).rounded(.down) == column {
        (low, high) = (min(low, series.points[index].y), max(high, series.points[index].y))
        index += 1
      }
      path += "M\(SVGText.number(column + 0.5)) \(SVGText.number(plot.y(low)))V\(SVGText.number(plot.y(high)))"
    }
    return "<path class=\"qix-l\(style(series))\" stroke-width=\"1\" fill=\"none\" d=\"\(path)\"/>\n"
  }
}
