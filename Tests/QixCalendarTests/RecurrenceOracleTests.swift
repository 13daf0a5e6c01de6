import Foundation
import QixCalendar
import QixKernel
import QixTesting
import Testing

/// Rules at random, against python-dateutil. `QIX_LONG=1` compares 20,000 of them, else some hundred.
@Suite(.needs(.python(module: "dateutil", package: "python3-dateutil"))) struct RecurrenceOracleTests {
  /// All differences that there may be; each is explained at `Dateutil.oracle`, and in decision 0052.
  static let known: Set<String> = [
    "weekday-of-weeks", "each-and-nth", "no-such-day", "weeks-at-year-ends", "set-of-the-first-week",
  ]

  @Test func bothFindTheSameTimes() throws {
    var generator = SeededGenerator(Seed(for: "rules of both"))
    let isLong = LongForm.isAsked
    let size = isLong ? 1_000 : 600
    var (compared, withTimes, times) = (0, 0, 0)
    var differing: [String: Int] = [:]
    for _ in 0..<(isLong ? 20 : 1) {
      let cases = (0..<size).map { _ in RandomRule(&generator) }
      let answers = try Dateutil.answers(
        cases.map { "\($0.rule) \($0.start.description.dropLast()) \($0.end.description.dropLast())" })
      try #require(answers.count == cases.count)
      for (one, answer) in zip(cases, answers) {
        let found = try Self.times(of: one)
        // The lists themselves would hide which rule it was.
        #expect(
          found.elementsEqual(answer.decided), "\(one.rule) from \(one.start): \(Self.first(found, answer.decided))")
        if answer.plain != answer.decided {
          #expect(!answer.classes.isEmpty && Self.known.isSuperset(of: answer.classes), "\(one.rule)")
          differing[answer.classes.joined(separator: "+"), default: 0] += 1
        }
        compared += 1
        withTimes += found.isEmpty ? 0 : 1
        times += found.count
      }
    }
    print("rules compared: \(compared), with times: \(withTimes), times: \(times), decided otherwise: \(differing)")
    #expect(withTimes > compared / 2)
    // Each of the known differences is met, so none of them is a name for nothing.
    if isLong { #expect(Set(differing.keys.flatMap { $0.split(separator: "+").map(String.init) }) == Self.known) }
  }

  /// The first sixty; of rules that give more than may be asked for at once, those of a shorter span.
  private static func times(of one: RandomRule, for days: Int64 = 16 * 366) throws -> [String] {
    let end = min(one.end, one.start.advanced(byMicroseconds: days * Timestamp.day))
    do throws(RecurrenceError) {
      return try RecurrenceRule(one.rule).occurrences(
        startingAt: one.start, in: .utc, from: one.start, until: end
      ).prefix(60).map(\.description)
    } catch {
      if error == .never { return [] }
      guard case .tooMany = error, days > 1 else { throw error }
      return try times(of: one, for: days / 2)
    }
  }

  private static func first(_ found: [String], _ expected: [String]) -> String {
    let place = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let index = place ?? min(found.count, expected.count)
    return
      "at \(index) \(found.dropFirst(index).first ?? "nothing") for \(expected.dropFirst(index).first ?? "nothing")"
  }
}
