import CampaignsContract
import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Shakes

@Suite struct CommandTests {
  @Test func whatIsNoAttemptIsSaidAndLeavesNoTrace() throws {
    try Fair.with { fair in
      _ = try fair.user("ada")
      let before = try fair.home.contents()
      for (words, code) in [
        ("shake send --user ghost", Int32(3)), ("shake send --user ada --type dance", 3),
        ("shake send --user ada", 3), ("shake send --user ada --campaign none", 3), ("shake send", 2),
        ("shake send --keep-going --user ada", 2), ("shake send --file x --user ada", 2),
        ("shake show shk_01m7w9tzg3f7fs9hn862jj74bb", 3), ("shake explain shk_01m7w9tzg3f7fs9hn862jj74bb", 3),
        ("shake list --campaign none", 3), ("shake list --user ghost", 3),
      ] {
        let outcome = try fair.home.qix(words)
        #expect(outcome.exitCode == code, "\(words): \(outcome.errors)")
        #expect(!outcome.errors.isEmpty)
      }
      #expect(try fair.home.contents() == before)
    }
  }

  /// docs/roles.md: an integrator sees the users that it names and lists none.
  @Test func anIntegratorListsNobody() throws {
    try Fair.with { fair in
      try fair.open()
      _ = try fair.shake(fair.user("ada"))
      var files: [String: String] = [:]
      for role in ["integrator", "operator", "support", "auditor"] {
        files[role] = "\(fair.home.path)/\(role).token"
        try fair.home.done("token create \(role) --role \(role) --output \(fair.home.path)/\(role).token")
      }
      func run(_ role: String, _ words: String) throws -> TestTerminal.Outcome {
        try fair.home.qix("--as \(try #require(files[role])) --json \(words)")
      }
      for words in ["shake list", "shake list --campaign none"] {
        let refused = try run("integrator", words)
        #expect(refused.exitCode == 4 && refused.errors.contains("shakes.user-needed"), "\(refused.errors)")
        #expect(!refused.output.contains("usr_"))
      }
      #expect(try run("integrator", "shake list --user ada").output.contains("usr_"))
      for role in ["operator", "support", "auditor"] { #expect(try run(role, "shake list").exitCode == 0) }
    }
  }

  @Test func evidenceMustBeAnObjectOfJSON() throws {
    try Fair.with { fair in
      _ = try fair.user("ada")
      for evidence in ["[1]", "{", String(repeating: " ", count: 70_000)] {
        let outcome = try fair.home.qix("shake send --user ada --evidence -", input: evidence)
        #expect(outcome.exitCode == 2, "\(outcome.errors)")
      }
    }
  }

  @Test func aBatchNamesTheLineThatCantBeRead() throws {
    try Fair.with { fair in
      _ = try fair.user("ada")
      let lines = "{\"user\":\"ada\",\"type\":\"dance\"}\n\n{\"user\":\"ghost\"}\n{\"name\":1}\n"
      let stopped = try fair.home.qix("shake send --file - --json", input: lines)
      #expect(stopped.exitCode == 3 && stopped.errors.contains("line 3"))
      let gone = try fair.home.qix("shake send --file - --keep-going --json", input: lines)
      #expect(gone.exitCode == 3 && gone.errors.contains("line 1"))
      let counts = try JSONValue(parsing: gone.output)
      #expect(counts["errors"]?.integer == 3)
      #expect(try fair.home.count("shakes_shakes") == 0)
    }
  }

  /// What was answered once is worth keeping, and a batch that could not begin leaves nothing in the way of the next.
  @Test func answersReplaceThoseOfTheRunBefore() throws {
    try Fair.with { fair in
      let path = "\(fair.home.path)/answers.jsonl"
      let words = ["shake", "send", "--file", "-", "--results", path, "--json"]
      let faulty = try fair.home.qix(words, input: "{\"user\":\"ghost\"}\nnonsense\n")
      #expect(faulty.exitCode == 3 && faulty.errors.contains("2 lines"), "\(faulty.errors)")
      #expect(!FileManager.default.fileExists(atPath: path))
      #expect(try fair.home.qix(words, input: "\u{FEFF}\n").exitCode == 0)
      try Data("{}\n".utf8).write(to: URL(filePath: path))
      #expect(try fair.home.qix(words, input: "{\"user\":\"ghost\"}\n").exitCode == 3)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "{}\n")
      #expect(try fair.home.qix(words, input: "\n").exitCode == 0)
      #expect(try String(contentsOfFile: path, encoding: .utf8).isEmpty)
    }
  }

  @Test func aLineIsNamedOnce() throws {
    try Fair.with { fair in
      let outcome = try fair.home.qix("shake send --file - --json", input: "{\"user\"\n")
      #expect(outcome.exitCode == 2 && outcome.errors.split(separator: "line 1").count == 2, "\(outcome.errors)")
    }
  }

  /// Whoever gives the evidence where its file belongs doesn't find it in an error message.
  @Test func evidenceIsNotSaidAgain() throws {
    try Fair.with { fair in
      _ = try fair.user("ada")
      let outcome = try fair.home.qix(["shake", "send", "--user", "ada", "--evidence", "{\"code\":\"SECRET\"}"])
      #expect(outcome.exitCode == 2 && !outcome.errors.contains("SECRET"), "\(outcome.errors)")
    }
  }

  @Test func aDayOfAUserIsListed() throws {
    try Fair.with { fair in
      try fair.open()
      let ada = try fair.user("ada")
      for code in ["a", "b", "c"] {
        try fair.shake(ada, with: ["code": .string(code)])
        fair.home.clock.advance(byMicroseconds: Timestamp.day)
      }
      func days(_ filter: ShakeList.Filter) throws -> Int {
        try fair.database.read { try ShakeList.page(filter, limit: 10, in: $0).count }
      }
      let second = Fair.start.advanced(byMicroseconds: Timestamp.day / 2)
      let third = second.advanced(byMicroseconds: Timestamp.day)
      for user in [ada, nil] {
        #expect(try days(ShakeList.Filter(user: user, until: second)) == 1)
        #expect(try days(ShakeList.Filter(user: user, since: second, until: third)) == 1)
        #expect(try days(ShakeList.Filter(user: user, since: second)) == 2)
      }
      let slip = try fair.home.qix("shake list --type tvv --json")
      #expect(slip.exitCode == 3 && slip.errors.contains("shakes.type-not-found"))
    }
  }

  /// What counts once is explained to the desk, which is asked why.
  @Test func whatCountedBeforeIsExplained() throws {
    try Fair.with { fair in
      let (ada, bob) = (try fair.user("ada"), try fair.user("bob"))
      for (campaign, scope, words) in [
        ("summer", "everybody", "for the first user"), ("winter", "user", "has counted for this user before"),
      ] {
        try fair.open(campaign, types: [.use("code", ["once": .string(scope)])])
        _ = try fair.shake(ada, in: campaign, with: ["code": "r-1"])
        let again = try fair.shake(scope == "user" ? ada : bob, in: campaign, with: ["code": "r-1"])
        let record = try #require(try fair.record(again))
        let steps = try Explanation(record, campaign: campaign, budget: "b").steps
        #expect(steps.first { $0.step == "meaning" }?.found.contains(words) == true, "\(steps)")
        #expect(!steps.contains { $0.found.contains("\(ada)") })
      }
    }
  }

  /// The user hears that it hasn't begun; whoever is asked why hears that nobody has started it.
  @Test func anExplanationTellsTheOperatorMore() throws {
    try Fair.with { fair in
      var campaign = try fair.open()
      let ada = try fair.user("ada")
      func steps(_ answer: ShakeAnswer) throws -> [Explanation.Step] {
        let record = try #require(try fair.record(answer))
        return try Explanation(record, campaign: "summer", budget: "campaign-summer").steps
      }
      campaign.state = .draft
      fair.campaigns.save(campaign)
      let early = try steps(try fair.shake(ada, with: ["code": "a"]))
      #expect(early.map(\.step) == ["resolve", "admit", "refused", "post", "tell"])
      #expect(early[2].found.contains("qix campaign start summer"))
      campaign.state = .running
      campaign.award = .fixed(5_000)
      fair.campaigns.save(campaign)
      let poor = try fair.shake(ada, with: ["code": "a"])
      var hint: Sentence? = "it was not refused"
      if case .refused(let refusal) = poor.outcome { hint = refusal.hint }
      #expect(hint == nil, "a user can't fund a budget")
      let refused = try steps(poor)
      #expect(refused.map(\.step) == ["resolve", "admit", "verify", "decide", "refused", "post", "tell"])
      #expect(refused[4].found.contains("qix campaign fund summer"))
    }
  }

  @Test func listsAreEmptyWhereNothingIs() throws {
    try Fair.with { fair in
      for words in ["shake list --json", "shake types --json", "shake expire --json", "shake expire --dry-run --json"] {
        let outcome = try fair.home.qix(words)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        _ = try JSONValue(parsing: outcome.output)
      }
    }
  }
}
