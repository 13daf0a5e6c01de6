import CoinsContract
import Foundation
import QixCalendar
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// What must be equal in the report, whatever has happened.
@Suite struct ReportTests {
  @Test func itsSumsAgree() throws {
    let seed = Seed(for: "ReportTests.itsSumsAgree")
    var generator = SeededGenerator(seed)
    for _ in 0..<6 {
      try Till.with { till in
        try till.live(&generator)
        let report = try till.database.read { try Report.make(at: till.now, zone: .utc, in: $0) }
        // Told by the months, from transfers, and by the balances, from accounts.
        let sums = try till.database.read {
          try $0.rows("SELECT kind, sum(posted) FROM coins_accounts WHERE asset = 1 GROUP BY kind") {
            (AccountKind(rawValue: $0.integer(0)), $0.integer(1))
          }
        }
        func balance(_ kind: AccountKind) -> Int64 { sums.first { $0.0 == kind }?.1 ?? 0 }
        #expect(report.liability == balance(.wallet), "\(seed)")
        #expect(report.flow.redeemed == balance(.redeemed) && report.flow.expired == balance(.expired), "\(seed)")
        #expect(report.issued == report.flow.granted + report.inBudgets, "\(seed)")
        #expect(report.expiring.values.reduce(0, +) + report.lasting + report.held == report.liability, "\(seed)")
        #expect(report.overdue <= report.expiring.values.reduce(0, +))
        #expect(report.budgets.allSatisfy { $0.funded - $0.granted == $0.left })
        #expect(report.budgets.reduce(0) { $0 + $1.left } == report.inBudgets)
        #expect((0...1).contains(report.redemptionRate) && (0...1).contains(report.flow.breakage.value ?? 0))
        // Nothing is overdue once it has been booked.
        try till.sweep(limit: 10_000)
        let after = try till.database.read { try Report.make(at: till.now, zone: .utc, in: $0) }
        #expect(after.overdue == 0)
        #expect(after.flow.expired == report.flow.expired + report.overdue, "\(seed)")
        #expect(after.flow.granted == report.flow.granted)
        // Nor does booking change what is held: what was due had been let go before.
        #expect(after.held == report.held && after.lasting == report.lasting, "\(seed)")
      }
    }
  }

  /// Good until the day is over means the month of that day, though the coins expire at the next month's first moment.
  @Test func coinsExpireInTheMonthOfTheirLastDay() throws {
    try Shop.with { shop in
      try shop.done("coins issue --to ada --amount 5 --expires 2027-06-30")
      try shop.done("coins issue --to ada --amount 3 --expires 2027-07-01")
      let report = try shop.home.database.read { try Report.make(at: shop.home.clock.now(), zone: .utc, in: $0) }
      #expect(report.expiring.map { "\($0.key) \($0.value)" }.sorted() == ["2027-06 5", "2027-07 3"])
    }
  }

  /// A month ends at the installation's midnight, here two hours before that of UTC.
  @Test func monthsAreThoseOfTheInstallation() throws {
    try Shop.with { shop in
      try shop.done("setting set upkeep.time-zone Europe/Rome")
      try shop.done("coins issue --to ada --amount 7 --at 2026-06-30T21:59:59Z --expires 2099-12-31 --reason late")
      try shop.done("coins issue --to ada --amount 9 --at 2026-06-30T22:00:00Z --expires 2099-12-31 --reason late")
      func months(_ options: String = "") throws -> [String] {
        let report = try JSONValue(parsing: shop.done("coins report --json\(options)"))
        return try #require(report["activity"]?.array).compactMap { month in
          month["granted"]?.integer == 0 ? nil : "\(month["month"]?.string ?? "") \(month["granted"]?.integer ?? 0)"
        }
      }
      #expect(try months() == ["2026-06 7", "2026-07 9"])
      #expect(try months(" --zone UTC") == ["2026-06 16"])
      #expect(try shop.done("coins report").contains("By month, Europe/Rome"))
    }
  }

  /// What is taken back counts against the month in which it is, not the one in which it was granted.
  @Test func reversalsCountAgainstWhatTheyReverse() throws {
    try Shop.with { shop in
      let id = try shop.done("coins issue --to ada --amount 50 --quiet").split(separator: "\n")[0]
      let spent = try shop.done("coins redeem --from ada --amount 20 --quiet").split(separator: "\n")[0]
      shop.home.clock.advance(byMicroseconds: 31 * Timestamp.day)
      try shop.done("coins reverse \(spent)")
      try shop.done("coins reverse \(id) --amount 10")
      let report = try shop.home.database.read { try Report.make(at: shop.home.clock.now(), zone: .utc, in: $0) }
      let months = report.activity.sorted { $0.key < $1.key }.map {
        "\($0.key) \($0.value.granted) \($0.value.redeemed)"
      }
      #expect(months == ["2027-01 50 20", "2027-02 -10 -20"])
      #expect(report.flow.granted == 40 && report.flow.redeemed == 0 && report.liability == 40)
    }
  }
}
