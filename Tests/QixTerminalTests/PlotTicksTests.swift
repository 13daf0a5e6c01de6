import QixKernel
import Testing

@testable import QixCommands
@testable import QixTerminal

@Suite("Axes of plots")
struct PlotTicksTests {
  @Test(
    "Numbers are short",
    arguments: [
      (0, nil, "0"), (950, nil, "950"), (1_000, nil, "1k"), (1_234, nil, "1.23k"), (-3_400_000, nil, "-3.4M"),
      (999_999, nil, "1M"), (12_345, nil, "12.3k"), (0.5, nil, "0.5"), (0.03125, nil, "0.0313"),
      (9.223372036854775807e18, nil, "9.22E"), (1_500, 500, "1.5k"), (1_050, 50, "1.05k"),
      (0.30000000000000004, 0.1, "0.3"),
      (1_000_002, 2, "1,000,002"), (-12_000_005, 5, "-12,000,005"), (1e22, nil, "1e+22"), (2.5e9, 5e8, "2.5G"),
    ] as [(Double, Double?, String)])
  func shortNumbers(_ value: Double, step: Double?, text: String) {
    #expect(ShortNumber.text(value, step: step) == text)
  }

  @Test(
    "Ticks stand at round numbers",
    arguments: [
      (0.0...10, 5, ["0", "2", "4", "6", "8", "10"]), (0...1, 5, ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
      (-1_700...2_300, 4, ["-1k", "0", "1k", "2k"]), (3...3.4, 4, ["3", "3.1", "3.2", "3.3", "3.4"]),
    ] as [(ClosedRange<Double>, Int, [String])])
  func numberTicks(_ range: ClosedRange<Double>, intervals: Int, labels: [String]) {
    let step = NumberTicks.step(range.upperBound - range.lowerBound, intervals: intervals, isWhole: false)
    #expect(NumberTicks.ticks(range, step: step).map(\.label) == labels)
  }

  @Test(
    "Ticks stand at round moments of the calendar",
    arguments: [
      ("2027-12-30", "2028-01-03", 4, ["30 Dec 2027", "31 Dec", "1 Jan 2028", "2 Jan", "3 Jan"]),
      ("2027-06-01T22:00", "2027-06-02T04:00", 3, ["1 Jun 22:00", "2 Jun 00:00", "02:00", "04:00"]),
      (
        "2027-06-01T12:00:00", "2027-06-01T12:00:20", 4,
        ["1 Jun 12:00:00", "12:00:05", "12:00:10", "12:00:15", "12:00:20"]
      ),
      ("2027-11-20", "2028-02-10", 3, ["Dec 2027", "Jan 2028", "Feb"]),
      ("2027-06-01", "2027-06-30", 5, ["7 Jun 2027", "14 Jun", "21 Jun", "28 Jun"]),
      ("1968-06-01", "1971-06-30", 4, ["1969", "1970", "1971"]),
      ("0001-01-01", "9999-12-31", 10, ["1", "1000", "2000", "3000", "4000", "5000", "6000", "7000", "8000", "9000"]),
    ])
  func timeTicks(_ from: String, to: String, intervals: Int, labels: [String]) throws {
    let start = try #require(Timestamp(from)), end = try #require(Timestamp(to))
    let ticks = TimeTicks.ticks(Double(start.microseconds)...Double(end.microseconds), intervals: intervals)
    #expect(ticks.map(\.label) == labels)
  }

  @Test("Every range gets few ticks, in order and within it")
  func anyRange() {
    var state: UInt64 = 1
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let low = Double(Int64(bitPattern: state) >> Int64(state % 60))
      let spread = abs(low) * [1e-6, 1, 1e3][Int(state >> 40 % 3)] + 1e-3
      let step = NumberTicks.step(spread, intervals: 6, isWhole: false)
      let ticks = NumberTicks.ticks(low...low + spread, step: step)
      #expect(ticks.count <= 8 && Set(ticks.map(\.label)).count == ticks.count, "\(low) \(spread) \(ticks)")
      #expect(TimeTicks.ticks(low...low + spread, intervals: 6).count <= 14, "\(low) \(spread)")
    }
  }
}
