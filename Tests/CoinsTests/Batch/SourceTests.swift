import Foundation
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// Where batches come from, how large they are, and how many come at once.
@Suite struct SourceTests {
  /// A named pipe is opened once: whoever writes into it would else be told that nobody reads.
  @Test(.timeLimit(.minutes(1))) func aPipeIsReadOnce() throws {
    try Shop.with { shop in
      let path = "\(shop.home.path)/pipe"
      #expect(mkfifo(path, 0o600) == 0)
      let text = "user,amount\n" + String(repeating: "ada,1\n", count: 50_000)
      let writer = Thread { try? Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
      signal(SIGPIPE, SIG_IGN)
      writer.start()
      let outcome = try shop.batch("coins issue --file \(path)")
      #expect(outcome.counts == [50_000, 0, 0, 50_000], "\(outcome.errors)")
    }
  }

  /// Whatever comes from a pipe is kept for as long as it is needed, and no longer.
  @Test func aPipeLeavesNoFileBehind() throws {
    try Shop.with { shop in
      let before = try FileManager.default.contentsOfDirectory(atPath: shop.home.path).sorted()
      _ = try shop.batch("coins issue --file -", input: "user,amount\nada,1\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: shop.home.path).sorted() == before)
    }
  }

  @Test func aFolderIsNoFile() throws {
    try Shop.with { shop in
      let outcome = try shop.batch("coins issue --file \(shop.home.path)")
      #expect(outcome.exitCode == 1)
      #expect(outcome.message.contains(shop.home.path))
    }
  }

  /// Who is there and who isn't come in any order, also with names that would be refused today: each user is found or
  /// made, and nobody is made twice.
  @Test func oldAndNewUsersMixed() throws {
    try Shop.with(users: ["old-1", "old-2", "old-3", "gone"]) { shop in
      try shop.done("user merge gone --into old-3 --reason twice")
      try shop.home.unchecked.write(Change("test.rename")) { connection, _ in
        try connection.run("UPDATE identity_users SET external_id = 'old\u{200B}' WHERE external_id = 'old-2'")
      }
      let names = [
        "new-1", "new-2", "old-1", "new-3", "old\u{200B}", "new-1", "new-4", "gone", "new-5", "old-3", "new-6",
      ]
      let text = "user,amount\n" + names.enumerated().map { "\($1),\($0 + 1)\n" }.joined()
      let outcome = try shop.issue(text, "--create-users")
      #expect(outcome.exitCode == 0 && outcome.counts == [11, 0, 0, 66], "\(outcome.errors)")
      #expect(outcome.answer?.usersCreated == 6)
      #expect(try shop.coins("new-1") == 7)
      #expect(try shop.coins("old\u{200B}") == 5)
      #expect(try shop.coins("old-3") == 18)
      #expect(try shop.home.count("identity_users") == 10)
      let refused = try shop.issue("user,amount\nnew-7,1\nnew\u{200B},1\n", "--create-users", name: "more.csv")
      #expect(refused.exitCode == 2 && refused.message.contains("line 3"), "\(refused.errors)")
      #expect(try shop.home.count("identity_users") == 10)
      try shop.verify()
    }
  }

  /// The same file by many at once: each line once, whoever does it.
  @Test func manyAtOnceDoEachLineOnce() throws {
    try Shop.with { shop in
      let lines = 3_000
      let text = "user,amount\n" + (0..<lines).map { "u-\($0 % 100),1\n" }.joined()
      let path = try shop.file("grants.csv", text)
      let outcomes = try inParallel(6) { _ in try shop.batch("coins issue --file \(path) --create-users") }
      #expect(outcomes.map(\.exitCode) == Array(repeating: 0, count: 6))
      let answers = outcomes.compactMap(\.answer)
      #expect(answers.reduce(0) { $0 + $1.done } == lines)
      #expect(answers.allSatisfy { $0.done + $0.replayed == lines })
      #expect(answers.reduce(0) { $0 + $1.usersCreated } == 100)
      #expect(try shop.transfers == lines)
      try shop.verify()
    }
  }

  /// Different files that grant to the same users from one budget, at once: nothing is lost, nothing overdrawn.
  @Test func manyFilesAtOnceShareABudget() throws {
    try Shop.with { shop in
      try shop.done("budget create b --amount 5000")
      let outcomes = try inParallel(4) { index in
        let text = "user,amount,file\n" + String(repeating: "ada,1,\(index)\nbo,1,\(index)\n", count: 1_000)
        return try shop.issue(text, "--from budget:b --keep-going", name: "grants-\(index).csv")
      }
      let answers = outcomes.compactMap(\.answer)
      #expect(answers.reduce(0) { $0 + $1.done } == 5_000)
      #expect(answers.reduce(0) { $0 + $1.refused } == 3_000)
      #expect(try shop.coins("ada") + shop.coins("bo") == 5_000)
      #expect(try shop.done("budget show b --json").contains("\"available\": 0"))
      try shop.verify()
    }
  }

  /// A million lines need no more memory than a hundred thousand.
  @Test(.needs(.long)) func memoryDoesNotGrowWithTheFile() throws {
    try Shop.with { shop in
      var peaks: [Int] = []
      for lines in [100_000, 1_000_000] {
        let path = try shop.file(
          "grants-\(lines).csv", "user,amount\n" + (0..<lines).map { "u-\($0 % 10_000),1\n" }.joined())
        #expect(try shop.batch("coins issue --file \(path) --create-users").answer?.done == Int64(lines))
        peaks.append(try Self.residentPeak())
      }
      print("peaks of resident memory: \(peaks) kB")
      // The text of the test itself is in there, once each.
      #expect(peaks[1] - peaks[0] < 60_000)
    }
  }

  /// The largest resident set so far, in kB (proc(5), VmHWM).
  private static func residentPeak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber)))
  }
}
