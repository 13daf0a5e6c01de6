import Foundation
import QixKernel
import Testing

@testable import QixCalendar

/// Against Foundation's own reading of the same zones.
@Suite struct TimeZoneTests {
  @Test(arguments: [
    "Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo",
    "Africa/Casablanca",
    "Pacific/Apia", "UTC", "Etc/GMT+5", "Europe/Dublin", "Asia/Gaza",
  ])
  func offsetsAreThoseOfFoundation(_ name: String) throws {
    let zone = try QixCalendar.TimeZone(identifier: name)
    let oracle = Foundation.TimeZone(identifier: name)
    // Every 53 hours from 1975 to 2036, and some beyond the tables' end.
    for second in stride(from: 157_766_400, to: 2_082_758_400, by: 190_800) {
      let expected = oracle?.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(second)))
      #expect(
        zone.offset(at: Timestamp(microseconds: Int64(second) * 1_000_000)) == expected.map(Int64.init),
        "\(name) \(second)")
    }
  }

  @Test func theRuleBehindTheTableHolds() throws {
    let rome = try QixCalendar.TimeZone(identifier: "Europe/Rome")
    #expect(rome.offset(at: try #require(Timestamp("2080-07-01"))) == 7_200)
    #expect(rome.offset(at: try #require(Timestamp("2080-12-01"))) == 3_600)
  }

  @Test func gapsAndOverlapsAreReadAsCalendarsDo() throws {
    let rome = try QixCalendar.TimeZone(identifier: "Europe/Rome")
    let cases = [
      ("2026-03-29T01:59:59", "2026-03-29T00:59:59Z"), ("2026-03-29T02:30:00", "2026-03-29T01:30:00Z"),
      ("2026-03-29T03:00:00", "2026-03-29T01:00:00Z"), ("2026-10-25T02:30:00", "2026-10-25T00:30:00Z"),
      ("2026-10-25T03:00:00", "2026-10-25T02:00:00Z"), ("2026-07-01T00:00:00", "2026-06-30T22:00:00Z"),
    ]
    for (wall, moment) in cases {
      #expect(rome.moment(wall: try #require(Timestamp(wall))).description == moment)
    }
  }

  @Test(arguments: ["", "Nowhere/Land", "../etc/passwd", "/etc/passwd", "Europe", "Europe//Rome", "Europe/Rome\n"])
  func whatIsNoZoneIsRefused(_ name: String) {
    #expect(throws: TimeZoneError.unknown(name)) { try QixCalendar.TimeZone(identifier: name) }
  }
}
