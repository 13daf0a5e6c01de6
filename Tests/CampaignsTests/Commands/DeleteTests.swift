import CampaignsContract
import QixCatalog
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// A draft goes as if it had never been; what has begun stays on record.
@Suite struct DeleteTests {
  private static let make =
    "campaign create spring --brand Alba --title Spring --start 2027-01-01 --end 2027-03-01 --time-zone UTC --shake tv "
    + "--set tv.channels=[\"Uno\"] --award fixed:5"

  private static let schedule =
    "tv schedule add --channel Uno --programme Live --start 2027-01-20T20:00 --length 2h --zone UTC"

  @Test func aDraftGoesAndItsNameIsFree() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done(Self.schedule)
      try home.done(Self.make)
      let before = try home.contents()
      #expect(try home.done("campaign delete spring --dry-run --yes").contains("spring"))
      #expect(try home.contents() == before)
      #expect(try home.qix("campaign delete spring --no-input").exitCode == 2, "it wants the name")
      try home.done("campaign delete spring --confirm spring --reason typo")
      #expect(try home.qix("campaign show spring").exitCode == 3)
      #expect(try home.done("audit show --json").contains("campaigns.delete"))
      #expect(try home.qix("campaign delete spring --yes").exitCode == 3)
      // The name again, with the budget that was there.
      try home.done(Self.make)
      try home.done("campaign fund spring --amount 50")
      try home.done("campaign start spring")
      #expect(try home.done("campaign report spring --json").contains("\"available\": 50"))
      #expect(try home.qix("db check").exitCode == 0)
    }
  }

  @Test func whatHasBegunStays() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done(Self.schedule)
      try home.done(Self.make)
      try home.done("campaign fund spring --amount 50")
      let funded = try home.qix("campaign delete spring --yes")
      #expect(funded.exitCode == 6 && funded.errors.contains("50 coins are in its budget"))
      for (line, state) in [("start spring", "running"), ("pause spring", "paused"), ("end spring --yes", "over")] {
        try home.done("campaign \(line)")
        let refused = try home.qix("campaign delete spring --yes")
        #expect(refused.exitCode == 5 && refused.errors.contains(state), "\(refused.errors)")
        #expect(refused.errors.contains(state == "over" ? "on record" : "qix campaign end spring"))
      }
      // Nor by the way around the commands.
      #expect(throws: (any Error).self) {
        try home.database.write(Change("test.delete")) { connection, _ in
          try connection.run("DELETE FROM campaigns_campaigns")
        }
      }
      #expect(try home.done("campaign show spring --json").contains("ended"))
    }
  }

  @Test func whatNamesItComesFirst() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done(Self.schedule)
      try home.done(Self.make)
      try home.done("badge create founder --shakes 3 --campaign spring")
      let refused = try home.qix("campaign delete spring --yes")
      #expect(refused.exitCode == 6 && refused.errors.contains("1 badge"), "\(refused.errors)")
    }
  }

  /// Every column of the whole schema that holds campaigns is either asked, or filled once a campaign has begun.
  @Test func noTableIsForgotten() throws {
    let begun: Set = [
      "draws_windows", "readshake_sessions", "receiptshake_receipts", "scanshake_scans", "shakes_shakes",
      "shakes_tallies",
      "shakes_totals", "shakes_hours", "shakes_refusals", "shakes_claims", "shakes_devices", "shakes_pending",
      "shakes_settlements", "shakes_gifts", "stadiumshake_hearings", "videoshake_sessions", "campaigns_campaigns",
    ]
    var asked: [CampaignColumn] = []
    for case let module as any CampaignNaming.Type in Catalog.modules { asked += module.campaignColumns }
    try TestHome.initialised { home in
      let tables = try home.database.read { connection in
        try connection.rows(
          """
          SELECT m.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
          WHERE m.type = 'table' AND c.name = 'campaign' AND c.type = 'BLOB'
          """
        ) { $0.text(0) }
      }
      #expect(Set(tables) == begun.union(asked.map(\.table)))
    }
  }
}
