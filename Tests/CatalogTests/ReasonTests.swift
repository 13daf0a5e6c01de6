import QixTerminal
import QixTesting
import Testing

extension SupportDeskTests {
  /// What needs a reason takes none of blanks, whichever command it is.
  @Test(arguments: ["", "  ", "\t\n", "\u{A0}"])
  func aReasonOfBlanksIsNone(_ blank: String) throws {
    try Desk.with { desk in
      try desk.home.done("budget create goodwill --amount 1000")
      try desk.home.done("setting set coins.goodwill-per-day 100")
      try desk.home.done("setting set coins.goodwill-per-user 50")
      try desk.home.done("user suspend ben --reason farm")
      for line in [
        "coins goodwill ada --amount 5", "user resume ben", "user erase ada --confirm ada", "user merge ada --into ben",
        "coins reverse order-981",
      ] {
        let words = ["--as", "\(desk.home.path)/sue.token"] + line.split(separator: " ").map(String.init)
        let outcome = try desk.home.qix(words + ["--reason", blank])
        #expect(outcome.exitCode == 2 && outcome.errors.contains("--reason"), "\(line): \(outcome)")
      }
      #expect(try desk.home.count("coins_approvals") == 0)
    }
  }
}
