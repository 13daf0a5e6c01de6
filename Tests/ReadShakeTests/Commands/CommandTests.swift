import Foundation
import QixCommands
import QixFormats
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import ReadShake

/// `qix read …` as an operator uses it.
@Suite("qix read") struct CommandTests {
  private func file(_ name: String, _ text: String, in home: TestHome) throws -> String {
    let path = "\(home.path)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func code(_ outcome: TestTerminal.Outcome) -> String {
    let object = try? JSONSerialization.jsonObject(with: Data(outcome.errors.utf8)) as? [String: [String: Any]]
    return object?["error"]?["code"] as? String ?? ""
  }

  @Test func textsComeAndGo() throws {
    try TestHome.initialised { home in
      let path = try file("a.md", "# Bees\n\nThey make honey.\n", in: home)
      #expect(try home.qix("read text add bees --file \(path) --dry-run").exitCode == 0)
      #expect(try home.qix("read text list --quiet").output == "")
      let added = try home.qix("read text add bees --file \(path) --title Bees --json")
      #expect(added.exitCode == 0 && added.output.contains("\"words\": 4"), "\(added)")
      #expect(code(try home.qix("read text add bees --file \(path) --json")) == "readshake.text-exists")
      #expect(try home.qix("read text add bees --file \(path) --replace --json").output.contains("\"edition\": 2"))
      #expect(try home.qix("read text show bees").output.contains("They make honey."))
      #expect(try home.qix("read text show bees --json").output.contains("\"body\": \"# Bees\\n\\nThey make honey.\""))
      #expect(try home.qix("read text list --quiet").output == "bees\n")
      #expect(try home.qix("read text remove bees").exitCode == 0)
      #expect(code(try home.qix("read text show bees --json")) == "readshake.text-not-found")
      #expect(try home.qix("audit show --tsv").output.contains("readshake.text-remove"))
    }
  }

  @Test func badTextsAreRefusedInWords() throws {
    try TestHome.initialised { home in
      let empty = try file("empty.md", "---\n\n* * *\n", in: home)
      #expect(code(try home.qix("read text add bees --file \(empty) --json")) == "readshake.text-empty")
      let bad = "\(home.path)/bad.md"
      try Data([0x41, 0xFF]).write(to: URL(fileURLWithPath: bad))
      #expect(code(try home.qix("read text add bees --file \(bad) --json")) == "readshake.text-unreadable")
      #expect(code(try home.qix("read text add Bees --file \(bad) --json")) == "readshake.name-malformed")
      #expect(try home.qix("read text add bees --file \(home.path)/none.md").exitCode == 3)
    }
  }

  @Test func questionsAreCheckedImportedAndExported() throws {
    try TestHome.initialised { home in
      let samples = Sample.folder.path
      let good = "\(samples)/gift/13-numbers-with-weights.gift"
      #expect(try home.qix("read questions check \(good)").exitCode == 0)
      #expect(try home.qix("read questions import moon --file \(good) --json").output.contains("\"questions\": 1"))
      let exported = try home.qix("read questions export moon")
      #expect(exported.exitCode == 0 && exported.output.contains("=%50%1969:2"))
      let copy = try file("copy.gift", exported.output, in: home)
      #expect(try home.qix("read questions import moon --file \(copy) --replace --strict").exitCode == 0)
      #expect(try home.qix("read questions export moon").output == exported.output)
      // A file of that name stays as it is.
      let taken = try home.qix("read questions export moon --output \(copy) --json")
      #expect(taken.exitCode == 5 && code(taken) == "storage.file-exists")
      let aiken = try home.qix("read questions export moon --format aiken --json")
      #expect(aiken.exitCode == 6 && code(aiken) == "readshake.nothing-to-export")
      #expect(
        code(try home.qix("read questions export moon --format aiken --strict --json")) == "readshake.format-too-poor")
      #expect(try home.qix("read questions show moon --edition 1").output.contains("1969 ± 2 (50 %)"))
      #expect(code(try home.qix("read questions show moon --edition 9 --json")) == "readshake.questionnaire-not-found")
      #expect(try home.qix("read questions remove moon").exitCode == 0)
      #expect(try home.qix("read questions list --quiet").output == "")
    }
  }

  @Test func aFaultyFileIsRefusedAsAWhole() throws {
    try TestHome.initialised { home in
      let bad = "\(Sample.folder.path)/gift/45-faulty-numbers.gift"
      let refused = try home.qix("read questions import bad --file \(bad) --json")
      #expect(refused.exitCode == 2 && code(refused) == "readshake.questions-faulty")
      for line in [1, 3, 5, 7, 9] { #expect(refused.errors.contains("line \(line)")) }
      #expect(try home.qix("read questions list --quiet").output == "")
      let checked = try home.qix("read questions check \(bad) --json")
      #expect(checked.exitCode == 2 && checked.output.contains("\"faults\": 5"))
    }
  }

  /// Part of a larger export: no fault, no questionnaire.
  @Test(arguments: ["53-categories-alone", "54-descriptions-alone"])
  func aFileWithoutQuestionsIsNoFault(_ name: String) throws {
    try TestHome.initialised { home in
      let path = "\(Sample.folder.path)/gift/\(name).gift"
      let checked = try home.qix("read questions check \(path) --strict --json")
      #expect(checked.exitCode == 0 && checked.output.contains("\"questions\": 0"), "\(checked)")
      #expect(try home.qix("read questions check \(path)").errors.contains("nothing to import"))
      let imported = try home.qix("read questions import none --file \(path) --json")
      #expect(imported.exitCode == 0 && imported.output.contains("\"questions\": 0"), "\(imported)")
      #expect(imported.output.contains("the file has no question that takes an answer"))
      #expect(try home.qix("read questions list --quiet").output == "")
      let empty = try file("empty.gift", "\n\n", in: home)
      #expect(code(try home.qix("read questions import none --file \(empty) --json")) == "readshake.questions-faulty")
    }
  }

  @Test func whatIsLostIsNamedAndStrictRefusesIt() throws {
    try TestHome.initialised { home in
      let odd = "\(Sample.folder.path)/gift/40-odd-more-decimals.gift"
      let strict = try home.qix("read questions import odd --file \(odd) --strict --json")
      #expect(strict.exitCode == 2 && code(strict) == "readshake.questions-doubtful")
      let taken = try home.qix("read questions import odd --file \(odd) --json")
      #expect(taken.exitCode == 0 && taken.output.components(separatedBy: "\"lost\"").count == 3, "\(taken)")
      // Comments are no loss.
      let comments = "\(Sample.folder.path)/gift/24-comments.gift"
      #expect(try home.qix("read questions import comments --file \(comments) --strict").exitCode == 0)
    }
  }

  @Test func resultsAndAnswersOfTwentyReaders() throws {
    try Desk.with(Desk.questions + "\n\nWrite why. {}") { desk in
      let type = try desk.type()
      for number in 1...20 as ClosedRange<UInt64> {
        var answers = Desk.right
        answers["q5"] = .string("canary \(number)")
        if number > 12 { answers["q1"] = "C" }
        if number == 3 { answers["q5"] = "=1+1 canary" }
        #expect(try desk.take(answers, by: desk.user(number), type).code == "accepted")
      }
      let results = try desk.home.qix("read results bees --json")
      #expect(results.exitCode == 0 && results.output.contains("\"submitted\": 20"), "\(results)")
      #expect(results.output.contains("\"difficulty\": 0.600") && !results.output.contains("canary"))
      #expect(try desk.home.qix("read results bees --plot").output.contains("Questions of bees"))
      #expect(try desk.home.qix("read results bees --svg -").output.hasPrefix("<svg"))
      #expect(try desk.home.qix("read results none").exitCode == 3)

      let hidden = try desk.home.qix("read answers export bees")
      #expect(hidden.output.split(separator: "\r\n").count == 21)
      #expect(!hidden.output.contains("canary") && !hidden.output.contains("usr_"))
      let shown = try desk.home.qix(["read", "answers", "export", "bees", "--reveal", "--reason", "marking"])
      #expect(shown.output.contains("canary 7") && shown.output.contains("usr_"))
      #expect(shown.output.contains(",'=1+1 canary,"), "no spreadsheet takes it for a formula")
      #expect(try desk.home.qix("audit show --tsv").output.contains("access.reveal"))
      #expect(try desk.home.qix("read answers export bees --reveal").exitCode == 2)
    }
  }
}
