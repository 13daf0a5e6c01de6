import Foundation
import QixCalendar
import QixKernel
import QixTesting
import Testing

/// Against python-dateutil, which was written by others from the same RFC.
private let hasDateutil: Bool = {
  (try? Python.run("import dateutil.rrule", "")) != nil
}()

private enum Python {
  static func run(_ script: String, _ input: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    let (standardInput, output) = (Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return text
  }

  /// A line with a rule and a start gives a line with its occurrences of two years.
  static let oracle = """
    import sys, datetime, itertools
    from dateutil.rrule import rrulestr
    for line in sys.stdin:
        rule, start = line.split()
        start = datetime.datetime.strptime(start, "%Y-%m-%dT%H:%M:%S")
        end = start + datetime.timedelta(days=731)
        found = itertools.takewhile(lambda t: t < end, rrulestr(rule, dtstart=start))
        print(" ".join(t.isoformat() for t in itertools.islice(found, 400)))
    """
}

@Suite struct RecurrenceOracleTests {
  @Test(
    .enabled(if: hasLibical, whyNoLibical),
    .enabled(if: hasDateutil, "python3-dateutil isn't there; `make setup` installs it for the tests"))
  func bothFindTheSameTimes() throws {
    var generator = SeededGenerator(Seed(for: "rules of both"))
    let cases = (0..<250).map { _ in RandomRule(&generator) }
    let input = cases.map { "\($0.rule) \(String($0.start.description.dropLast()))\n" }.joined()
    let answers = try Python.run(Python.oracle, input).split(separator: "\n", omittingEmptySubsequences: false)
    try #require(answers.count == cases.count + 1)
    var compared = 0
    for (one, answer) in zip(cases, answers) {
      let expected = answer.split(separator: " ").map { "\($0)Z" }
      let rule = try RecurrenceRule(one.rule)
      let end = one.start.advanced(byMicroseconds: 731 * Timestamp.day)
      do {
        let found = try rule.occurrences(startingAt: one.start, in: .utc, from: one.start, until: end)
        let times = found.prefix(400).map(\.description)
        // The lists themselves would hide which rule it was.
        #expect(times.elementsEqual(expected), "\(one.rule) from \(one.start)")
        compared += 1
      } catch RecurrenceError.notAtStart {
        #expect(expected.first != one.start.description, "\(one.rule) from \(one.start)")
      }
    }
    #expect(compared > 100)
  }
}

/// A rule whose start fits it more often than not.
private struct RandomRule {
  let rule: String
  let start: Timestamp

  init(_ random: inout SeededGenerator) {
    func pick<T>(_ all: [T]) -> T { all[Int.random(in: 0..<all.count, using: &random)] }
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    let day = CalendarDate(daysSinceEpoch: Int64.random(in: 18_000...25_000, using: &random))
    let hour = Int64.random(in: 0..<24, using: &random)
    start = Timestamp(startOf: day).advanced(byMicroseconds: hour * 3_600_000_000)
    let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    // 1970-01-01 was a Thursday.
    let own = names[Int((day.daysSinceEpoch + 3) % 7)]
    let frequency = pick(["DAILY", "WEEKLY", "MONTHLY", "YEARLY", "HOURLY"])
    var parts = ["FREQ=\(frequency)"]
    if chance(50) { parts.append("INTERVAL=\(Int.random(in: 1...5, using: &random))") }
    if chance(30) { parts.append("COUNT=\(Int.random(in: 1...30, using: &random))") }
    if chance(20) { parts.append("WKST=\(pick(frequency == "WEEKLY" ? ["MO", "SU"] : names))") }
    switch frequency {
    case "WEEKLY" where chance(70): parts.append("BYDAY=\([own, pick(names), pick(names)].unique)")
    case "DAILY" where chance(50): parts.append("BYDAY=\([own, pick(names), pick(names)].unique)")
    case "DAILY" where chance(50): parts.append("BYHOUR=\(["\(hour)", "\((hour + 9) % 24)"].unique)")
    case "MONTHLY":
      if chance(40) {
        parts.append("BYMONTHDAY=\(["\(day.day)", "-1", "\(Int.random(in: 1...31, using: &random))"].unique)")
      } else if chance(60) {
        parts.append("BYDAY=\(["\((day.day - 1) / 7 + 1)\(own)", "-1\(pick(names))"].unique)")
      } else {
        parts.append("BYDAY=MO,TU,WE,TH,FR;BYSETPOS=\(pick(["1", "-1", "2", "1,-1"]))")
      }
    case "YEARLY":
      if chance(50) {
        parts.append("BYMONTH=\(["\(day.month)", "\(Int.random(in: 1...12, using: &random))"].unique)")
        if chance(50) { parts.append("BYMONTHDAY=\(day.day)") } else if chance(50) { parts.append("BYDAY=\(own)") }
      } else if chance(50) {
        let ofYear = day.daysSinceEpoch - (CalendarDate(year: day.year, month: 1, day: 1)?.daysSinceEpoch ?? 0) + 1
        parts.append("BYYEARDAY=\(["\(ofYear)", "-1"].unique)")
      }
    default: break
    }
    rule = parts.joined(separator: ";")
  }
}

extension [String] {
  fileprivate var unique: String {
    var seen: [String] = []
    for element in self where !seen.contains(element) { seen.append(element) }
    return seen.joined(separator: ",")
  }
}
