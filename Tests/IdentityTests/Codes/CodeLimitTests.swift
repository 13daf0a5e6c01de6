import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// How many codes there are, for how long, and that neither the clock nor a crowd changes it.
@Suite struct CodeLimitTests {
  private static let minute: Int64 = 60_000_000

  @Test func aCodeIsGoodForTenMinutes() throws {
    try CodeDesk.with { desk in
      _ = try desk.user(phone: CodeDesk.number)
      let (first, second) = (try desk.request(), try desk.request())
      desk.home.clock.advance(byMicroseconds: 10 * Self.minute - 1)
      #expect(try desk.verify(first.id, first.code).exitCode == 0)
      desk.home.clock.advance(byMicroseconds: 1)
      let late = try desk.verify(second.id, second.code)
      #expect(late.exitCode == 4 && late.errors.contains("expired"))
    }
  }

  @Test func aClockThatIsSetBackRevivesNothing() throws {
    try CodeDesk.with { desk in
      _ = try desk.user(phone: CodeDesk.number)
      let (id, code) = try desk.request()
      desk.home.clock.advance(byMicroseconds: 11 * Self.minute)
      #expect(try desk.verify(id, code).exitCode == 4)
      desk.home.clock.advance(byMicroseconds: -11 * Self.minute)
      #expect(try desk.verify(id, code).exitCode == 4)
      #expect(try desk.tries() == 0)
    }
  }

  /// Nobody tried it after its end, but somebody changed something else then.
  @Test func theAuditLogRemembersTheTimeToo() throws {
    try CodeDesk.with { desk in
      _ = try desk.user(phone: CodeDesk.number)
      let (id, code) = try desk.request()
      desk.home.clock.advance(byMicroseconds: 11 * Self.minute)
      _ = try desk.user()
      desk.home.clock.advance(byMicroseconds: -11 * Self.minute)
      #expect(try desk.verify(id, code).exitCode == 4)
    }
  }

  @Test func aClockBeforeTheRequestOpensNothing() throws {
    try CodeDesk.with { desk in
      let (id, code) = try desk.request()
      desk.home.clock.advance(byMicroseconds: -1)
      #expect(try desk.verify(id, code).exitCode == 4)
    }
  }

  /// While the greatest time seen stands still, the clock's own ten minutes end all the same.
  @Test func aCodeMadeUnderAClockThatWasSetBackEndsToo() throws {
    try CodeDesk.with { desk in
      _ = try desk.user(phone: CodeDesk.number)
      desk.home.clock.advance(byMicroseconds: Timestamp.day)
      _ = try desk.request()
      desk.home.clock.advance(byMicroseconds: -Timestamp.day)
      let (first, second) = (try desk.request(), try desk.request())
      desk.home.clock.advance(byMicroseconds: 9 * Self.minute)
      #expect(try desk.verify(first.id, first.code).exitCode == 0)
      desk.home.clock.advance(byMicroseconds: 1 * Self.minute)
      #expect(try desk.verify(second.id, second.code).exitCode == 4)
    }
  }

  @Test func threeSendsANumberInTenMinutes() throws {
    try CodeDesk.with { desk in
      for _ in 0..<3 { _ = try desk.request() }
      let fourth = try desk.ask()
      #expect(fourth.exitCode == 6 && fourth.errors.contains("identity.code-sends-per-number"))
      #expect(fourth.errors.contains("Wait 10 minutes"), "\(fourth.errors)")
      #expect(try desk.outbox.sent().count == 3)
      // A clock that is set back gives no new ones.
      desk.home.clock.advance(byMicroseconds: -30 * Self.minute)
      #expect(try desk.ask().exitCode == 6)
      desk.home.clock.advance(byMicroseconds: 30 * Self.minute)
      #expect(try desk.home.qix("auth otp request --phone +491701234568").exitCode == 0)
      desk.home.clock.advance(byMicroseconds: 10 * Self.minute)
      #expect(try desk.ask().exitCode == 0)
    }
  }

  @Test func tenSendsANumberInADay() throws {
    try CodeDesk.with { desk in
      for index in 0..<10 {
        let outcome = try desk.ask()
        #expect(outcome.exitCode == 0, "\(index)")
        desk.home.clock.advance(byMicroseconds: 10 * Self.minute)
      }
      #expect(try desk.ask().errors.contains("a-day"))
      desk.home.clock.advance(byMicroseconds: Timestamp.day)
      #expect(try desk.ask().exitCode == 0)
      // Nothing older than a day is kept.
      #expect(try desk.home.count("identity_codes") == 1)
    }
  }

  /// Whoever asks for somebody else's number uses up what is theirs, and keeps its owner from nothing.
  @Test func strangersKeepNobodyWaiting() throws {
    try CodeDesk.with { desk in
      func asked(by caller: String) throws -> TestTerminal.Outcome { try desk.ask(["--caller", caller]) }
      for _ in 0..<3 { #expect(try asked(by: "192.0.2.1").exitCode == 0) }
      #expect(try asked(by: "192.0.2.1").errors.contains("identity.code-sends-per-number"))
      #expect(try asked(by: "192.0.2.2").exitCode == 0)
      // From however many places: the code of a number can't be guessed at for ever.
      try desk.outbox.set("identity.code-sends-per-number-of-all", "5")
      #expect(try asked(by: "192.0.2.3").exitCode == 0)
      #expect(try asked(by: "192.0.2.4").errors.contains("identity.code-sends-per-number-of-all"))
      // The desk still reaches the owner.
      #expect(try desk.ask().exitCode == 0)
      desk.home.clock.advance(byMicroseconds: Timestamp.day)
      #expect(try asked(by: "192.0.2.4").exitCode == 0)
    }
  }

  /// From where a number was proved, a crowd of strangers shuts nobody out; it has no more guesses for that.
  @Test func aCrowdKeepsNobodyWaitingWhoIsKnown() throws {
    try CodeDesk.with { desk in
      _ = try desk.user(phone: CodeDesk.number)
      func asked(by caller: String) throws -> TestTerminal.Outcome { try desk.ask(["--caller", caller]) }
      let (id, code) = try desk.request(["--caller", "192.0.2.1"])
      #expect(try desk.verify(id, code).exitCode == 0)
      desk.home.clock.advance(byMicroseconds: 20 * Timestamp.day)
      try desk.outbox.set("identity.code-sends-per-number-of-all", "4")
      for place in 2...5 { #expect(try asked(by: "192.0.2.\(place)").exitCode == 0) }
      #expect(try asked(by: "192.0.2.6").errors.contains("identity.code-sends-per-number-of-all"))
      #expect(try asked(by: "192.0.2.1").exitCode == 0)
      // Nobody is known by a name that only reads like it.
      #expect(try asked(by: "known").exitCode == 6)
      // What is theirs is limited by itself.
      for _ in 0..<2 { #expect(try asked(by: "192.0.2.1").exitCode == 0) }
      #expect(try asked(by: "192.0.2.1").errors.contains("per-number`"), "3 in ten minutes")
      desk.home.clock.advance(byMicroseconds: 11 * Self.minute)
      #expect(try asked(by: "192.0.2.1").exitCode == 0)
      desk.home.clock.advance(byMicroseconds: 11 * Self.minute)
      #expect(try asked(by: "192.0.2.1").errors.contains("of-all"))
      desk.home.clock.advance(byMicroseconds: 100 * Timestamp.day)
      for place in 2...5 { #expect(try asked(by: "192.0.2.\(place)").exitCode == 0) }
      #expect(try asked(by: "192.0.2.1").exitCode == 6, "it was long ago")
    }
  }

  @Test func whoIsErasedIsKnownNowhere() throws {
    try CodeDesk.with { desk in
      let user = try desk.user(phone: CodeDesk.number)
      let (id, code) = try desk.request(["--caller", "192.0.2.1"])
      #expect(try desk.verify(id, code).exitCode == 0)
      // No vault is needed for that, once the request itself is old.
      desk.home.clock.advance(byMicroseconds: Timestamp.day)
      #expect(try desk.home.count("identity_code_sends") > 0)
      try FileManager.default.removeItem(atPath: desk.home.vaultKey)
      let erased = try desk.home.qix(["user", "erase", user, "--confirm", user, "--reason", "test"])
      try #require(erased.exitCode == 0, "\(erased.errors)")
      let left: Int64? = try desk.home.unchecked.read {
        try $0.fetchOne("SELECT count(*) FROM identity_code_sends WHERE kind = 1")
      }
      #expect(left == 0)
    }
  }

  @Test func prefixesAndCallersAreLimited() throws {
    try CodeDesk.with { desk in
      try desk.outbox.set("identity.code-sends-per-prefix", "2")
      for last in 1...3 {
        let outcome = try desk.home.qix("auth otp request --phone +49170123456\(last)")
        #expect(outcome.exitCode == (last == 3 ? 6 : 0), "\(outcome.errors)")
      }
      #expect(try desk.home.qix("auth otp request --phone +447911123456").exitCode == 0)
      try desk.outbox.set("identity.code-sends-per-caller", "1")
      for (number, caller, code) in [
        ("+12015550123", "a", 0), ("+12025550123", "a", 6), ("+12025550123", "b", 0), ("+12035550123", "b", 6),
      ] as [(String, String, Int32)] {
        #expect(
          try desk.home.qix(["auth", "otp", "request", "--phone", number, "--caller", caller]).exitCode == code)
      }
    }
  }

  /// However an address is written, it leads to one mailbox, and the message goes to what was written.
  @Test(arguments: [
    ["anna@example.com", "ANNA@example.com", "aNNa@EXAMPLE.com", "Anna@example.com"],
    ["anna@example.com", "anna+1@example.com", "anna+2@example.com", "An.na+x+y@example.com"],
    ["ren\u{E9}@example.com", "rene\u{301}@example.com", "REN\u{C9}@example.com", "Ren\u{E9}+a@example.com"],
    ["a@b\u{FC}cher.example", "a@xn--bcher-kva.example", "a@bu\u{308}cher.example", "a@XN--BCHER-KVA.example"],
    ["a@b\u{FC}cher.example", "a@B\u{DC}CHER.example", "a@\u{FF42}\u{FC}cher.example", "a@b\u{FC}cher.EXAMPLE"],
  ])
  func otherSpellingsOfAnAddressCountTogether(_ spellings: [String]) throws {
    try CodeDesk.with { desk in
      for (index, address) in spellings.enumerated() {
        let outcome = try desk.home.qix(["auth", "otp", "request", "--email", address])
        #expect(outcome.exitCode == (index == 3 ? 6 : 0), "\(address)")
      }
      let before = spellings[1].split(separator: "@")[0]
      #expect(try desk.outbox.sent()[1]["to"]?.unicodeScalars.starts(with: before.unicodeScalars) == true)
      #expect(try desk.home.qix(["auth", "otp", "request", "--email", "bob@example.com"]).exitCode == 0)
    }
  }

  /// Who names a new caller each time is still the same who runs the command.
  @Test func whoeverRunsTheCommandIsLimitedToo() throws {
    try CodeDesk.with { desk in
      try desk.outbox.set("identity.code-sends-per-operator", "3")
      for index in 1...4 {
        let outcome = try desk.home.qix([
          "auth", "otp", "request", "--email", "a\(index)@example.com", "--caller", "x\(index)",
        ])
        #expect(outcome.exitCode == (index == 4 ? 6 : 0), "\(outcome.errors)")
        if index == 4 { #expect(outcome.errors.contains("identity.code-sends-per-operator")) }
      }
      desk.home.clock.advance(byMicroseconds: 60 * Self.minute)
      #expect(try desk.ask().exitCode == 0)
    }
  }

  /// Fifty at once have five tries together, and a right code is right once.
  @Test(arguments: [true, false])
  func aCrowdHasNoMoreTriesThanOne(_ isRight: Bool) throws {
    try CodeDesk.with { desk in
      _ = try desk.user(phone: CodeDesk.number)
      let (id, code) = try desk.request()
      let typed = isRight ? code : desk.wrong(code)
      let home = desk.home
      let codes = try inParallel(50) { _ in
        try home.qix(["auth", "otp", "verify", id], input: typed).exitCode
      }
      #expect(codes.filter { $0 == 0 }.count == (isRight ? 1 : 0))
      #expect(codes.allSatisfy { [0, 4, 5].contains($0) }, "\(codes)")
      let tries = try desk.tries()
      #expect(isRight ? (1...5).contains(tries) : tries == 5)
    }
  }

  /// A right code whose try could not be written down for good is not found right: whoever breaks a run off, by a kill
  /// or a failing disk, must not have compared anything.
  @Test func nothingIsComparedBeforeTheTryIsDurable() throws {
    try CodeDesk.with { desk in
      _ = try desk.user(phone: CodeDesk.number)
      let (id, code) = try desk.request()
      let disk = FaultyDisk()
      var home = desk.home
      home.engine = disk.engine
      disk.fail(.sync, at: 1)
      let broken = try home.qix(["auth", "otp", "verify", id], input: code)
      #expect(disk.failures > 0 && broken.exitCode == 1, "\(broken.errors)")
      #expect(!broken.output.contains("usr_") && !broken.errors.contains("wrong"))
      let used = try desk.home.unchecked.read { connection in
        try connection.first("SELECT count(*) FROM identity_codes WHERE state <> 1") { $0.integer(0) }
      }
      #expect(used == 0)
      disk.heal()
      #expect(try desk.verify(id, code).exitCode == 0)
    }
  }

  @Test func anErasedUsersCodesAreGone() throws {
    try CodeDesk.with { desk in
      let user = try desk.user()
      let (id, code) = try desk.request(["--user", user])
      let erased = try desk.home.qix(["user", "erase", user, "--confirm", user, "--reason", "test"])
      try #require(erased.exitCode == 0, "\(erased.errors)")
      #expect(try desk.verify(id, code).exitCode == 3)
    }
  }
}
