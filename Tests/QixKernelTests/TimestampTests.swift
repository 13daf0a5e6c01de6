import QixKernel
import QixTesting
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999999Z"), (1_000, "1970-01-01T00:00:00.001Z"),
    (1_800_000_000_000_000, "2027-01-15T08:00:00Z"), (1_800_000_000_100_000, "2027-01-15T08:00:00.100Z"),
    (1_800_000_000_000_001, "2027-01-15T08:00:00.000001Z"), (-62_135_596_800_000_000, "0001-01-01T00:00:00Z"),
    (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
  ])
  func isWrittenAndReadBack(_ microseconds: Int64, _ text: String) {
    let time = Timestamp(microseconds: microseconds)
    #expect("\(time)" == text)
    #expect(Timestamp(text) == time)
  }

  @Test(arguments: [
    ("2027-06-30", "2027-06-30T00:00:00Z"), ("2027-06-30T18:05", "2027-06-30T18:05:00Z"),
    ("2027-06-30 18:05:09", "2027-06-30T18:05:09Z"), ("2027-06-30t18:05:09z", "2027-06-30T18:05:09Z"),
    ("2027-06-30T18:05:09.5Z", "2027-06-30T18:05:09.500Z"),
    ("2027-06-30T18:05:09.1234567Z", "2027-06-30T18:05:09.123456Z"),
    ("2027-06-30T18:05:09.999999999Z", "2027-06-30T18:05:09.999999Z"),
    ("2027-06-30T18:05+02:00", "2027-06-30T16:05:00Z"),
    ("2027-06-30T18:05:09-0330", "2027-06-30T21:35:09Z"), ("2027-01-01T00:30+01:00", "2026-12-31T23:30:00Z"),
    ("2027-12-31T23:30-01:00", "2028-01-01T00:30:00Z"), ("2027-06-30T18:05-00:00", "2027-06-30T18:05:00Z"),
    ("2027-06-30T18:05:09.000001+14:00", "2027-06-30T04:05:09.000001Z"),
  ])
  func readsWhatPeopleWrite(_ text: String, _ meaning: String) throws {
    #expect("\(try #require(Timestamp(text)))" == meaning)
  }

  @Test(arguments: [
    "", "now", "1800000000", "2027-02-30", "2027-06-30T", "2027-06-30T18", "2027-06-30T18:", "2027-06-30T1805",
    "2027-06-30T24:00", "2027-06-30T18:60", "2027-06-30T18:05:60Z", "2027-06-30T18:05:09.", "2027-06-30T18:05:09.Z",
    "2027-06-30T18:05:09.1234567890Z", "2027-06-30T18:05:09,5Z", "2027-06-30T18:05Zulu", "2027-06-30T18:05 Z",
    "2027-06-30T18:05+2", "2027-06-30T18:05+24:00", "2027-06-30T18:05+02:60", "2027-06-30T18:05+02:", "2027-06-30Z",
    "2027-06-30  18:05", "2027-06-30T18:05:09Z ", "٢٠٢٧-٠٦-٣٠T18:05:09Z", "2027-06-30T18:05:09Z\u{0}", "30.06.2027",
  ])
  func isRefused(_ text: String) { #expect(Timestamp(text) == nil) }

  /// Every moment that can be written is read back as the same.
  @Test func roundTripsAtRandom() {
    var random = SeededGenerator(Seed(for: "roundTripsAtRandom"))
    for _ in 0..<20_000 {
      let time = Timestamp(
        microseconds: .random(in: -62_135_596_800_000_000...253_402_300_799_999_999, using: &random))
      let text = "\(time)"
      #expect(Timestamp(text) == time, "\(time.microseconds)")
      #expect(Timestamp(String(text.dropLast()) + "+00:00") == time)
    }
  }

  @Test func dividesDownwards() {
    for (microseconds, date) in [
      (-1, "1969-12-31"), (0, "1970-01-01"), (Timestamp.day - 1, "1970-01-01"), (Timestamp.day, "1970-01-02"),
      (-Timestamp.day, "1969-12-31"), (-Timestamp.day - 1, "1969-12-30"),
    ] as [(Int64, String)] {
      #expect("\(Timestamp(microseconds: microseconds).date)" == date)
    }
  }
}
