import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Shakes

/// Many shakes of a file: read in pieces, checked before the first, done once however often it is sent.
@Suite struct ShakeBatchTests {
  /// A home in which ada, bob and eve may shake once each while a programme is on.
  private func with(_ body: (TestHome) throws -> Void) throws {
    try TestHome.initialised { home in
      for line in [
        "user create --external-id ada", "user create --external-id bob", "user create --external-id eve",
        "tv schedule add --channel Uno --programme Quiz --start 2027-01-15T00:00 --length 1d --zone UTC",
        #"campaign create quiz --brand Alba --title Quiz --start 2027-01-01 --end 2027-02-28 --time-zone UTC "#
          + #"--shake tv --set tv.channels=["Uno"] --award fixed:10"#,
        "campaign fund quiz --amount 100", "campaign start quiz",
      ] {
        let outcome = try home.qix(line)
        try #require(outcome.exitCode == 0, "\(line): \(outcome.errors)")
      }
      try body(home)
    }
  }

  private static func line(_ user: String, key: String? = nil, campaign: String = "quiz") -> String {
    let key = key.map { #","key":"\#($0)""# } ?? ""
    return #"{"user":"\#(user)","type":"tv","campaign":"\#(campaign)"\#(key)}"# + "\n"
  }

  private struct Sent {
    let exitCode: Int32
    let code: String?
    let message: String
    let counts: JSONValue

    subscript(_ name: String) -> Int64? { counts[name]?.integer }
  }

  private func send(_ home: TestHome, _ input: String, _ more: [String] = []) throws -> Sent {
    let outcome = try home.qix(["shake", "send", "--file", "-", "--json"] + more, input: input)
    let error = try? JSONValue(parsing: outcome.errors)["error"]
    return Sent(
      exitCode: outcome.exitCode, code: error?["code"]?.string, message: error?["message"]?.string ?? "",
      counts: (try? JSONValue(parsing: outcome.output)) ?? [:])
  }

  @Test func theSameFileAgainRepeatsNothing() throws {
    try with { home in
      let lines = Self.line("ada") + "\n" + Self.line("bob") + Self.line("ada")
      let first = try send(home, lines)
      #expect(first.exitCode == 0 && first["won"] == 2 && first["refused"] == 1 && first["coins"] == 20)
      let again = try send(home, lines)
      #expect(again.exitCode == 0 && again["replayed"] == 3 && again["won"] == 0)
      #expect(try home.count("shakes_shakes") == 3)
      // Whatever is added, and in whatever form it is written: a line is known by what it says.
      let grown = (lines + Self.line("eve")).replacingOccurrences(of: "\n", with: "\r\n")
      let asked = try send(home, grown)
      #expect(asked.exitCode == 5 && asked.code == "batch.between", "\(asked)")
      let other = try send(home, grown, ["--continue", "standard input"])
      #expect(other["won"] == 1 && other["replayed"] == 3 && other["refused"] == 0)
      #expect(try home.count("shakes_shakes") == 4)
      let check = try home.qix("db check")
      #expect(check.exitCode == 0, "\(check.output)")
    }
  }

  private func send(_ home: TestHome, file lines: String, _ more: [String] = [], name: String = "july.jsonl") throws
    -> Sent
  {
    let path = "\(home.path)/\(name)"
    try Data(lines.utf8).write(to: URL(fileURLWithPath: path))
    let outcome = try home.qix(["shake", "send", "--file", path, "--json"] + more)
    let last = outcome.errors.split(separator: "\n").last.map(String.init) ?? ""
    let error = try? JSONValue(parsing: last)["error"]
    return Sent(
      exitCode: outcome.exitCode, code: error?["code"]?.string, message: error?["message"]?.string ?? "",
      counts: (try? JSONValue(parsing: outcome.output)) ?? [:])
  }

  /// A file that is mended in place shakes nobody again.
  @Test(arguments: [[], ["--keep-going"]]) func aFileThatIsMendedShakesNobodyTwice(options: [String]) throws {
    try with { home in
      let lines = Self.line("ada") + Self.line("bob", campaign: "quis") + Self.line("eve")
      let first = try send(home, file: lines, options)
      #expect(first.exitCode == 3 && first["won"] == (options.isEmpty ? 1 : 2), "\(first)")
      let mended = lines.replacingOccurrences(of: "quis", with: "quiz")
      let second = try send(home, file: mended, options)
      #expect(second.exitCode == 0 && second["won"] == (options.isEmpty ? 2 : 1), "\(second)")
      #expect(second["replayed"] == (options.isEmpty ? 1 : 2) && second["refused"] == 0)
      let third = try send(home, file: mended, options, name: "other.jsonl")
      #expect(third.exitCode == 5 && third.code == "batch.between", "the same bytes under another name: \(third)")
      #expect(try home.count("shakes_shakes") == 3)
    }
  }

  @Test(arguments: [[], ["--keep-going"], ["--dry-run"]])
  func linesThatWereSentBeforeAreRefusedUntilItIsSaid(options: [String]) throws {
    try with { home in
      let lines = Self.line("ada") + Self.line("bob")
      #expect(try send(home, file: lines)["won"] == 2)
      let changed = try send(home, file: Self.line("ada") + Self.line("eve"), options)
      #expect(changed.exitCode == 5 && changed.code == "batch.between", "\(changed)")
      let other = try send(home, file: Self.line("ada") + Self.line("eve"), options, name: "august.jsonl")
      #expect(other.exitCode == 5 && other.code == "batch.between", "\(other)")
      #expect(other.message.contains("1 of 2 lines") && other.message.contains("'july.jsonl'"), "\(other)")
      #expect(try home.count("shakes_shakes") == 2)
      let named = try send(home, file: Self.line("ada") + Self.line("eve"), ["--batch", "two"], name: "august.jsonl")
      #expect(named.exitCode == 0 && named["won"] == 1 && named["refused"] == 1, "\(named)")
      #expect(try send(home, file: lines, ["--again"])["refused"] == 2)
      #expect(try home.count("shakes_shakes") == 6)
      // They are listed with the others, and not taken back by the file.
      let listed = try home.qix("coins batch list --quiet")
      #expect(listed.output == "july.jsonl (2)\ntwo\njuly.jsonl\n", "\(listed)")
      let reversed = try home.qix("coins batch reverse july.jsonl --json")
      #expect(reversed.exitCode == 6 && reversed.errors.contains("batch.not-reversible"), "\(reversed.errors)")
    }
  }

  /// What an earlier version has begun goes on under the keys that it gave.
  @Test func whatAnEarlierVersionHasSentIsNotSentAgain() throws {
    try with { home in
      let lines = Self.line("ada") + Self.line("bob")
      let digest = try #require(try send(home, file: lines, ["--dry-run"]).counts["sha256"]?.string)
      let key = "file:\(digest.prefix(16)):000000001"
      #expect(try home.qix("shake send --user ada --type tv --campaign quiz --idempotency-key \(key)").exitCode == 0)
      #expect(try send(home, file: lines)["replayed"] == 1)
      #expect(try home.count("qix_batches") == 0)
      let again = try send(home, file: lines)
      #expect(again["replayed"] == 2 && again["won"] == 0, "\(again)")
    }
  }

  @Test func aDryRunShowsEveryLineThatIsNoAttempt() throws {
    try with { home in
      let path = "\(home.path)/answers.jsonl"
      let lines = Self.line("ada") + Self.line("ghost") + Self.line("ada") + Self.line("nobody") + Self.line("bob")
      let dry = try send(home, file: lines, ["--dry-run", "--results", path])
      #expect(dry.exitCode == 3 && dry["errors"] == 2 && dry["identical"] == 1, "\(dry)")
      let answers = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
        try JSONValue(parsing: Array($0.utf8))
      }
      #expect(answers.map { $0["user"]?.string } == ["ada", "ghost", "ada", "nobody", "bob"])
      #expect(answers.map { $0["row"]?.integer } == [1, 2, 3, 4, 5])
      #expect(answers.count { $0["outcome"]?.string == "error" } == 2 && answers.allSatisfy { $0["shake"] == nil })
      #expect(try home.count("shakes_shakes") == 0)
    }
  }

  /// The beginning of keys that lines get is nobody's own.
  @Test func keysOfLinesAreReserved() throws {
    try with { (home: TestHome) throws in
      #expect(try send(home, Self.line("ada", key: "qix:1:000000001")).code == "shakes.line-malformed")
      #expect(try home.qix("shake send --user ada --type tv --idempotency-key qix:1:000000001").exitCode == 2)
      #expect(try send(home, Self.line("ada", key: "batch:1")).exitCode == 0)
    }
  }

  /// What a commit has done before a stop is answered as done; the rest follows.
  @Test func aBatchThatWasStoppedGoesOn() throws {
    try with { home in
      let bad = Self.line("ada") + Self.line("bob", campaign: "none") + Self.line("eve")
      let stopped = try send(home, bad)
      #expect(stopped.exitCode == 3 && stopped.code == "shakes.campaign-not-found")
      #expect(stopped.message.contains("line 2") && stopped["won"] == 1 && stopped["errors"] == 1)
      // As soon as there is such a campaign, the very same file goes through.
      for line in [
        #"campaign create none --brand Alba --title None --start 2027-01-01 --end 2027-02-28 --time-zone UTC "#
          + #"--shake tv --set tv.channels=["Uno"] --award fixed:1"#,
        "campaign fund none --amount 1", "campaign start none",
      ] {
        #expect(try home.qix(line).exitCode == 0)
      }
      let finished = try send(home, bad)
      #expect(finished.exitCode == 0 && finished["replayed"] == 1 && finished["won"] == 2)
    }
  }

  @Test func aKeyForTwoShakesIsFoundBeforeTheFirst() throws {
    try with { home in
      let lines = Self.line("ada", key: "k") + Self.line("ada", key: "k") + Self.line("bob", key: "k")
      let sent = try send(home, lines)
      #expect(sent.exitCode == 5 && sent.code == "shakes.key-conflict" && sent.message.contains("line 3"))
      #expect(try home.count("shakes_shakes") == 0)
      // Whoever goes on behind it gets what comes before it.
      let rest = try send(home, lines, ["--keep-going"])
      #expect(rest.exitCode == 5 && rest["won"] == 1 && rest["replayed"] == 1 && rest["errors"] == 1)
    }
  }

  @Test(arguments: [
    (#"{"user":"ada","type":"tv""#, "records.json", Int32(2)), (#"{"user":"ada","user":"bob"}"#, "records.json", 2),
    ("[1]", "records.json", 2), (#"{"user":5}"#, "shakes.line-malformed", 2),
    (#"{"user":"ghost"}"#, "identity.user-not-found", 3),
    (#"{"user":"ada","key":""}"#, "shakes.key-malformed", 2),
    (#"{"user":"ada","place":"\#(String(repeating: "x", count: 201))"}"#, "shakes.context-malformed", 2),
    (#"{"user":"ada","evidence":{"x":"\#(String(repeating: "x", count: 65_536))"}}"#, "shakes.evidence-too-long", 2),
  ])
  func aLineThatIsNoAttemptIsNamedBeforeTheFirstShake(_ line: String, _ code: String, _ exit: Int32) throws {
    try with { home in
      let lines = Self.line("ada") + "\n" + line + "\n" + Self.line("bob")
      let stopped = try send(home, lines)
      #expect(stopped.exitCode == exit && stopped.code == code && stopped.message.contains("line 3"), "\(stopped)")
      #expect(try home.count("shakes_shakes") == 0)
      let gone = try send(home, lines, ["--keep-going"])
      #expect(gone.exitCode == exit && gone["won"] == 2 && gone["errors"] == 1, "\(gone)")
    }
  }

  /// What comes behind a byte that is no text can't be trusted, so keeping going ends there.
  @Test func whatEndsReadingEndsTheBatch() throws {
    try with { home in
      let path = "\(home.path)/lines.jsonl"
      let bytes = Array(Self.line("ada").utf8) + [0xFF, 0x0A] + Array(Self.line("bob").utf8)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let outcome = try home.qix(["shake", "send", "--file", path, "--keep-going", "--json"])
      #expect(outcome.exitCode == 2)
      let counts = try JSONValue(parsing: outcome.output)
      #expect(counts["won"]?.integer == 1 && counts["errors"]?.integer == 1)
    }
  }

  /// More than one commit holds, with evidence that fills commits by its bytes.
  @Test func whatSpansCommitsIsAnsweredLineByLine() throws {
    try with { home in
      let count = 9_000
      let path = "\(home.path)/answers.jsonl"
      let lines = (1...count).map { Self.line(["ada", "bob", "eve"][$0 % 3]) }.joined()
      let sent = try send(home, lines, ["--results", path])
      #expect(sent.exitCode == 0 && sent["won"] == 3 && sent["refused"] == Int64(count) - 3)
      let answers = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      #expect(answers.count == count)
      // The keys that lines get by their batch have its number, which is nobody's to know.
      #expect(!answers.contains { $0.contains("\"key\"") })
      #expect(try JSONValue(parsing: Array(#require(answers.last).utf8))["line"]?.integer == Int64(count))
    }
  }

  @Test func answersDoNotGoIntoTheFileThatIsRead() throws {
    try with { home in
      let path = "\(home.path)/lines.jsonl"
      try Data(Self.line("ada").utf8).write(to: URL(fileURLWithPath: path))
      let link = "\(home.path)/same"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      #expect(try home.qix(["shake", "send", "--file", path, "--results", link]).exitCode == 2)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.line("ada"))
    }
  }
}
