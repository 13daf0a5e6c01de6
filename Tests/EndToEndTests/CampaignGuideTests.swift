import Foundation
import Testing

/// docs/campaigns.md does what it says: its commands lead from nothing to a running campaign, its report, and its end.
@Suite struct CampaignGuideTests {
  @Test func itsCommandsDoWhatItSays() throws {
    try BuiltProgram.withHome { qix, home in
      let work = home + "/work"
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
      let run = try Guide.run(try Guide.script("campaigns.md"), home: home, work: work)
      try #require(run.exitCode == 0, "\(run.errors)")

      // The file with three faults is refused with all of them, each with its line.
      #expect(run.output.contains("exit code 2\n"))
      for pointer in ["/time-zone", "/award/weighted/2/coins", "/pace/cool-down"] {
        #expect(run.errors.contains(", \(pointer): "), "\(pointer): \(run.errors)")
      }
      // Each of the two users has won one coin, once, whatever was sent again; the rest went back.
      #expect(run.output.contains("exit code 6\n"))
      let report = try JSONDecoder().decode(
        Report.self, from: Data(try qix.done("campaign report harvest --json").output.utf8))
      #expect(report.coins == 2 && report.winners == 2 && report.takers == 2 && report.state == "ended")
      #expect(report.funnel.map(\.count) == [3, 2, 2])
      let coins = try JSONDecoder().decode(Coins.self, from: Data(try qix.done("coins report --json").output.utf8))
      #expect(coins.issued == 2, "998 of the 1,000 were taken back")
      #expect(try String(contentsOfFile: work + "/coffee.svg", encoding: .utf8).hasPrefix("<svg"))
      #expect(run.output.contains("sound      yes"))
    }
  }

  private struct Report: Decodable {
    struct Step: Decodable {
      let count: Int64
    }
    let state: String
    let coins: Int64
    let winners: Int64
    let takers: Int64
    let funnel: [Step]
  }

  private struct Coins: Decodable {
    let issued: Int64
  }
}
