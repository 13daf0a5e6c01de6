internal import QixCommands
internal import QixKernel

/// The layout of a chart before anything is drawn: cleaned series, the ranges of both axes and their ticks.
struct PlotFrame {
  struct Series {
    let name: String
    let kind: Chart.Series.Kind
    let points: [Chart.Point]
    /// Its place in the chart, for its colour.
    let index: Int
  }

  let series: [Series]
  let x: ClosedRange<Double>
  let y: ClosedRange<Double>
  let xTicks: [Tick]
  let yTicks: [Tick]
  /// The distinct places of bars, and how far apart they are at least.
  let slots: [Double]
  let slotWidth: Double

  var isEmpty: Bool { series.allSatisfy(\.points.isEmpty) }
  var bars: [Series] { series.filter { $0.kind == .bar } }

  /// Beyond this, differences and products of doubles might leave their range.
  private static let greatest = 1e300

  init(_ chart: Chart, xIntervals: Int, yIntervals: Int) {
    series = chart.series.enumerated().map { index, series in
      var points = series.points.filter { abs($0.x) <= Self.greatest && abs($0.y) <= Self.greatest }
      if case .category(let names) = chart.x.scale {
        points.removeAll { !(0..<Double(names.count)).contains($0.x) || $0.x != $0.x.rounded() }
      }
      if !zip(points, points.dropFirst()).allSatisfy({ $0.x <= $1.x }) {
        // Stable, so that points of one x stay in their order.
        points = points.enumerated().sorted { ($0.element.x, $0.offset) < ($1.element.x, $1.offset) }.map(\.element)
      }
      return Series(name: series.name, kind: series.kind, points: points, index: index)
    }
    let points = series.lazy.flatMap(\.points)
    (slots, slotWidth) = Self.slots(chart, series.filter { $0.kind == .bar })
    let hasBars = series.contains { $0.kind == .bar && !$0.points.isEmpty }
    x = Self.xRange(chart.x.scale, points, margin: hasBars ? slotWidth / 2 : 0)

    let startsAtZero = series.contains { $0.kind == .bar || $0.kind == .area }
    let (range, step) = Self.yRange(points, intervals: yIntervals, startsAtZero: startsAtZero)
    y = range
    yTicks = NumberTicks.ticks(range, step: step)

    switch chart.x.scale {
    case .category(let names):
      xTicks = names.enumerated().map { Tick(value: Double($0.offset), label: $0.element) }
    case .time where points.isEmpty, .number where points.isEmpty: xTicks = []
    case .time: xTicks = TimeTicks.ticks(x, intervals: xIntervals)
    case .number:
      let isWhole = points.allSatisfy { $0.x == $0.x.rounded() }
      let step = NumberTicks.step(x.upperBound - x.lowerBound, intervals: xIntervals, isWhole: isWhole)
      xTicks = NumberTicks.ticks(x, step: step)
    }
  }

  /// Returns the place of a value of x, from 0 at the left to 1.
  func across(_ value: Double) -> Double { (value - x.lowerBound) / (x.upperBound - x.lowerBound) }

  /// Returns the place of a value of y, from 0 at the bottom to 1.
  func up(_ value: Double) -> Double { (value - y.lowerBound) / (y.upperBound - y.lowerBound) }

  /// The start of bars and areas: zero, or the edge of the range that is next to it.
  var baseline: Double { min(max(0, y.lowerBound), y.upperBound) }

  private static func slots(_ chart: Chart, _ bars: [Series]) -> ([Double], Double) {
    if case .category(let names) = chart.x.scale { return (names.indices.map { Double($0) }, 1) }
    let places = Set(bars.lazy.flatMap(\.points).map(\.x)).sorted()
    let gap = zip(places, places.dropFirst()).map { $1 - $0 }.min()
    let alone: Double = chart.x.scale == .time ? Double(Timestamp.day) : 1
    return (places, gap ?? alone)
  }

  private static func xRange(
    _ scale: Chart.Axis.Scale, _ points: some Collection<Chart.Point>, margin: Double
  ) -> ClosedRange<Double> {
    if case .category(let names) = scale { return -0.5...Double(max(1, names.count)) - 0.5 }
    guard var low = points.first?.x else { return 0...1 }
    var high = low
    for point in points { (low, high) = (min(low, point.x), max(high, point.x)) }
    (low, high) = (low - margin, high + margin)
    if low < high { return low...high }
    // One place only: in the middle of a day, or of two units.
    let half = max(scale == .time ? Double(Timestamp.day) / 2 : 1, abs(low) * 1e-9)
    return low - half...low + half
  }

  /// Returns a range between round numbers, with zero when it is needed or near.
  private static func yRange(
    _ points: some Collection<Chart.Point>, intervals: Int, startsAtZero: Bool
  ) -> (ClosedRange<Double>, step: Double) {
    guard var low = points.first?.y else { return (0...1, 1) }
    var high = low
    var isWhole = true
    for point in points {
      (low, high) = (min(low, point.y), max(high, point.y))
      if isWhole, point.y != point.y.rounded() { isWhole = false }
    }
    let spread = high - low
    // Less than a millionth of the values is noise of the doubles rather than a movement to be blown up.
    let isFlat = spread <= max(abs(low), abs(high)) * 1e-9
    if startsAtZero || isFlat || low > 0 && low < high * 0.6 || high < 0 && high > low * 0.6 {
      (low, high) = (min(0, low), max(0, high))
    }
    if low == high { high = 1 }
    let step = NumberTicks.step(high - low, intervals: intervals, isWhole: isWhole)
    let bottom = (low / step + 1e-9).rounded(.down) * step
    let top = (high / step - 1e-9).rounded(.up) * step
    return (bottom...max(top, bottom + step), step)
  }
}
