import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import VideoShake

/// The whole way: a campaign, its budget, and viewers who win its coins or don't.
@Suite struct VideoCampaignTests {
  private func open(_ home: TestHome, _ settings: [String] = []) throws {
    func run(_ words: [String]) throws {
      let outcome = try home.qix(words)
      try #require(outcome.exitCode == 0, "\(words): \(outcome.errors)")
    }
    for user in ["ada", "bob"] { try run(["user", "create", "--external-id", user]) }
    try run(["video", "add", "teaser", "--length", "PT60S"])
    try run(
      [
        "campaign", "create", "spring", "--brand", "Acme", "--title", "Spring", "--start", "2027-01-01", "--end",
        "2027-12-31", "--time-zone", "Europe/Rome", "--shake", "video", "--award", "fixed:10",
      ] + (["video.video=teaser"] + settings).flatMap { ["--set", $0] })
    try run(["campaign", "fund", "spring", "--amount", "100"])
    try run(["campaign", "start", "spring"])
  }

  private func watch(_ home: TestHome, _ user: String, _ words: String...) throws -> (exitCode: Int32, text: String) {
    let outcome = try home.qix(["shake", "video", "--user", user, "--campaign", "spring", "--json"] + words)
    return (outcome.exitCode, outcome.output + outcome.errors)
  }

  private func coins(_ home: TestHome, _ user: String) throws -> Bool {
    try home.qix("wallet show \(user) --json").output.contains("\"available\": 10")
  }

  @Test func theHonestOneWinsOnce() throws {
    try TestHome.initialised(vault: true) { home in
      try open(home)
      let before = try home.contents()
      #expect(try watch(home, "ada", "--dry-run").exitCode == 0)
      #expect(try home.contents() == before)
      let honest = try watch(home, "ada")
      #expect(honest.exitCode == 0 && honest.text.contains("\"outcome\": \"won\""), "\(honest.text)")
      #expect(try coins(home, "ada"))
      let again = try watch(home, "ada")
      #expect(again.exitCode == 6 && again.text.contains("videoshake.watched-already"), "\(again.text)")
      // It is in use as long as the campaign runs.
      #expect(try home.qix("video remove teaser --json").errors.contains("videoshake.video-in-use"))
      #expect(try home.qix("coins verify").exitCode == 0)
    }
  }

  @Test func cheatsWinNothing() throws {
    try TestHome.initialised(vault: true) { home in
      try open(home)
      for viewer in Viewer.allCases where viewer != .honest {
        let end = try watch(home, "bob", "--simulate", viewer.rawValue)
        #expect(end.exitCode == 6 && end.text.contains("videoshake.too-little-watched"), "\(viewer): \(end.text)")
      }
      #expect(try watch(home, "bob", "--speed-up", "3").exitCode == 6)
      #expect(try coins(home, "bob") == false)
      let report = try home.qix("video report teaser --json").output
      #expect(report.contains("videoshake.too-little-watched"), "\(report)")
      #expect(try watch(home, "nobody").exitCode == 3)
    }
  }

  @Test func theQuestionIsAsked() throws {
    try TestHome.initialised(vault: true) { home in
      let question = ["video.question=What colour?", #"video.choices=["green","red"]"#, "video.right=green"]
      try open(home, question)
      let wrong = try watch(home, "bob", "--answer", "red")
      #expect(wrong.exitCode == 6 && wrong.text.contains("videoshake.question-wrong"), "\(wrong.text)")
      #expect(try watch(home, "ada").exitCode == 0)
    }
  }

  @Test func faultsOfSettingsAreNamedWhenTheCampaignIsMade() throws {
    try TestHome.initialised(vault: true) { home in
      let outcome = try home.qix([
        "campaign", "create", "spring", "--brand", "Acme", "--title", "Spring", "--start", "2027-01-01", "--end",
        "2027-12-31", "--time-zone", "Europe/Rome", "--shake", "video", "--award", "fixed:10", "--set",
        "video.video=nowhere",
      ])
      #expect(outcome.exitCode == 2 && outcome.errors.contains("nowhere"), "\(outcome.errors)")
    }
  }
}
