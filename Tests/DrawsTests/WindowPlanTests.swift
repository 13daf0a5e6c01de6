import DrawsContract
import QixCalendar
import QixKernel
import QixTesting
import Testing

@testable import Draws

@Suite struct WindowPlanTests {
  private static func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

  private static func spans(_ texts: [(String, String)]) throws -> [WindowPlan.Span] {
    try texts.map { WindowPlan.Span(opens: try time($0.0), closes: try time($0.1)) }
  }

  @Test func oneWindowWhereNoLengthIsGiven() throws {
    let plan = try WindowPlan(
      from: Self.time("2027-06-01"), to: Self.time("2027-07-01"), length: nil, in: .utc)
    #expect(try plan.spans == Self.spans([("2027-06-01", "2027-07-01")]))
  }

  /// In Rome the clocks go forward on the night of 28 March 2027, which makes that day an hour shorter.
  @Test func daysAreThoseOfTheCampaign() throws {
    let plan = try WindowPlan(
      from: Self.time("2027-03-26T23:00Z"), to: Self.time("2027-03-29T10:00Z"), length: Period("P1D"),
      in: TimeZone(identifier: "Europe/Rome"))
    #expect(
      try plan.spans
        == Self.spans([
          ("2027-03-26T23:00Z", "2027-03-27T23:00Z"), ("2027-03-27T23:00Z", "2027-03-28T22:00Z"),
          ("2027-03-28T22:00Z", "2027-03-29T10:00Z"),
        ]))
  }

  @Test func monthsAreCountedFromTheStart() throws {
    let plan = try WindowPlan(
      from: Self.time("2027-01-31"), to: Self.time("2027-04-15"), length: Period("P1M"), in: .utc)
    #expect(
      try plan.spans
        == Self.spans([
          ("2027-01-31", "2027-02-28"), ("2027-02-28", "2027-03-31"), ("2027-03-31", "2027-04-15"),
        ]))
  }

  /// A campaign that has run for long has no more windows to commit to than those ahead, and in the same places.
  @Test func thePastDoesNotCount() throws {
    let (start, end) = (try Self.time("2020-01-01"), try Self.time("2027-01-02"))
    let plan = try WindowPlan(
      from: start, to: end, length: Period(iso8601: "PT7H"), in: .utc, now: Self.time("2027-01-01T12:00Z"))
    let whole = try WindowPlan(from: start, to: end, length: Period(iso8601: "PT7H"), in: .utc)
    #expect(plan.spans == Array(whole.spans.suffix(3)))
    let hours = try WindowPlan(
      from: start, to: end, length: Period(iso8601: "PT1H"), in: .utc, now: Self.time("2027-01-01T12:30Z"))
    #expect(hours.spans.count == 12)
    Booth.refuses("draws.too-many-windows", "\(WindowPlan.most)") {
      try WindowPlan(from: start, to: end, length: Period(iso8601: "PT1S"), in: .utc, now: end)
    }
  }

  @Test func whatCantBeCutIsRefused() throws {
    let (start, end) = (try Self.time("2027-01-01"), try Self.time("2028-01-01"))
    #expect(throws: DrawError.emptyPeriod) { try WindowPlan(from: end, to: end, length: nil, in: .utc) }
    Booth.refuses("draws.too-many-windows", "\(WindowPlan.most)") {
      try WindowPlan(from: start, to: end, length: Period(iso8601: "PT1M"), in: .utc)
    }
    for length in [Period(), Period(days: -1), Period(days: 999_999_999), Period(microseconds: .max)] {
      #expect(throws: DrawError.badLength(length)) { try WindowPlan(from: start, to: end, length: length, in: .utc) }
    }
  }

  /// Whatever is there already: afterwards all of what lies ahead is covered once.
  @Test func gapsAreFilledAndNothingTwice() throws {
    let seed = Seed(for: "gaps between windows")
    var generator = SeededGenerator(seed)
    func at(_ hour: Int) -> Timestamp { Timestamp(microseconds: Int64(hour) * 3_600_000_000) }
    for _ in 0..<300 {
      var existing: [WindowPlan.Span] = []
      var hour = 0
      while hour < 200, Bool.random(using: &generator) {
        hour += Int.random(in: 0...30, using: &generator)
        let length = Int.random(in: 1...30, using: &generator)
        existing.append(WindowPlan.Span(opens: at(hour), closes: at(hour + length)))
        hour += length
      }
      let start = Int.random(in: 0...100, using: &generator)
      let end = start + Int.random(in: 1...100, using: &generator)
      let now = Int.random(in: 0...150, using: &generator)
      let length = Period(microseconds: Int64.random(in: 1...40, using: &generator) * 3_600_000_000)
      let plan = try WindowPlan(from: at(start), to: at(end), length: length, in: .utc)
      let pieces = plan.uncovered(by: existing, from: at(now))
      for hour in 0..<300 {
        func covers(_ span: WindowPlan.Span) -> Bool { span.opens <= at(hour) && at(hour) < span.closes }
        let isWanted = (max(start, now)..<max(end, start, now)).contains(hour) && !existing.contains(where: covers)
        #expect(pieces.filter(covers).count == (isWanted ? 1 : 0), "hour \(hour); \(seed)")
      }
    }
  }
}
