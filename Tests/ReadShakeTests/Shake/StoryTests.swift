import Foundation
import QixCommands
import QixTerminal
import QixTesting
import Testing

@testable import ReadShake

/// The whole program: an operator makes a campaign, a user reads and is paid.
@Suite("Reading in a campaign") struct StoryTests {
  private func file(_ name: String, _ text: String, in home: TestHome) throws -> String {
    let path = "\(home.path)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func must(_ home: TestHome, _ line: String) throws {
    let outcome = try home.qix(line)
    try #require(outcome.exitCode == 0, "\(line): \(outcome.errors)")
  }

  private func prepare(_ home: TestHome, coins: Int = 100) throws {
    let text = try file("bees.md", "# Bees\n\n" + Array(repeating: "word", count: 237).joined(separator: " "), in: home)
    let questions = try file("bees.gift", Desk.questions, in: home)
    for line in [
      "user create --external-id ada", "user create --external-id bob", "read text add bees --file \(text)",
      "read questions import bees --file \(questions)",
      "campaign create bees --brand Alba --title Bees --start 2027-01-01 --end 2027-02-28 --time-zone Europe/Rome "
        + "--shake read --set read.text=bees --set read.questionnaire=bees --award per-unit:10",
      "campaign fund bees --amount \(coins)", "campaign start bees",
    ] {
      try must(home, line)
    }
  }

  private let answers = #"{"q1": "D", "limbs": 6, "q3": true, "q4": "two"}"#

  @Test("Whoever reads long enough is paid for each right answer, once")
  func paid() throws {
    try TestHome.initialised(vault: true) { home in
      try prepare(home)
      let path = try file("answers.json", answers, in: home)
      let line = "shake read --user ada --campaign bees --answers \(path) --json"
      let early = try home.qix(line)
      #expect(early.exitCode == 6 && early.errors.contains("readshake.too-fast"), "\(early)")
      home.clock.advance(byMicroseconds: 60_000_000)
      let paid = try home.qix(line)
      #expect(paid.exitCode == 0 && paid.output.contains("\"coins\": 30"), "\(paid)")
      let again = try home.qix(line)
      #expect(again.exitCode == 6 && again.errors.contains("readshake.already-submitted"))
      #expect(try home.qix("wallet show ada --json").output.contains("\"balance\": 30"))
      #expect(try home.qix("read results bees --of campaign --json").output.contains("\"submitted\": 1"))
      #expect(try home.qix("read results bees").exitCode == 2, "a campaign and a questionnaire have this name")
      #expect(try home.qix("coins verify").exitCode == 0)
    }
  }

  @Test("Where the budget can't pay, the reading stays open and can be handed in later")
  func budgetSpent() throws {
    try TestHome.initialised(vault: true) { home in
      try prepare(home, coins: 20)
      let path = try file("answers.json", answers, in: home)
      let line = "shake read --user ada --campaign bees --answers \(path) --json"
      _ = try home.qix(line)
      home.clock.advance(byMicroseconds: 60_000_000)
      let spent = try home.qix(line)
      #expect(spent.exitCode == 6 && !spent.errors.contains("readshake."), "\(spent)")
      #expect(try home.qix("wallet show ada --json").output.contains("\"balance\": 0"))
      try must(home, "campaign fund bees --amount 10")
      #expect(try home.qix(line).output.contains("\"coins\": 30"))
    }
  }

  @Test("What a running campaign needs can't be taken away, and a campaign without it doesn't start")
  func inUse() throws {
    try TestHome.initialised(vault: true) { home in
      try prepare(home)
      for line in ["read text remove bees --json", "read questions remove bees --json"] {
        let outcome = try home.qix(line)
        #expect(outcome.exitCode == 6 && outcome.errors.contains("readshake.in-use"))
      }
      let other = try home.qix(
        "campaign create other --brand Alba --title Other --start 2027-01-01 --end 2027-02-28 --time-zone Europe/Rome "
          + "--shake read --set read.text=lost --set read.questionnaire=bees --award fixed:10")
      #expect(other.exitCode != 0 && other.errors.contains("there is no text 'lost'"), "\(other)")
    }
  }

  @Test("Merged and erased with everything else")
  func userData() throws {
    try TestHome.initialised(vault: true) { home in
      try prepare(home)
      let path = try file("answers.json", answers, in: home)
      _ = try home.qix("shake read --user ada --campaign bees --answers \(path)")
      home.clock.advance(byMicroseconds: 60_000_000)
      try must(home, "shake read --user ada --campaign bees --answers \(path)")
      try must(home, "user merge ada --into bob")
      let again = try home.qix("shake read --user bob --campaign bees --answers \(path) --json")
      #expect(again.errors.contains("readshake.already-submitted"), "\(again)")
      let export = try home.qix(["user", "export", "bob", "--reveal", "--reason", "request"])
      #expect(export.output.contains("readshake.export/1") && export.output.contains("Which vitamin"))
      try must(home, "user erase bob --confirm bob")
      #expect(try home.qix("db check").exitCode == 0)
    }
  }
}
