import QixKernel

@testable import QixCommands
@testable import QixTerminal

/// Charts that between them show all there is to draw, and all that is odd.
enum PlotSamples {
  static let start = Timestamp(startOf: CalendarDate("2027-05-25") ?? CalendarDate(daysSinceEpoch: 0))

  static func day(_ index: Int, _ value: Double) -> Chart.Point {
    Chart.Point(start.advanced(byMicroseconds: Int64(index) * Timestamp.day), value)
  }

  /// A wave with a grain, the same on every machine: integers only.
  static func wave(_ index: Int, _ amplitude: Int) -> Double {
    let phase = index * 37 % 400
    let triangle = phase < 200 ? phase : 400 - phase
    return Double(amplitude * triangle / 200 + index * 7919 % max(1, amplitude / 6))
  }

  static let all: [(name: String, chart: Chart)] = [
    (
      "lines",
      Chart(
        title: "Coins issued and redeemed", subtitle: "All campaigns, by day, UTC", x: .init("Day", .time),
        y: .init("QIX"),
        series: [
          .init("Issued", .line, (0..<60).map { day($0, 4_000 + wave($0, 9_000)) }),
          .init("Redeemed", .line, (0..<60).map { day($0, 1_500 + wave($0 * 3 + 50, 4_000)) }),
        ])
    ),
    (
      "area",
      Chart(
        title: "Wallets with a balance", x: .init(nil, .time), y: .init("Wallets"),
        series: [.init("Wallets", .area, (0..<200).map { day($0, Double($0 * $0) * 30 + wave($0, 90_000)) })])
    ),
    (
      "bars",
      Chart(
        title: "Shakes by type", subtitle: "May 2027",
        x: .init(nil, .category(["TV", "Read", "Video", "Scan", "Receipt", "Stadium"])),
        y: .init("Shakes"),
        series: [
          .init(
            "Shakes", .bar,
            [120_400, 86_000, 143_250, 61_030, 18_700, 950].enumerated().map { .init(category: $0.offset, $0.element) })
        ])
    ),
    (
      "grouped-bars",
      Chart(
        title: "Budget and spending <by campaign> & \"brand\"",
        x: .init("Campaign", .category(["Summer", "Stadium Cup", "Back to school with a long name", "Winter"])),
        y: .init("QIX"),
        series: [
          .init(
            "Budget", .bar,
            [500_000, 300_000, 200_000, 450_000].enumerated().map { .init(category: $0.offset, $0.element) }),
          .init("Spent", .bar, [420_000, 301, 150_500, 0].enumerated().map { .init(category: $0.offset, $0.element) }),
        ])
    ),
    (
      "negative-bars",
      Chart(
        title: "Net change of supply", x: .init(nil, .time), y: .init("QIX"),
        series: [.init("Net", .bar, (0..<21).map { day($0, wave($0 * 2, 3_000) - 1_700) })])
    ),
    (
      "steps",
      Chart(
        title: "A wallet's balance", subtitle: "Two days in June, UTC", x: .init("Time", .time), y: .init("QIX"),
        series: [
          .init(
            "Balance", .step,
            (0..<30).map {
              Chart.Point(
                start.advanced(byMicroseconds: Int64($0) * 5_400_000_000),
                1_000 + (wave($0 * 5, 500) / 100).rounded() * 100)
            })
        ])
    ),
    (
      "mixed",
      Chart(
        title: "Grants and their mean", x: .init("Hour"), y: .init("Grants"),
        series: [
          .init("Grants", .bar, (0..<24).map { .init(Double($0), wave($0 * 4, 800)) }),
          .init("Mean", .line, (0..<24).map { .init(Double($0), 300 + wave($0, 200)) }),
        ])
    ),
    ("empty", Chart(title: "Nothing yet", x: .init("Day", .time), y: .init("QIX"), series: [.init("None", .line, [])])),
    ("no-series", Chart(title: "", x: .init(), y: .init(), series: [])),
    (
      "single",
      Chart(title: "One point", x: .init(nil, .time), y: .init("QIX"), series: [.init("One", .line, [day(3, 42)])])
    ),
    (
      "single-bar",
      Chart(title: "One bar", x: .init(nil, .time), y: .init("QIX"), series: [.init("One", .bar, [day(3, 42)])])
    ),
    (
      "equal",
      Chart(
        title: "All equal", x: .init(), y: .init(), series: [.init("Flat", .line, (0..<9).map { .init(Double($0), 7) })]
      )
    ),
    (
      "zeros",
      Chart(
        title: "All zero", x: .init(), y: .init(), series: [.init("Zero", .bar, (0..<9).map { .init(Double($0), 0) })])
    ),
    (
      "negative",
      Chart(
        title: "Below zero", x: .init(), y: .init("°C"),
        series: [.init("Low", .area, (0..<40).map { .init(Double($0), -12 + wave($0 * 3, 18)) })])
    ),
    (
      "huge",
      Chart(
        title: "As large as it gets", x: .init(), y: .init(),
        series: [.init("Huge", .line, [.init(0, 0), .init(1, Double(Int64.max)), .init(2, Double(Int64.max) / 3)])])
    ),
    (
      "fractions",
      Chart(
        title: "Share redeemed", x: .init("Week"), y: .init(),
        series: [.init("Share", .line, (0..<12).map { .init(Double($0 + 1), 0.31 + wave($0 * 3, 100) / 5_000) })])
    ),
    (
      "many",
      Chart(
        title: "A hundred thousand points", x: .init(), y: .init(),
        series: [
          .init(
            "Noise", .line, (0..<100_000).map { .init(Double($0), wave($0 / 97, 1_000) + ($0 == 31_415 ? 4_000 : 0)) })
        ])
    ),
    (
      "many-bars",
      Chart(
        title: "Three thousand bars", x: .init(), y: .init(),
        series: [.init("Bars", .bar, (0..<3_000).map { .init(Double($0), wave($0, 1_000) - 300) })])
    ),
    (
      "odd",
      Chart(
        title: "\u{1B}[31mNot\u{7} red\u{202E} 日本 <script>alert('x')</script>",
        x: .init("x\ny", .category(["日本", "a\"b", "🎁", "\u{0}"])),
        y: .init(),
        series: [
          .init(
            "s\u{1B}]0;x", .bar,
            [.init(0, .nan), .init(1, .infinity), .init(2, 5), .init(9, 5), .init(0.5, 5), .init(-1, 5), .init(0, 3)])
        ])
    ),
  ]
}
