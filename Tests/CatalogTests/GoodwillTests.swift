import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

extension SupportDeskTests {
  /// How much is left of both limits is told with each grant, and by the wallet before it; no more than the budget has.
  @Test func theDeskIsToldHowMuchGoodwillIsLeft() throws {
    try Desk.with { desk in
      func left(_ who: String, _ line: String) throws -> [Int64?] {
        let outcome = try desk.qix(who, "\(line) --json")
        #expect(outcome.exitCode == 0, "\(outcome)")
        let json = try JSONValue(parsing: outcome.output)
        return [json["goodwill_left"]?.integer, json["goodwill_left_for_user"]?.integer]
      }
      // Where the desk gives none there is nothing to tell.
      try desk.home.done("budget create goodwill --amount 90")
      #expect(try left("sue", "wallet show ada") == [nil, nil])
      try desk.home.done("setting set coins.goodwill-per-day 100")
      try desk.home.done("setting set coins.goodwill-per-user 50")
      #expect(try left("sue", "wallet show ada") == [90, 50])
      #expect(try left("sam", "coins goodwill ada --amount 30 --reason c --dry-run") == [60, 20])
      let line = "coins goodwill ada --amount 30 --reason c --idempotency-key c"
      #expect(try left("sam", line) == [60, 20])
      #expect(try left("sue", line) == [60, 20], "nothing was given by the same key")
      // A key that is another's says so before any limit.
      let clash = try desk.qix("sam", "coins goodwill ben --amount 60 --reason c --idempotency-key c --json")
      #expect(clash.exitCode == 5 && clash.errors.contains("coins.key-conflict"), "\(clash)")
      #expect(try left("sue", "wallet show ben") == [60, 50])
      #expect(try desk.qix("sue", "wallet show ben").output.contains("goodwill left today"))
      // A new day begins with the whole of the limit, and the budget goes on.
      desk.home.clock.advance(byMicroseconds: Timestamp.day)
      #expect(try left("sue", "wallet show ada") == [60, 50])
      // Others have no such limit.
      for who in ["olga", "till"] { #expect(try left(who, "wallet show ada") == [nil, nil]) }
      #expect(try left("olga", "coins goodwill ada --amount 1 --reason c") == [nil, nil])
    }
  }

  /// Midnight in Kolkata is half past six in the evening in UTC.
  @Test func aDayOfGoodwillIsOneOfTheInstallationsZone() throws {
    try Desk.with { desk in
      for line in [
        "budget create goodwill --amount 90", "setting set coins.goodwill-per-day 30",
        "setting set upkeep.time-zone Asia/Kolkata",
      ] { try desk.home.done(line) }
      func give(_ reason: String, _ key: String) throws -> Int32 {
        try desk.qix("sue", "coins goodwill ada --amount 30 --reason \(reason) --idempotency-key \(key)").exitCode
      }
      desk.home.clock.set(try #require(Timestamp("2027-01-15T18:29:59Z")))
      #expect(try give("late", "1") == 0 && give("cold", "2") == 6)
      desk.home.clock.advance(byMicroseconds: 1_000_000)
      // The same reason was yesterday's.
      #expect(try give("late", "3") == 0 && give("cold", "4") == 6)
      desk.home.clock.set(try #require(Timestamp("2027-01-16T00:00:00Z")))
      #expect(try give("cold", "5") == 6)
    }
  }

  /// A limit is of no use without coins: the desk is told who mends it, and `doctor` says so before anybody asks.
  @Test func goodwillWithoutABudgetIsSaid() throws {
    try Desk.with { desk in
      func doctor() throws -> String { try desk.home.qix("doctor --tsv").output }
      #expect(try !doctor().contains("goodwill"))
      try desk.home.done("setting set coins.goodwill-per-day 100")
      #expect(try doctor().contains("the budget 'goodwill' that pays for it does not exist"))
      let line = "coins goodwill ada --amount 5 --reason case-1 --json"
      let missing = try desk.qix("sue", line)
      #expect(
        missing.exitCode == 3 && missing.errors.contains("which pays for goodwill, does not exist"), "\(missing.errors)"
      )
      try desk.home.done("budget create goodwill")
      #expect(try doctor().contains("nothing is left in the budget 'goodwill'"))
      let empty = try desk.qix("sue", line)
      #expect(
        empty.exitCode == 6 && empty.errors.contains("nothing was given: the budget 'goodwill'"), "\(empty.errors)")
      try desk.home.done("budget fund goodwill --amount 50")
      #expect(try !doctor().contains("goodwill"))
      #expect(try desk.qix("sue", line).exitCode == 0)
    }
  }

  /// A second tap on the same key of the keyboard gives as much again: whoever did it is told, and of which one.
  @Test func goodwillThatIsGivenTwiceIsPointedOut() throws {
    try Desk.with { desk in
      try desk.home.done("setting set coins.goodwill-per-day 500")
      try desk.home.done("budget create goodwill --amount 1000")
      let line = "coins goodwill ada --amount 20 --reason"
      func warned(_ line: String) throws -> String? {
        let outcome = try desk.qix("sue", line)
        #expect(outcome.exitCode == 0, "\(outcome)")
        guard outcome.errors.contains(" from this budget today") else { return nil }
        return outcome.errors
      }
      let first = try desk.qix("sue", "\(line) case-1 --quiet").output.filter { $0 != "\n" }
      for options in ["--dry-run", ""] {
        let refused = try desk.qix("sue", "\(line) case-1 \(options) --json")
        #expect(refused.exitCode == 5 && refused.errors.contains("coins.goodwill-given"), "\(refused)")
        #expect(refused.errors.contains("\(first) ('case-1')"))
      }
      #expect(try desk.balance("ada") == "120")
      // Another key for the same reason is the same case, written twice.
      let same = try desk.qix("sue", "\(line) case-1 --idempotency-key other --json")
      #expect(same.exitCode == 5 && same.errors.contains("a reason of its own"), "\(same)")
      for options in ["--idempotency-key other --dry-run", "--idempotency-key other"] {
        let warning = try warned("\(line) case-9 \(options)")
        #expect(warning?.contains("\(first) ('case-1')") == true, "\(options)")
        #expect(warning?.contains("leave it") == options.hasSuffix("--dry-run"))
      }
      // The same key again gave nothing; another amount, another user and another day are something else.
      #expect(try warned("\(line) case-9 --idempotency-key other") == nil)
      #expect(try warned("coins goodwill ada --amount 21 --reason case-2") == nil)
      // The same reason is the same case, in whatever letters, whatever came in between, and whoever gives it.
      for reason in ["case-1", "CASE-1"] {
        let once = try desk.qix("sam", "coins goodwill ada --amount 20 --reason \(reason) --idempotency-key sams")
        #expect(once.exitCode == 5 && once.errors.contains("\(first)"), "\(once)")
      }
      #expect(try warned("coins goodwill ada --amount 3 --reason Case-2")?.contains("21 coins") == true)
      #expect(try warned("coins goodwill ben --amount 20 --reason case-3") == nil)
      // Nor does what was taken back count.
      let wrong = try desk.qix("sue", "coins goodwill ben --amount 7 --reason case-4 --quiet").output
      try desk.home.done("coins reverse \(wrong.filter { $0 != "\n" }) --reason case-4")
      #expect(try warned("coins goodwill ben --amount 7 --reason case-4") == nil)
      desk.home.clock.advance(byMicroseconds: Timestamp.day)
      #expect(try warned("\(line) case-1") == nil)
    }
  }

  /// Who is merged stays one person, for the limit too.
  @Test func aMergeBringsNoNewLimit() throws {
    try Desk.with { desk in
      try desk.home.done("setting set coins.goodwill-per-day 500")
      try desk.home.done("setting set coins.goodwill-per-user 20")
      try desk.home.done("budget create goodwill --amount 1000")
      #expect(try desk.qix("sue", "coins goodwill ada --amount 20 --reason c1").exitCode == 0)
      try desk.home.done("user merge ada --into ben --reason one")
      #expect(try desk.qix("sue", "coins goodwill ben --amount 1 --reason c2").exitCode == 6)
      try desk.home.done("user create --external-id cleo")
      try desk.home.done("user merge ben --into cleo --reason one")
      let third = try desk.qix("sue", "coins goodwill cleo --amount 1 --reason c3")
      #expect(third.exitCode == 6 && third.errors.contains("no goodwill is left for today"), "\(third)")
      // Where the desk gives none, that is said.
      try desk.home.done("setting set coins.goodwill-per-day 0")
      let off = try desk.qix("sue", "coins goodwill cleo --amount 1 --reason c3")
      #expect(off.errors.contains("support may give none"), "\(off)")
    }
  }
}
