import Foundation
import QixCommands
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// How batches answer: numbers, lines, and what was not done.
@Suite struct AnswerTests {
  private static let mixed = "user,amount\nada,5\nbo,x\neve,1\ncy,7\nada,-1\n"

  @Test func keepingOnAnswersEachLine() throws {
    try Shop.with { shop in
      let folder = shop.home.path
      let outcome = try shop.issue(
        Self.mixed, "--keep-going --results \(folder)/results --rejects \(folder)/rejects")
      #expect(outcome.exitCode == 2)
      #expect(outcome.counts == [2, 0, 3, 12])
      let results = try shop.content("results").split(separator: "\n").map { try ResultLine($0) }
      #expect(results.map(\.line) == [2, 3, 4, 5, 6])
      #expect(results.map(\.outcome) == ["done", "refused", "refused", "done", "refused"])
      #expect(
        results.map(\.code) == [nil, "coins.line-malformed", "identity.user-not-found", nil, "coins.line-malformed"])
      // What a line says was done is what the ledger has.
      let booked = try shop.rows("SELECT amount FROM coins_transfers ORDER BY transfer")
      #expect(results.filter { $0.outcome == "done" }.map { "\($0.amount ?? 0)" } == booked)
      // The keys that lines get by their batch have its number, which is nobody's to know.
      #expect(results.allSatisfy { $0.key == nil })
      for result in results {
        guard let id = result.transfer else { continue }
        let shown = try shop.done("coins show \(id) --json")
        #expect(shown.contains("\"amount\": \(result.amount ?? 0)"))
      }
      #expect(results.map(\.user) == ["ada", "bo", "eve", "cy", "ada"] && results.map(\.row) == [1, 2, 3, 4, 5])
      #expect(try shop.rejects() == "user,amount\nbo,x\neve,1\nada,-1\n")
      let reasons = try shop.content("rejects").split(separator: "\n").dropFirst()
      let messages = results.compactMap(\.message)
      #expect(messages.count == 3 && zip(reasons, messages).allSatisfy { $0.contains($1) })
      #expect(messages[0].contains("line 3, amount (B): the amount is not a number"))
    }
  }

  /// By the very same line, its answer files included, whatever the run before has left (cli.md 26).
  @Test func theSameLineAgainEndsAndAnswersAllLines() throws {
    try Shop.with { shop in
      let (results, rejects) = ("\(shop.home.path)/results", "\(shop.home.path)/rejects")
      let line = "--results \(results) --rejects \(rejects)"
      let bad = try shop.issue("user,amount\nada,5\nbo,6\neve,1\n", line)
      #expect(bad.exitCode == 3 && (try? shop.content("results")) == nil)
      let path = try shop.file("grants.csv", "user,amount\nada,5\nbo,6\n")
      let interruption = Interruption()
      interruption.request()
      _ = try shop.batch("coins issue --file \(path) \(line)", interruption: interruption)
      // As a kill would leave it.
      _ = try shop.file("results.partial", "{\"line\":2,")
      for outcome in ["", "replayed"] {
        let again = try shop.batch("coins issue --file \(path) \(line)")
        #expect(again.exitCode == 0 && again.counts.prefix(2).reduce(0, +) == 2, "\(again.errors)")
        let answers = try shop.content("results").split(separator: "\n").map { try ResultLine($0) }
        #expect(answers.map(\.line) == [2, 3])
        if !outcome.isEmpty { #expect(answers.map(\.outcome) == [outcome, outcome]) }
      }
      #expect(try shop.rejects() == "user,amount\n")
      #expect((try? shop.content("results.partial")) == nil)
      #expect(try [shop.coins("ada"), shop.coins("bo")] == [5, 6])
    }
  }

  /// The lines that were refused, mended, complete the file; and the whole file says what became of it.
  @Test func whatWasRejectedIsMendedAndSentAgain() throws {
    try Shop.with { shop in
      let rejects = "\(shop.home.path)/rejects.csv"
      _ = try shop.issue(Self.mixed, "--keep-going --rejects \(rejects)")
      let mended = try shop.content("rejects.csv").replacingOccurrences(of: "x", with: "6")
        .replacingOccurrences(of: "eve", with: "bo").replacingOccurrences(of: "-1", with: "1")
      #expect(try shop.issue(mended, name: "mended.csv").counts == [3, 0, 0, 8])
      #expect(try [shop.coins("ada"), shop.coins("bo"), shop.coins("cy")] == [6, 7, 7])
      #expect(try shop.issue(Self.mixed, "--keep-going").counts == [0, 2, 3, 0])
    }
  }

  /// Quoted line breaks, semicolons and JSON come out as they went in.
  @Test(arguments: [
    ("user;amount;note\nada;1;x\nbo;x;\"a\nb\"\n", "user;amount;note\nbo;x;\"a\nb\"\n"),
    ("{\"user\":\"ada\",\"amount\":1}\n{\"user\":\"bo\",\"amount\":0}\n", "{\"user\":\"bo\",\"amount\":0}\n"),
    ("user,amount\nada,1\nbo\n", "user,amount\nbo\n"), ("user,amount\r\nada,1\r\nbo,x\r\n", "user,amount\nbo,x\n"),
    ("sep=;\nuser;amount\nada;1\nbo;x\n", "user;amount\nbo;x\n"),
    ("\u{FEFF}user,amount\nada,1\nbo,x\n", "user,amount\nbo,x\n"),
  ])
  func rejectsAreTheLinesAsTheyStand(text: String, rejects: String) throws {
    try Shop.with { shop in
      let outcome = try shop.issue(text, "--keep-going --rejects \(shop.home.path)/rejects")
      #expect(outcome.counts == [1, 0, 1, 1])
      #expect(try shop.rejects() == rejects)
    }
  }

  @Test func nothingRejectedLeavesATableWithoutLines() throws {
    try Shop.with { shop in
      let outcome = try shop.issue("user,amount\nada,1\n", "--keep-going --rejects \(shop.home.path)/rejects")
      #expect(outcome.exitCode == 0)
      #expect(try shop.content("rejects") == "batch,line,fault,user,amount\n")
    }
  }

  @Test func resultsOnStandardOutputAreAllThatIsThere() throws {
    try Shop.with { shop in
      let path = try shop.file("grants.csv", Self.mixed)
      let outcome = try shop.home.qix("coins issue --file \(path) --keep-going --results -")
      #expect(outcome.exitCode == 2)
      let results = try outcome.output.split(separator: "\n").map { try ResultLine($0) }
      #expect(results.map(\.outcome) == ["done", "refused", "refused", "done", "refused"])
      let again = try shop.home.qix("coins issue --file \(path) --keep-going --results -")
      let repeated = try again.output.split(separator: "\n").map { try ResultLine($0) }
      #expect(repeated.map(\.outcome) == ["replayed", "refused", "refused", "replayed", "refused"])
      #expect(repeated.map(\.transfer) == results.map(\.transfer))
    }
  }

  @Test func rejectsOnStandardOutputAreAllThatIsThere() throws {
    try Shop.with { shop in
      let path = try shop.file("grants.csv", Self.mixed)
      let outcome = try shop.home.qix("coins issue --file \(path) --keep-going --rejects -")
      #expect(
        outcome.output.hasPrefix(
          "batch,line,fault,user,amount\ngrants.csv,3,\"\(path), line 3, amount (B): the amount is not"))
      #expect(outcome.output.contains("\",bo,x\n"), "\(outcome.output)")
      #expect(outcome.output.split(separator: "\n").count == 4)
    }
  }

  /// A file that is read must not be written over before it was read.
  @Test(arguments: ["--rejects", "--results"]) func answersDontGoIntoTheFileThatIsRead(option: String) throws {
    try Shop.with { shop in
      let path = try shop.file("grants.csv", Self.mixed)
      try FileManager.default.createSymbolicLink(atPath: "\(shop.home.path)/link", withDestinationPath: path)
      for answers in [path, "\(shop.home.path)/link"] {
        let outcome = try shop.batch("coins issue --file \(path) --keep-going \(option) \(answers)")
        #expect(outcome.exitCode == 2)
        #expect(outcome.message.contains("\(option) names the input file"), "\(outcome.message)")
        #expect(try shop.content("grants.csv") == Self.mixed)
        #expect(try shop.transfers == 0)
      }
    }
  }

  @Test(arguments: ["answers", "-"]) func twoKindsOfAnswersDontGoIntoOneFile(name: String) throws {
    try Shop.with { shop in
      let answers = name == "-" ? name : "\(shop.home.path)/\(name)"
      let outcome = try shop.issue(Self.mixed, "--keep-going --results \(answers) --rejects \(answers)")
      #expect(outcome.exitCode == 2)
      #expect(outcome.message.contains("--results and --rejects"), "\(outcome.message)")
      #expect(try shop.transfers == 0)
    }
  }

  @Test(arguments: ["", "--keep-going"]) func aDryRunSaysTheSameAndChangesNothing(options: String) throws {
    try Shop.with { shop in
      let text = options.isEmpty ? "user,amount\nada,5\nnew-1,6\nnew-2,7\nnew-1,8\n" : Self.mixed
      let path = try shop.file("grants.csv", text)
      let before = try shop.home.contents()
      let line = "coins issue --file \(path) --create-users \(options)"
      let dry = try shop.batch(
        "\(line) --dry-run --results \(shop.home.path)/results --rejects \(shop.home.path)/rejects")
      #expect(try shop.home.contents() == before)
      let answers = try shop.content("results").split(separator: "\n").map { try ResultLine($0) }
      let kept =
        text == Self.mixed ? ["done", "refused", "done", "done", "refused"] : ["done", "done", "done", "done"]
      #expect(answers.map(\.outcome) == kept.map { "would be \($0)" } && answers.allSatisfy { $0.transfer == nil })
      #expect(try shop.rejects() == (text == Self.mixed ? "user,amount\nbo,x\nada,-1\n" : "user,amount\n"))
      for name in ["results", "rejects"] { try FileManager.default.removeItem(atPath: "\(shop.home.path)/\(name)") }
      let real = try shop.batch(line)
      #expect(dry.exitCode == real.exitCode)
      #expect(dry.counts == real.counts)
      #expect(dry.answer?.usersCreated == real.answer?.usersCreated)
      #expect(dry.answer?.dryRun == true && real.answer?.dryRun == false)
      #expect(
        dry.message == real.message.replacingOccurrences(of: "lines were not done", with: "lines would not be done"))
    }
  }

  @Test func aDryRunAnswersWhereTheResultsWouldGo() throws {
    try Shop.with { shop in
      let dry = try shop.home.qix("coins issue --file - --dry-run --results -", input: "user,amount\nada,5\n")
      let answer = try ResultLine(dry.output)
      #expect(answer.outcome == "would be done" && answer.amount == 5 && answer.user == "ada")
    }
  }

  /// Whoever looks first wants to see all that is wrong, not the first of it.
  @Test func aDryRunShowsEveryFault() throws {
    try Shop.with { shop in
      let faulty = (1...30).map { "nobody-\($0),x\n" }.joined()
      let dry = try shop.issue("user,amount\nada,5\n\(faulty)", "--dry-run --rejects \(shop.home.path)/rejects")
      #expect(dry.exitCode == 2 && dry.message.hasPrefix("30 lines would not be done; the first: "))
      #expect((3...22).allSatisfy { dry.errors.contains("grants.csv, line \($0), amount (B): ") })
      #expect(dry.errors.contains("And 10 more lines; --rejects FILE writes all of them."))
      #expect(try shop.content("rejects").split(separator: "\n").count == 31)
      #expect(try shop.transfers == 0)
    }
  }

  /// A file of rejects is sent again as it is, mended or not: the reasons are no column of their own.
  @Test(arguments: [
    ("user;amount;note\nada;1;x\nbo;x;\"a;b\"\n", "bo;x", "bo;2"),
    ("{\"user\":\"ada\",\"amount\":1}\n{\"user\":\"bo\",\"amount\":0}\n", "\"amount\":0", "\"amount\":2"),
  ])
  func rejectsAreSentAgainWithTheirReasons(text: String, bad: String, good: String) throws {
    try Shop.with { shop in
      let rejects = "--keep-going --rejects \(shop.home.path)/rejects"
      #expect(try shop.issue(text, rejects).counts == [1, 0, 1, 1])
      let first = try shop.content("rejects")
      let again = try shop.issue(first, rejects, name: "again.csv")
      #expect(again.counts == [0, 0, 1, 0], "\(again.errors)")
      // The reason of the last time is in place of that of the first.
      let second = try shop.content("rejects")
      #expect(second.components(separatedBy: "amount is").count == first.components(separatedBy: "amount is").count)
      #expect(second.contains("/again.csv, line") && !second.contains("/grants.csv, line"))
      let mended = try shop.issue(second.replacingOccurrences(of: bad, with: good), name: "again.csv")
      #expect(mended.counts == [1, 0, 0, 2], "\(mended.errors)")
      let metadata = try shop.rows("SELECT metadata FROM coins_details WHERE metadata IS NOT NULL")
      #expect(metadata == (text.hasPrefix("user") ? ["{\"note\":\"x\"}", "{\"note\":\"a;b\"}"] : []))
    }
  }

  @Test func usersAreMadeForLinesThatAreRight() throws {
    try Shop.with(users: []) { shop in
      let text = "user,amount\nada,5\nbad,x\n\"two words\",2\nada,6\nlate,1\nbad2,1.5\n"
      let before = try shop.home.contents()
      #expect(try shop.issue(text, "--create-users").exitCode == 2)
      #expect(try shop.home.contents() == before)
      let outcome = try shop.issue(text, "--create-users --keep-going")
      #expect(outcome.counts == [4, 0, 2, 14])
      #expect(outcome.answer?.usersCreated == 3)
      #expect(try shop.rows("SELECT external_id FROM identity_users ORDER BY 1") == ["ada", "late", "two words"])
      // Who was made is found from then on.
      #expect(try shop.issue(text, "--create-users --keep-going").answer?.usersCreated == 0)
    }
  }

  /// An id names a user that was made; it is no name to make one by.
  @Test func anIdThatIsUnknownMakesNoUser() throws {
    try Shop.with(users: []) { shop in
      let outcome = try shop.issue("user,amount\nusr_01m7w9tzg3f7fs9hn862jj74bb,1\n", "--create-users")
      #expect(outcome.exitCode == 3)
      #expect(try shop.home.count("identity_users") == 0)
    }
  }
}
