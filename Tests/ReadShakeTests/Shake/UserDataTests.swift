import IdentityContract
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTesting
import Testing

@testable import ReadShake

/// What is kept of users moves, goes and is handed over with them.
@Suite("Readers' data") struct UserDataTests {
  private func context(_ desk: Desk) -> Context { Context(clock: desk.home.clock, random: desk.home.random) }

  private func merge(_ desk: Desk, _ from: UInt64, _ to: UInt64) throws -> Int64 {
    try desk.write { connection in
      try ReadShakeModule.merge(desk.user(from), into: desk.user(to), in: connection, context: context(desk))[0].count
    }
  }

  private func export(_ desk: Desk, _ user: UInt64) throws -> JSONValue {
    let text = try desk.database.read { connection in
      var writer = JSONWriter()
      try ReadShakeModule.writeExport(of: desk.user(user), to: &writer, in: connection, context: context(desk))
      return writer.text
    }
    return try JSONValue(parsing: text)
  }

  @Test func readingsMoveAndGiveNoSecondTry() throws {
    try Desk.with { desk in
      let type = try desk.type()
      #expect(try desk.take(by: desk.user(1), type).code == "accepted")
      _ = try desk.answer(["q1": "C"], by: desk.user(2), type)
      _ = try desk.open(by: desk.user(3), type)
      #expect(try merge(desk, 1, 2) == 1)
      #expect(try merge(desk, 1, 2) == 0)
      #expect(try desk.step("open", by: desk.user(2), type).code == "readshake.already-submitted")
      #expect(try merge(desk, 2, 3) == 2)
      #expect(try desk.step("submit", by: desk.user(3), type).code == "readshake.already-submitted")
      #expect(try export(desk, 3)["readings"]?.array?.count == 3)
      #expect(try export(desk, 1)["readings"] == [])
    }
  }

  /// Naming the session of the account that was merged is no way around that.
  @Test func aSecondReadingByNameBringsNothing() throws {
    try Desk.with { desk in
      let type = try desk.type()
      for user in [1, 2] as [UInt64] { _ = try desk.answer(Desk.right, by: desk.user(user), type) }
      let sessions = try [1, 2].map { try desk.open(by: desk.user($0), type).session }
      desk.advance(seconds: 60)
      #expect(try merge(desk, 1, 2) == 1)
      var verdicts: [String] = []
      for session in sessions {
        verdicts.append(try desk.step("submit", ["session": .string(session)], by: desk.user(2), type).code)
      }
      #expect(verdicts == ["accepted", "readshake.already-submitted"])
    }
  }

  @Test func erasingTakesTheirWordsAndLeavesTheNumbers() throws {
    try Desk.with("Why? {}\n\nWhere? {=Rome}\n\nWhich? {=a ~b}") { desk in
      let type = try desk.type()
      let answers: [String: JSONValue] = ["q1": "my own canary", "q2": "Canaryland", "q3": "a"]
      for user in [1, 2] as [UInt64] { _ = try desk.take(answers, by: desk.user(user), type) }
      #expect(try export(desk, 1).text().contains("my own canary"))
      let before = try desk.home.qix("read results bees --json").output
      try desk.write { connection in
        try ReadShakeModule.erase(desk.user(1), in: connection, context: context(desk))
      }
      #expect(try !export(desk, 1).text().lowercased().contains("canary"))
      #expect(try export(desk, 2).text().contains("canary"))
      #expect(try desk.home.qix("read results bees --json").output == before)
    }
  }

  @Test func answersAreNeverChanged() throws {
    try Desk.with { desk in
      _ = try desk.answer(["q1": "C"], by: desk.user(1), desk.type())
      for sql in ["UPDATE readshake_answers SET credit = 10000000", "DELETE FROM readshake_answers"] {
        #expect(throws: StorageError.self) { try desk.write { try $0.run(sql) } }
      }
    }
  }
}
