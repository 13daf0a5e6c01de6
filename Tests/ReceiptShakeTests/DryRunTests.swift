import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import ReceiptShake

/// A dry run uses up nothing, so it must not tell a program what counts: it could ask until something does.
@Suite struct DryRunTests {
  private static let other = Paper(
    date: "2027-01-10", number: "77", total: 900, items: [], others: ["R 5566771"], shot: 2)

  private func app(_ till: Till) throws -> String {
    let file = "\(till.home.path)/app.token"
    try till.home.done("token create app --role integrator --output \(file)")
    return file
  }

  /// Won, waits and used are one answer.
  @Test func ofReceiptsItTellsProgramsNothing() throws {
    try Till.with { till in
      let token = try app(till)
      func ask(_ paper: Paper, in campaign: String = "summer", _ more: [String] = ["--dry-run"]) throws -> Till.Reply {
        let words = [
          "--as", token, "shake", "receipt", "--user", "ben", "--campaign", campaign, "--image", "-", "--json",
        ]
        return try Till.Reply(till.home.qix(words + more, input: JSONValue.object(paper.reading).text()))
      }
      _ = try till.hand(Paper())
      for paper in [Paper().with { $0.shot = 5 }, Self.other, Self.other.with { $0.unsure = ["total"] }] {
        let asked = try ask(paper)
        #expect(asked.exitCode == 4 && asked.error == "shakes.dry-run-untold", "\(asked)")
        #expect(asked.message.contains("the request is valid"), "\(asked)")
      }
      #expect(try ask(Self.other, in: "winter").error == "shakes.campaign-not-found")
      // Operators try things out; and what is done is told.
      #expect(try till.hand(Self.other, by: "ben", dryRun: true).word == "won 10")
      #expect(try ask(Paper().with { $0.shot = 5 }, []).word == "receiptshake.used-already")
      #expect(try ask(Self.other, []).word == "won 10")
      try till.expectWhole()
    }
  }

  /// By whichever command a scan is sent.
  @Test func ofScansNeither() throws {
    try Till.with { till in
      let token = try app(till)
      try till.home.done("product add 4006381333931 --name Pen")
      let campaign: JSONValue = [
        "name": "pens", "brand": "Acme", "title": "Pens", "start": "2026-12-01", "end": "2027-03-01",
        "time-zone": "UTC", "shakes": ["scan": ["typed": true]], "award": ["fixed": 1],
      ]
      try till.home.done("campaign create --file -", input: campaign.text())
      try till.home.done("campaign fund pens --amount 100")
      try till.home.done("campaign start pens")
      func ask(_ words: [String], _ input: String = "") throws -> TestTerminal.Outcome {
        try till.home.qix(["--as", token, "shake"] + words + ["--dry-run", "--json"], input: input)
      }
      let send = ["send", "--user", "ben", "--campaign", "pens", "--type", "scan", "--evidence", "-"]
      for code in ["4006381333931", "4006381333900"] {
        let line = #"{"user":"ben","campaign":"pens","type":"scan","key":"a","evidence":{"code":"\#(code)"}}"#
        for outcome in [
          try ask(["scan", "--user", "ben", "--campaign", "pens", "--code", code]),
          try ask(send, #"{"code":"\#(code)"}"#), try ask(["send", "--file", "-"], line + "\n"),
        ] {
          #expect(outcome.exitCode == 4, "\(outcome.errors)")
          #expect(outcome.errors.contains("shakes.dry-run-untold"), "\(outcome.errors)")
        }
      }
      #expect(try ask(send, #"{"code":7}"#).exitCode == 6)
      #expect(try ask(send, #"{"cod":"4006381333931"}"#).exitCode == 6)
    }
  }
}
