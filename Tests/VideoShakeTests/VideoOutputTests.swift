import QixCommands
import QixTerminal
import QixTesting
import Testing

@testable import VideoShake

/// What the commands print, held by golden files.
@Suite struct VideoOutputTests {
  @Test(arguments: ["human", "json", "tsv", "quiet"])
  func theOutputStays(_ form: String) throws {
    let flag = form == "human" ? "" : " --\(form)"
    try TestHome.initialised { home in
      func text(_ line: String) throws -> String {
        let outcome = try home.qix(line + flag)
        return "\(outcome.output)--- errors, exit code \(outcome.exitCode)\n\(outcome.errors)"
      }
      try expectGolden(try text("video list"), "list-empty.\(form).txt")
      let added = try text("video add spot --length PT1M30S --url https://example.com/spot.mp4")
      try expectGolden(added, "add.\(form).txt")
      try expectGolden(try text("video report spot"), "report-empty.\(form).txt")
      let booth = try Booth(home)
      let honest = try booth.start()
      try honest.play(to: 60)
      #expect(try honest.finish().word == "accepted")
      let bored = try booth.start(by: Booth.other)
      try bored.play(to: 20)
      try bored.beat(at: 55)
      try expectGolden(try text("video list"), "list.\(form).txt")
      try expectGolden(try text("video show teaser"), "show.\(form).txt")
      try expectGolden(try text("video report teaser"), "report.\(form).txt")
      try expectGolden(try text("video remove spot --dry-run"), "remove-dry-run.\(form).txt")
      try expectGolden(try text("video remove spot"), "remove.\(form).txt")
      try expectGolden(try text("video show spot"), "show-unknown.\(form).txt")
    }
  }
}
