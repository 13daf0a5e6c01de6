import QixKernel
import QixTesting
import Testing

@testable import QixCalendar

/// Periods that begin at random moments, many of them so that they end around a clock change or a month's end.
@Suite struct PeriodInZoneTests {
  private static let zones = ["Europe/Berlin", "Asia/Kolkata", "America/Sao_Paulo", "Pacific/Apia", "UTC"]
  /// 1990 to 2040.
  private static let span: Range<Int64> = 631_152_000..<2_208_988_800

  /// The moments at which a zone's clock is put forward or back.
  private static func changes(of zone: TimeZone) -> [Timestamp] {
    stride(from: span.lowerBound, to: span.upperBound, by: 86_400).compactMap { second in
      var (before, after) = (second, second + 86_400)
      func offset(_ second: Int64) -> Int64 { zone.offset(at: Timestamp(microseconds: second * 1_000_000)) }
      guard offset(before) != offset(after) else { return nil }
      while after - before > 1 {
        let middle = (before + after) / 2
        if offset(middle) == offset(before) { before = middle } else { after = middle }
      }
      return Timestamp(microseconds: after * 1_000_000)
    }
  }

  private static func cases(_ zone: TimeZone, for test: String) -> [(start: Timestamp, period: Period)] {
    var random = SeededGenerator(Seed(for: "\(test) \(zone.identifier)"))
    let changes = changes(of: zone)
    return (0..<3_000).map { index in
      var period = Period(months: .random(in: 0...40, using: &random), days: .random(in: 0...70, using: &random))
      var start = Timestamp(microseconds: Int64.random(in: span, using: &random) * 1_000_000 + 7)
      switch index % 3 {
      case 0:
        guard let change = changes.randomElement(using: &random) else { break }
        let near = Int64.random(in: -7_200_000_000...7_200_000_000, using: &random)
        period.months = 0
        start = zone.moment(
          wall: zone.wallTime(at: change).advanced(byMicroseconds: near - period.days * Timestamp.day))
      case 1:
        let date = zone.date(at: start)
        let last = CalendarDate(daysSinceEpoch: date.daysSinceEpoch - date.day)
        start = zone.start(of: last).advanced(byMicroseconds: Int64.random(in: 0..<Timestamp.day, using: &random))
      default: break
      }
      return (start, period)
    }
  }

  @Test(arguments: zones) func theClockOnTheWallShowsTheSameTime(_ name: String) throws {
    let zone = try TimeZone(identifier: name)
    var skipped = 0
    for (start, period) in Self.cases(zone, for: "theClockOnTheWallShowsTheSameTime") {
      let end = zone.adding(period, to: start)
      let (wanted, shown) = (zone.wallTime(at: start).adding(period), zone.wallTime(at: end))
      if shown != wanted {
        // No clock shows the time that was wanted: it is as much later as the clock is put forward.
        skipped += 1
        let gap = shown.microseconds - wanted.microseconds
        #expect((1...Timestamp.day).contains(gap), "\(start) \(period)")
        for offset in [zone.offset(at: start), zone.offset(at: end)] {
          let moment = wanted.advanced(byMicroseconds: -offset * 1_000_000)
          #expect(zone.wallTime(at: moment) != wanted, "\(start) \(period)")
        }
      }
      #expect(period == Period() ? end == start : end > start, "\(start) \(period)")
    }
    #expect((skipped > 0) == ["Europe/Berlin", "America/Sao_Paulo", "Pacific/Apia"].contains(name))
  }

  @Test(arguments: zones) func whatBeginsLaterEndsNoEarlier(_ name: String) throws {
    let zone = try TimeZone(identifier: name)
    let cases = Self.cases(zone, for: "whatBeginsLaterEndsNoEarlier")
    let starts = cases.map(\.start).sorted()
    let (_, period) = cases[1]
    let days = starts.map { zone.date(at: zone.adding(period, to: $0)) }
    for (earlier, later) in zip(days, days.dropFirst()) { #expect(earlier <= later, "\(period)") }
    for (start, period) in cases where zone.date(at: start).day < 28 {
      let next = zone.moment(wall: zone.wallTime(at: start).advanced(byMicroseconds: Timestamp.day))
      #expect(zone.adding(period, to: start) <= zone.adding(period, to: next), "\(start) \(period)")
    }
  }

  @Test func hoursAreExactAndUTCIsTheCalendarItself() throws {
    for name in Self.zones {
      let zone = try TimeZone(identifier: name)
      for (start, period) in Self.cases(zone, for: "hoursAreExactAndUTCIsTheCalendarItself") {
        var random = SeededGenerator(seed: UInt64(bitPattern: start.microseconds))
        let time = Int64.random(in: 0...400 * Timestamp.day, using: &random)
        #expect(zone.adding(Period(microseconds: time), to: start) == start.advanced(byMicroseconds: time))
        let whole = Period(months: period.months, days: period.days, microseconds: time)
        #expect(zone.adding(whole, to: start) == zone.adding(period, to: start).advanced(byMicroseconds: time))
        #expect(TimeZone.utc.adding(whole, to: start) == start.adding(whole))
      }
    }
  }
}
