import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// What is left of a number in requests for codes.
@Suite struct CodeRemainsTests {
  private static let minute: Int64 = 60_000_000

  private func boxes(_ desk: CodeDesk) throws -> Int64 {
    try desk.home.unchecked.read { connection in
      try connection.first("SELECT count(*) FROM identity_codes WHERE box IS NOT NULL") { $0.integer(0) } ?? 0
    }
  }

  /// What was counted of numbers and addresses: of each request by itself, and by who has asked.
  private func sends(_ desk: CodeDesk) throws -> Int64 {
    try desk.home.unchecked.read { connection in
      try connection.first("SELECT count(*) FROM identity_code_sends WHERE kind = 1") { $0.integer(0) } ?? 0
    }
  }

  @Test func erasingTakesAUsersNumberAndAddressOutOfAllRequests() throws {
    try CodeDesk.with { desk in
      let user = try desk.user(phone: CodeDesk.number)
      _ = try desk.quiet(["user", "set", user, "--email", "anna@example.com"])
      for words in [[], ["--email", "anna@example.com"], ["--email", "Anna+x@example.com", "--user", user]] {
        _ = try desk.request(words)
      }
      let other = try desk.home.qix("auth otp request --phone +447911123456 --quiet")
      #expect(try other.exitCode == 0 && boxes(desk) == 4 && sends(desk) == 8)
      let dry = try desk.home.qix(["user", "erase", user, "--dry-run"])
      #expect(try dry.exitCode == 0 && boxes(desk) == 4)
      let erased = try desk.home.qix(["user", "erase", user, "--confirm", user])
      try #require(erased.exitCode == 0, "\(erased)")
      #expect(try boxes(desk) == 1 && sends(desk) == 2)
      #expect(try desk.home.count("identity_codes") == 1)
    }
  }

  /// Of a number that the user had once and nobody can compare any more.
  @Test func erasingEndsWhatHasExpired() throws {
    try CodeDesk.with { desk in
      let user = try desk.user()
      _ = try desk.request()
      desk.home.clock.advance(byMicroseconds: 10 * Self.minute)
      #expect(try desk.home.qix(["user", "erase", user, "--confirm", user]).exitCode == 0)
      #expect(try boxes(desk) == 0)
      desk.home.clock.advance(byMicroseconds: Timestamp.day)
      let other = try desk.user()
      #expect(try desk.home.qix(["user", "erase", other, "--confirm", other]).exitCode == 0)
      #expect(try desk.home.count("identity_codes") == 0 && desk.home.count("identity_code_sends") == 0)
    }
  }

  /// Whoever gets hold of the database finds no number of a request that nobody can use any more.
  @Test func theLastTryTakesTheNumberAway() throws {
    try CodeDesk.with { desk in
      let (id, code) = try desk.request()
      for left in [1, 1, 1, 1, 0] as [Int64] {
        #expect(try desk.verify(id, desk.wrong(code)).exitCode == 4)
        #expect(try boxes(desk) == left)
      }
    }
  }

  @Test func aTryEndsWhatHasExpired() throws {
    try CodeDesk.with { desk in
      let (id, code) = try desk.request()
      desk.home.clock.advance(byMicroseconds: 10 * Self.minute)
      let late = try desk.verify(id, code)
      #expect(late.exitCode == 4 && late.errors.contains("expired"))
      #expect(try boxes(desk) == 0)
      // It still says why.
      #expect(try desk.verify(id, code).errors.contains("expired"))
      desk.home.clock.advance(byMicroseconds: Timestamp.day)
      #expect(try desk.verify(id, code).exitCode == 3)
      #expect(try desk.home.count("identity_code_sends") == 0)
    }
  }

  /// A locked vault can't tell whose the boxes are: nothing is erased by halves, and not for ever.
  @Test func withoutTheVaultErasingWaitsADay() throws {
    try CodeDesk.with { desk in
      let user = try desk.user(phone: CodeDesk.number)
      _ = try desk.request()
      try FileManager.default.removeItem(atPath: desk.home.vaultKey)
      #expect(try desk.home.qix(["user", "erase", user, "--confirm", user]).exitCode != 0)
      #expect(try desk.home.count("identity_keys") == 1)
      desk.home.clock.advance(byMicroseconds: Timestamp.day)
      #expect(try desk.home.qix(["user", "erase", user, "--confirm", user]).exitCode == 0)
      #expect(try desk.home.count("identity_keys") == 0)
    }
  }
}
