import Foundation
import QixCalendar
import QixKernel
import QixTesting
import Testing

/// The examples of RFC 5545 §3.8.5.3, and what is refused.
@Suite struct RecurrenceTests {
  private func days(_ rule: String, _ start: String, until: String? = nil) throws -> [String] {
    let zone = try QixCalendar.TimeZone(identifier: "America/New_York")
    return try RecurrenceRule(rule).occurrences(
      startingAt: try time("\(start)T09:00:00"), in: zone, from: try time("1990-01-01"),
      until: try until.map { try time($0) }
    ).map { wall in
      #expect(wall.description.hasSuffix("T09:00:00Z"))
      return String(wall.description.prefix(10))
    }
  }

  @Test(
    arguments: [
      ("FREQ=DAILY;INTERVAL=10;COUNT=5", "1997-09-02 1997-09-12 1997-09-22 1997-10-02 1997-10-12"),
      (
        "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
        "1997-09-02 1997-09-04 1997-09-09 1997-09-11 1997-09-16 1997-09-18 1997-09-23 1997-09-25 1997-09-30 1997-10-02"
      ),
      (
        "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
        "1997-09-02 1997-09-04 1997-09-16 1997-09-18 1997-09-30 1997-10-02 1997-10-14 1997-10-16"
      ),
      (
        "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
        "1997-09-05 1997-10-03 1997-11-07 1997-12-05 1998-01-02 1998-02-06 1998-03-06 1998-04-03 1998-05-01 1998-06-05"
      ),
      (
        "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
        "1997-09-07 1997-09-28 1997-11-02 1997-11-30 1998-01-04 1998-01-25 1998-03-01 1998-03-29 1998-05-03 1998-05-31"
      ),
      (
        "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO",
        "1997-09-22 1997-10-20 1997-11-17 1997-12-22 1998-01-19 1998-02-16"
      ),
      (
        "FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=6",
        "1997-09-28 1997-10-29 1997-11-28 1997-12-29 1998-01-29 1998-02-26"
      ),
      (
        "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
        "1997-09-30 1997-10-01 1997-10-31 1997-11-01 1997-11-30 1997-12-01 1997-12-31 1998-01-01 1998-01-31 1998-02-01"
      ),
      (
        "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
        "1997-09-10 1997-09-11 1997-09-12 1997-09-13 1997-09-14 1997-09-15 1999-03-10 1999-03-11 1999-03-12 1999-03-13"
      ),
      (
        "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
        "1997-01-01 1997-04-10 1997-07-19 2000-01-01 2000-04-09 2000-07-18 2003-01-01 2003-04-10 2003-07-19 2006-01-01"
      ),
      ("FREQ=YEARLY;BYDAY=20MO;COUNT=3", "1997-05-19 1998-05-18 1999-05-17"),
      ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3", "1997-05-12 1998-05-11 1999-05-17"),
      (
        "FREQ=YEARLY;BYMONTH=3;BYDAY=TH;COUNT=11",
        "1997-03-13 1997-03-20 1997-03-27 1998-03-05 1998-03-12 1998-03-19 1998-03-26 1999-03-04 1999-03-11 1999-03-18 1999-03-25"
      ),
      ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=5", "1998-02-13 1998-03-13 1998-11-13 1999-08-13 2000-10-13"),
      (
        "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13;COUNT=5",
        "1997-09-13 1997-10-11 1997-11-08 1997-12-13 1998-01-10"
      ),
      (
        "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=3",
        "1996-11-05 2000-11-07 2004-11-02"
      ),
      ("FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997-09-04 1997-10-07 1997-11-06"),
      (
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=7",
        "1997-09-29 1997-10-30 1997-11-27 1997-12-30 1998-01-29 1998-02-26 1998-03-30"
      ),
      ("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997-08-05 1997-08-10 1997-08-19 1997-08-24"),
      ("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997-08-05 1997-08-17 1997-08-19 1997-08-31"),
      ("FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "2007-01-15 2007-01-30 2007-02-15 2007-03-15 2007-03-30"),
      // Of this project: leap days alone.
      ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=3", "2028-02-29 2032-02-29 2036-02-29"),
    ])
  func theExamplesOfTheRFCHold(_ rule: String, _ expected: String) throws {
    let expected = expected.split(separator: " ").map(String.init)
    #expect(try days(rule, expected[0]) == expected)
  }

  @Test func theEndBelongsToTheRule() throws {
    // RFC 5545: daily until 24 December, 00:00 UTC.
    #expect(try days("FREQ=DAILY;UNTIL=19971224T000000Z", "1997-09-02").count == 113)
    // At 09:00 in New York it is 14:00 in winter.
    #expect(try days("FREQ=DAILY;UNTIL=19971224T140000Z", "1997-09-02").last == "1997-12-24")
    #expect(try days("FREQ=DAILY;UNTIL=19971224T135959Z", "1997-09-02").last == "1997-12-23")
    #expect(try days("FREQ=DAILY;UNTIL=19971224T090000", "1997-09-02").last == "1997-12-24")
    #expect(try days("FREQ=DAILY;UNTIL=19971224", "1997-09-02").last == "1997-12-24")
    // The span's end does not.
    #expect(try days("FREQ=DAILY", "1997-09-02", until: "1997-09-04T13:00:00Z").last == "1997-09-03")
  }

  @Test func hoursAndMinutesRepeatToo() throws {
    func clock(_ rule: String, from start: String = "1997-09-02T09:00:00") throws -> [String] {
      try RecurrenceRule(rule).occurrences(
        startingAt: try time(start), in: .utc, from: try time("1990-01-01"), until: try time("1997-09-04")
      ).map { String($0.description.dropLast(4).suffix(8)) }
    }
    #expect(try clock("FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z") == ["02T09:00", "02T12:00", "02T15:00"])
    #expect(try clock("FREQ=MINUTELY;INTERVAL=90;COUNT=4") == ["02T09:00", "02T10:30", "02T12:00", "02T13:30"])
    let hours = "BYHOUR=9,10,11,12,13,14,15,16"
    let twice = try clock("FREQ=MINUTELY;INTERVAL=20;\(hours)")
    #expect(twice.count == 48)
    #expect(try clock("FREQ=DAILY;\(hours);BYMINUTE=0,20,40") == twice)
  }

  @Test(arguments: [
    ("", "rule"), ("FREQ", "rule"), ("FREQ=", "rule"), ("FREQ=DAILY;;", "rule"), ("INTERVAL=2", "rule"),
    ("FREQ=FORTNIGHTLY", "rule"), ("FREQ=SECONDLY", "rule-too-often"), ("FREQ=DAILY;FREQ=DAILY", "rule"),
    ("FREQ=DAILY;COUNT=0", "rule"), ("FREQ=DAILY;COUNT=-1", "rule"), ("FREQ=DAILY;COUNT=99999999999999999999", "rule"),
    ("FREQ=DAILY;COUNT=2;UNTIL=20270101", "rule"), ("FREQ=DAILY;UNTIL=soon", "rule"), ("FREQ=DAILY;INTERVAL=0", "rule"),
    ("FREQ=DAILY;UNTIL=20270230", "rule"), ("FREQ=DAILY;BYDAY=1MO", "rule"), ("FREQ=WEEKLY;BYMONTHDAY=1", "rule"),
    ("FREQ=MONTHLY;BYWEEKNO=1", "rule"), ("FREQ=MONTHLY;BYYEARDAY=1", "rule"), ("FREQ=DAILY;BYHOUR=24", "rule"),
    ("FREQ=DAILY;BYMINUTE=60", "rule"), ("FREQ=MONTHLY;BYMONTHDAY=0", "rule"), ("FREQ=MONTHLY;BYMONTHDAY=32", "rule"),
    ("FREQ=YEARLY;BYMONTH=13", "rule"), ("FREQ=YEARLY;BYDAY=54MO", "rule"), ("FREQ=DAILY;BYSETPOS=1", "rule"),
    ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO", "rule"), ("FREQ=DAILY;WKST=XX", "rule"), ("FREQ=DAILY;BYEASTER=0", "rule"),
    ("FREQ=YEARLY;RSCALE=CHINESE", "rule"), ("FREQ=DAILY;BYHOUR=1,,2", "rule"), ("FREQ=DAILY;BYHOUR=٣", "rule"),
    ("FREQ=DAILY;BYHOUR=\(String(repeating: "1,", count: 2_000))1", "rule"), ("FREQ=DAILY\u{0}", "rule"),
  ])
  func othersAreRefusedInWords(_ rule: String, _ code: String) {
    let error = #expect(throws: RecurrenceError.self) { try RecurrenceRule(rule) }
    #expect(error?.code == "calendar.\(code)")
    #expect(error?.category == .usage)
  }

  @Test func whatCannotBeFollowedIsRefused() throws {
    func error(_ rule: String, until: String? = nil) throws -> RecurrenceError? {
      do {
        _ = try days(rule, "2027-03-01", until: until)
        return nil
      } catch let error as RecurrenceError { return error }
    }
    #expect(try error("FREQ=DAILY") == .endless)
    #expect(try error("FREQ=MINUTELY;COUNT=20001") == .tooMany(RecurrenceRule.mostOccurrences))
    #expect(try error("FREQ=MINUTELY", until: "2400-01-01") == .tooMany(RecurrenceRule.mostOccurrences))
    // A clock's minutes that go round the day in four years, all counted from the first one on.
    #expect(try error("FREQ=MINUTELY;INTERVAL=1441;BYDAY=MO;COUNT=1000000") == .tooLong)
  }

  /// What no time can meet is said, in a moment, whatever it is that can't be met.
  @Test(arguments: [
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;UNTIL=20990101",
    "FREQ=MONTHLY;BYDAY=6MO;COUNT=1", "FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1;COUNT=1",
    "FREQ=DAILY;BYDAY=MO;INTERVAL=7;COUNT=1",
    "FREQ=YEARLY;BYWEEKNO=1;BYMONTH=6;COUNT=1", "FREQ=HOURLY;INTERVAL=2;BYHOUR=8,10;COUNT=1",
    "FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1;COUNT=1", "FREQ=MINUTELY;INTERVAL=1440;BYHOUR=10;COUNT=1",
    "FREQ=MINUTELY;BYMONTH=4;BYMONTHDAY=31;COUNT=1", "FREQ=DAILY;BYHOUR=9,10;BYSETPOS=3;COUNT=1",
  ])
  func whatNeverHappensIsRefused(_ rule: String) throws {
    // 2 March 2027 is a Tuesday.
    #expect(throws: RecurrenceError.never) {
      try RecurrenceRule(rule).occurrences(
        startingAt: time("2027-03-02T09:00:00"), in: .utc, from: time("2027-01-01"), until: time("2028-01-01"))
    }
  }

  /// The RFC's "every Friday the 13th" begins on a Tuesday.
  @Test func aStartThatIsNoneOfTheRulesOwnIsLeftOut() throws {
    let rule = try RecurrenceRule("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=5")
    let expected = "1998-02-13 1998-03-13 1998-11-13 1999-08-13 2000-10-13"
    #expect(try days("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=5", "1997-09-02").joined(separator: " ") == expected)
    let (start, first) = (try time("1997-09-02T09:00:00"), try time("1998-02-13T09:00:00"))
    let zone = try QixCalendar.TimeZone(identifier: "America/New_York")
    #expect(try rule.gives([start, first], startingAt: start, in: zone) == [first])
    // COUNT and UNTIL hold for it, too.
    let sixth = try time("2001-04-13T09:00:00")
    #expect(try rule.gives([sixth], startingAt: start, in: zone).isEmpty)
    let until = try RecurrenceRule("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;UNTIL=19980301")
    #expect(try until.gives([first, try time("1998-03-13T09:00:00")], startingAt: start, in: zone) == [first])
  }

  /// What the library of before got wrong, or refused.
  @Test(arguments: [
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1;COUNT=3", "2027-03-01", "2027-03-01 2027-03-08 2027-03-15"),
    // The set is the whole week's, though it begins on Wednesday: Monday was the first.
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1;COUNT=2", "2027-03-03", "2027-03-08 2027-03-15"),
    ("FREQ=MONTHLY;BYDAY=MO,MO,TU;BYSETPOS=2;COUNT=2", "2027-03-02", "2027-03-02 2027-04-06"),
    ("FREQ=DAILY;BYMONTHDAY=-1;COUNT=3", "2027-03-31", "2027-03-31 2027-04-30 2027-05-31"),
    ("FREQ=WEEKLY;INTERVAL=2;WKST=WE;BYDAY=TU,WE;COUNT=4", "2027-03-02", "2027-03-02 2027-03-10 2027-03-16 2027-03-24"),
    // 1 January 2027 is a Friday: week 53 of 2026.
    ("FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR;COUNT=2", "2027-01-01", "2027-01-01 2032-12-31"),
    ("FREQ=YEARLY;BYWEEKNO=-1;BYDAY=MO;COUNT=2", "2026-12-28", "2026-12-28 2027-12-27"),
    ("FREQ=YEARLY;BYWEEKNO=20;COUNT=2", "2027-05-18", "2027-05-18 2028-05-16"),
    ("FREQ=YEARLY;BYMONTHDAY=15;COUNT=3", "2027-03-15", "2027-03-15 2027-04-15 2027-05-15"),
    (
      "FREQ=MONTHLY;BYDAY=MO,1TU;COUNT=6", "2027-03-01",
      "2027-03-01 2027-03-02 2027-03-08 2027-03-15 2027-03-22 2027-03-29"
    ),
    // Of a leap century.
    ("FREQ=YEARLY;BYYEARDAY=-366;COUNT=2", "2028-01-01", "2028-01-01 2032-01-01"),
  ])
  func theRestOfTheRFCHolds(_ rule: String, _ start: String, _ expected: String) throws {
    #expect(try days(rule, start).joined(separator: " ") == expected)
  }

  @Test func partsOfAnHourAreTakenByTheirPlace() throws {
    func clock(_ rule: String) throws -> String {
      try RecurrenceRule(rule).occurrences(
        startingAt: try time("2027-03-01T09:00:00"), in: .utc, from: try time("2027-01-01"),
        until: try time("2027-03-03")
      ).prefix(6).map { String($0.description.dropLast(1).suffix(11)) }.joined(separator: " ")
    }
    #expect(
      try clock("FREQ=HOURLY;BYMINUTE=0,15,30;BYSETPOS=2,-1")
        == "01T09:15:00 01T09:30:00 01T10:15:00 01T10:30:00 01T11:15:00 01T11:30:00")
    #expect(try clock("FREQ=DAILY;BYHOUR=21,9;BYMINUTE=30,0;BYSETPOS=-1") == "01T21:30:00 02T21:30:00")
    #expect(try clock("FREQ=HOURLY;INTERVAL=5;BYHOUR=9,14,0") == "01T09:00:00 01T14:00:00 02T00:00:00")
    #expect(
      try clock("FREQ=MINUTELY;INTERVAL=7;BYHOUR=10;BYSECOND=0,30;COUNT=3") == "01T10:03:00 01T10:03:30 01T10:10:00")
  }

  /// Half a century of minutes is no work where nothing is counted.
  @Test func aRuleThatBeganLongAgoIsFollowedFromToday() throws {
    let found = try RecurrenceRule("FREQ=MINUTELY").occurrences(
      startingAt: time("1970-01-01"), in: .utc, from: time("2027-01-01"), until: time("2027-01-02"))
    #expect(found.count == 1_440)
    #expect(try found.first == time("2027-01-01"))
  }

  /// A rule seen from later on is the same rule.
  @Test func aSpanIsAPartOfTheWhole() throws {
    let rule = try RecurrenceRule("FREQ=DAILY;COUNT=400")
    let start = try time("2027-01-01T20:30:00")
    func walls(_ from: String, _ until: String) throws -> [Timestamp] {
      try rule.occurrences(startingAt: start, in: .utc, from: try time(from), until: try time(until))
    }
    let all = try walls("2027-01-01", "2030-01-01")
    #expect(all.count == 400)
    #expect(
      try walls("2027-06-01", "2027-06-03T20:30:00")
        == all.filter { $0.date.month == 6 && $0.date.day < 3 && $0.date.year == 2027 })
    #expect(try walls("2029-01-01", "2030-01-01") == [])
  }
}

/// Rules put together at random are read or refused, and those that are read are followed or refused.
@Suite struct RecurrenceFuzzTests {
  @Test func anyRuleIsReadOrRefused() throws {
    var random = SeededGenerator(Seed(for: "random rules"))
    let pieces = [
      "FREQ=", "DAILY", "WEEKLY", "MONTHLY", "YEARLY", "MINUTELY", ";", ";", ";", "COUNT=3", "INTERVAL=", "BYDAY=",
      "MO", "-1SU", "5FR", ",", "BYMONTHDAY=", "-1", "31", "BYMONTH=2", "BYYEARDAY=366", "BYWEEKNO=53", "BYSETPOS=-1",
      "UNTIL=20271231", "T235959Z", "WKST=SU", "=", "0", "99999999999999999999", "é", "\u{0}", "RSCALE=HEBREW",
    ]
    let rounds = ProcessInfo.processInfo.environment["QIX_FUZZ"].flatMap(Int.init) ?? 5_000
    let start = try time("2027-03-01T09:00:00")
    var followed = 0
    for _ in 0..<rounds {
      let frequency = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].randomElement(using: &random) ?? "DAILY"
      let text =
        "FREQ=\(frequency)"
        + (0..<Int.random(in: 0...8, using: &random)).map { _ in
          (Bool.random(using: &random) ? ";" : "") + pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }.joined()
      guard let rule = try? RecurrenceRule(text) else { continue }
      followed += 1
      let end = try time("2029-01-01")
      do throws(RecurrenceError) {
        let found = try rule.occurrences(startingAt: start, in: .utc, from: start, until: end)
        #expect(found.first.map { $0 >= start } ?? true && found == Set(found).sorted(), "\(text)")
        if !found.isEmpty {
          let own = try rule.gives(Set(found.prefix(20)), startingAt: start, in: .utc)
          #expect(own == Set(found.prefix(20)), "\(text)")
        }
      } catch {
        #expect(error != .endless, "\(text)")
      }
    }
    #expect(followed > rounds / 50)
  }
}
