import Foundation
import QixKernel
import QixTesting
import Testing

/// Dates and moments against the calendar of Foundation, over random days.
///
/// From 1600 on: before 1582-10-15 Foundation's calendar is the Julian one.
@Suite struct FoundationCalendarTests {
  private let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  private func moment(_ time: Timestamp) -> Date {
    // Whole seconds only: a Double holds no microseconds of the year 9000.
    Date(timeIntervalSince1970: Double(time.microseconds / 1_000_000))
  }

  /// Moments at full seconds between 1600 and 9900, many of them at the ends of months.
  private func moments(_ count: Int, for test: String) -> [Timestamp] {
    var random = SeededGenerator(Seed(for: test))
    return (0..<count).map { index in
      let seconds = Int64.random(in: -11_676_096_000...250_000_000_000, using: &random)
      let time = Timestamp(microseconds: seconds * 1_000_000)
      guard index % 2 == 0 else { return time }
      let first = time.date.daysSinceEpoch - time.date.day
      return Timestamp(microseconds: first * Timestamp.day + Int64.random(in: 0..<86_400, using: &random) * 1_000_000)
    }
  }

  @Test func aMomentFallsOnTheSameDay() {
    for time in moments(3_000, for: "aMomentFallsOnTheSameDay") {
      let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: moment(time))
      let numbers = [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second].map { $0 ?? -1 }
      let date = time.date
      #expect([date.year, date.month, date.day].map(Int.init) == Array(numbers.prefix(3)))
      let text = String(
        format: "%04d-%02d-%02dT%02d:%02d:%02dZ", numbers[0], numbers[1], numbers[2], numbers[3],
        numbers[4], numbers[5])
      #expect("\(time)" == text)
      #expect(Timestamp(text) == time)
    }
  }

  @Test func aPeriodLaterIsTheSameMoment() {
    for time in moments(3_000, for: "aPeriodLaterIsTheSameMoment") {
      // The moment is random; what is added to it follows from it.
      var random = SeededGenerator(seed: UInt64(bitPattern: time.microseconds))
      let period = Period(
        months: .random(in: 0...60, using: &random), days: .random(in: 0...800, using: &random))
      let months = calendar.date(byAdding: .month, value: Int(period.months), to: moment(time))
      let end = months.flatMap { calendar.date(byAdding: .day, value: Int(period.days), to: $0) }
      let expected = (end?.timeIntervalSince1970).map { Timestamp(microseconds: Int64($0) * 1_000_000) }
      #expect(time.adding(period) == expected, "\(time) and \(period)")
    }
  }
}
