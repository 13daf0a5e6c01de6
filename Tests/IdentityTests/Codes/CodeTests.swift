import Foundation
import QixCommands
import QixLibraries
import QixStorage
import QixTerminal
import QixTesting
import Testing

@Suite struct CodeTests {
  @Test func aRightCodeSaysWhoItIs() throws {
    try CodeDesk.with { desk in
      let user = try desk.user(phone: CodeDesk.number)
      let (id, code) = try desk.request()
      #expect(id.hasPrefix("otp_") && code.count == 6)
      let outcome = try desk.verify(id, code, ["--json"])
      try #require(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.output.contains(user) && outcome.output.contains("auth.otp-verify/1"))
      #expect(!outcome.output.contains("1701234567") && outcome.output.contains("+49 … 4567"))
      // Once, and never again.
      #expect(try desk.verify(id, code).exitCode == 5)
    }
  }

  @Test func aUsersNumberIsSetAndProved() throws {
    try CodeDesk.with { desk in
      let user = try desk.user()
      let (id, code) = try desk.request(["--user", user])
      #expect(try desk.home.count("identity_proofs") == 0)
      // As people type it.
      #expect(try desk.verify(id, "\(code.prefix(3)) \(code.suffix(3))").exitCode == 0)
      #expect(try desk.home.count("identity_proofs") == 1)
      let shown = try desk.home.qix(["user", "show", user, "--reveal", "--reason", "test"])
      #expect(shown.output.contains(CodeDesk.number), "\(shown.errors)")
    }
  }

  @Test(.needs(.library(.phone, packages: "libphonenumber-dev")))
  func aNumberThatTheTablesDontKnowGetsACodeAndAWarning() throws {
    try CodeDesk.with { desk in
      func request(_ number: String) throws -> TestTerminal.Outcome {
        try desk.home.qix(["auth", "otp", "request", "--phone", "-"], input: number + "\n")
      }
      let doubtful = try request("+491111234567")
      #expect(doubtful.exitCode == 0 && doubtful.errors.contains("libphonenumber"), "\(doubtful.errors)")
      #expect(try desk.outbox.sent().last?["to"] == "+491111234567")
      #expect(try !request(CodeDesk.number).errors.contains("libphonenumber"))
    }
  }

  @Test func anAddressIsProvedInTheSameWay() throws {
    try CodeDesk.with { desk in
      let user = try desk.user()
      let (id, code) = try desk.request(["--email", "Anna@Example.com", "--user", user])
      #expect(try desk.outbox.sent().last?["channel"] == "email")
      #expect(try desk.verify(id, code).exitCode == 0)
      let again = try desk.request(["--email", "Anna@example.com"])
      #expect(try desk.verify(again.id, again.code).output.contains(user))
    }
  }

  @Test func anotherUsersNumberIsAConflictThatNamesTheMerge() throws {
    try CodeDesk.with { desk in
      let owner = try desk.user(phone: CodeDesk.number)
      let user = try desk.user()
      let (id, code) = try desk.request(["--user", user])
      let outcome = try desk.verify(id, code)
      #expect(outcome.exitCode == 5)
      #expect(outcome.errors.contains("qix user merge") && outcome.errors.contains(owner))
      #expect(!outcome.errors.contains("1701234567"))
      // The code is used all the same.
      let again = try desk.verify(id, code)
      #expect(again.exitCode == 5 && !again.errors.contains("qix user merge"))
    }
  }

  /// Who asks learns nothing about a number; who has its code does.
  @Test func unknownNumbersAreAnsweredLikeKnownOnes() throws {
    try CodeDesk.with { desk in
      _ = try desk.user(phone: "+491707654321")
      let known = try desk.home.qix("auth otp request --phone +491707654321")
      let unknown = try desk.home.qix("auth otp request --phone +491707654399")
      #expect(known.exitCode == 0 && unknown.exitCode == 0)
      func keys(_ text: String) -> [Substring] {
        text.split(separator: "\n").compactMap { $0.split(separator: " ").first }
      }
      #expect(keys(known.output) == keys(unknown.output))
      let id = try #require(unknown.output.firstMatch(of: /otp_[0-9a-z]{26}/)?.output)
      #expect(try desk.verify(String(id), try desk.outbox.lastCode()).exitCode == 3)
    }
  }

  @Test func fiveTriesAndNoMore() throws {
    try CodeDesk.with { desk in
      _ = try desk.user(phone: CodeDesk.number)
      let (id, code) = try desk.request()
      for left in [4, 3, 2, 1] {
        let outcome = try desk.verify(id, desk.wrong(code))
        #expect(outcome.exitCode == 4 && outcome.errors.contains("tries left: \(left)"), "\(outcome.errors)")
      }
      #expect(try desk.verify(id, desk.wrong(code)).exitCode == 4)
      #expect(try desk.verify(id, code).exitCode == 4)
      #expect(try desk.tries() == 5)
    }
  }

  /// What can't be a code says nothing about it, and is no try.
  @Test func whatIsNoCodeIsNoTry() throws {
    try CodeDesk.with { desk in
      let (id, _) = try desk.request()
      for text in [
        "12345", "1234567", "١٢٣٤٥٦", "１２３４５６", "12345a", "-1", "000000\u{0}", "",
        String(repeating: "1", count: 5_000),
      ] {
        #expect(try desk.verify(id, text).exitCode == 2)
      }
      #expect(try desk.tries() == 0)
    }
  }

  @Test func aCodeIsBoundToItsRequest() throws {
    try CodeDesk.with { desk in
      _ = try desk.user(phone: CodeDesk.number)
      let (first, second) = (try desk.request(), try desk.request())
      #expect(try desk.verify(first.id, second.code).exitCode == 4)
      #expect(try desk.verify("otp_00000000000000000000000000", second.code).exitCode == 3)
      // Neither does it move: the hash of one in the row of the other is no hash of either.
      try desk.home.unchecked.write(Change("test.swap")) { connection, _ in
        let hashes = try connection.rows("SELECT id, hash FROM identity_codes ORDER BY id") { ($0.blob(0), $0.text(1)) }
        try connection.run("UPDATE identity_codes SET hash = ?1 WHERE id = ?2", .text(hashes[1].1), .blob(hashes[0].0))
      }
      #expect(try desk.verify(first.id, second.code).exitCode == 4)
    }
  }

  @Test func nothingStandsInTheClear() throws {
    try CodeDesk.with { desk in
      let user = try desk.user()
      let (id, code) = try desk.request(["--user", user, "--caller", "203.0.113.77"])
      func look() throws {
        for file in ["qix.db", "qix.db-wal"] {
          let data = (try? Data(contentsOf: URL(fileURLWithPath: "\(desk.home.path)/\(file)"))) ?? Data()
          for text in ["1701234567", "203.0.113.77"] {
            #expect(data.range(of: Data(text.utf8)) == nil, "\(text) in \(file)")
          }
        }
        // Six digits may stand in a time by chance; a value of their own they are nowhere.
        #expect(try desk.home.contents().allSatisfy { !$0.contains("'\(code)'") && !$0.contains("|\(code)|") })
      }
      try look()
      #expect(try desk.verify(id, code).exitCode == 0)
      try look()
    }
  }

  @Test func aMessageThatCouldNotBeSentLeavesNoCodeAndCounts() throws {
    try CodeDesk.with { desk in
      try desk.outbox.useCommand("exit 1")
      for _ in 0..<3 { #expect(try desk.ask().exitCode == 1) }
      #expect(try desk.ask().exitCode == 6)
      let open = try desk.home.unchecked.read { connection in
        try connection.first("SELECT count(*) FROM identity_codes WHERE state = 1") { $0.integer(0) }
      }
      #expect(open == 0)
    }
  }

  @Test func whatIsNotSetUpShowsBeforeAnythingCounts() throws {
    try CodeDesk.with { desk in
      try desk.outbox.set("messages.phone-via", "none")
      #expect(try desk.ask().exitCode == 1)
      #expect(try desk.home.count("identity_code_sends") == 0)
      #expect(try desk.ask(["--user", "nobody"]).exitCode == 3)
      #expect(try desk.home.qix("auth otp request").exitCode == 2)
      #expect(try desk.home.qix("auth otp request --phone 1 --email a@b.example").exitCode == 2)
    }
  }

  @Test func dryRunsChangeAndSendNothing() throws {
    try CodeDesk.with { desk in
      // Not even the key that the first code makes.
      let untouched = try desk.home.contents()
      #expect(try desk.ask(["--dry-run"]).exitCode == 0)
      #expect(try desk.home.contents() == untouched)
      let (id, _) = try desk.request()
      let before = try desk.home.contents()
      #expect(try desk.ask(["--dry-run"]).exitCode == 0)
      #expect(try desk.home.qix(["auth", "otp", "verify", id, "--dry-run"]).exitCode == 0)
      #expect(
        try desk.home.qix(["auth", "otp", "verify", "otp_00000000000000000000000000", "--dry-run"]).exitCode == 3)
      #expect(try desk.home.contents() == before)
      #expect(try desk.outbox.sent().count == 1)
    }
  }

  @Test func theAuditLogSaysWhatHappenedAndNotToWhom() throws {
    try CodeDesk.with { desk in
      let (id, code) = try desk.request()
      _ = try desk.verify(id, desk.wrong(code))
      let audit = try desk.home.qix("audit show --limit 100").output
      #expect(audit.contains("identity.otp-request") && audit.contains("identity.otp-try") && audit.contains(id))
      #expect(!audit.contains("1701234567"))
    }
  }
}
