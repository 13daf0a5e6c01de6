import QixKernel
import QixTerminal
import QixTesting
import Testing

extension SupportDeskTests {
  /// A second tap on the same key of the keyboard gives as much again: whoever did it is told, and of which one.
  @Test func goodwillThatIsGivenTwiceIsPointedOut() throws {
    try Desk.with { desk in
      try desk.home.done("setting set coins.goodwill-per-day 500")
      try desk.home.done("budget create goodwill --amount 1000")
      let line = "coins goodwill ada --amount 20 --reason"
      func warned(_ line: String) throws -> String? {
        let outcome = try desk.qix("sue", line)
        #expect(outcome.exitCode == 0, "\(outcome)")
        guard outcome.errors.contains("as much out of this budget today") else { return nil }
        return outcome.errors
      }
      let first = try desk.qix("sue", "\(line) case-1 --quiet").output.filter { $0 != "\n" }
      for options in ["--dry-run", "", "--idempotency-key other"] {
        let warning = try warned("\(line) case-1 \(options)")
        #expect(warning?.contains("case-1") == true, "\(options)")
        if options == "--dry-run" { #expect(warning?.contains(first) == true && warning?.contains("leave it") == true) }
      }
      // The same key again gave nothing; another amount, another user and another day are something else.
      #expect(try warned("\(line) case-1 --idempotency-key other") == nil)
      #expect(try warned("coins goodwill ada --amount 21 --reason case-2") == nil)
      #expect(try warned("coins goodwill ben --amount 20 --reason case-3") == nil)
      // Nor does what was taken back count.
      let wrong = try desk.qix("sue", "coins goodwill ben --amount 7 --reason case-4 --quiet").output
      try desk.home.done("coins reverse \(wrong.filter { $0 != "\n" }) --reason case-4")
      #expect(try warned("coins goodwill ben --amount 7 --reason case-4") == nil)
      desk.home.clock.advance(byMicroseconds: Timestamp.day)
      #expect(try warned("\(line) case-1") == nil)
    }
  }
}
