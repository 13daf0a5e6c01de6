import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing
import VouchersContract

@testable import Vouchers

/// Input that is made to do harm later.
@Suite struct TrickTests {
  /// What is exported is opened in a spreadsheet, and a brand's list comes from strangers.
  /// And what looks like a signed voucher would be sold, and found at no till.
  @Test(arguments: ["=1+1+cmd", "+HYPERLINK", "@SUM(A1)", "-2+3|cmd", "QV1.ABCDEF", "qv-1.7777"])
  func aCodeThatIsSomethingElseIsNotTaken(_ code: String) throws {
    try Counter.with { counter in
      let list = try counter.file("list.csv", "code\nBRAND-0001\n\(code)\n")
      try counter.fails("voucher import cinema \(list) --title Cinema --keep-going", 2, "vouchers.lines-refused")
      try counter.run("voucher export cinema --output \(counter.home.path)/out.csv")
      let text = try counter.text(of: "\(counter.home.path)/out.csv")
      #expect(text.contains("BRAND-0001") && !text.contains(code))
    }
  }

  /// A period is written down in months, days and seconds: what couldn't be read back would lock the series for good.
  @Test(arguments: ["P101Y", "P1500W", "PT876000H", "P9999M"])
  func aPeriodThatCannotBeKeptIsRefused(_ period: String) throws {
    try Counter.with { counter in
      let words = ["voucher", "generate", "cake", "--on-demand", "--title", "Cake", "--valid-for"]
      let refused = try counter.qix(words + [period])
      #expect(refused.exitCode == 2, "\(refused.errors)")
      for (index, longest) in ["P100Y", "P9999D", "PT239976H"].enumerated() {
        try counter.run(["voucher", "generate", "cake-\(index)"] + words[3...] + [longest])
      }
      #expect(try counter.run("voucher list").split(separator: "\n").sorted() == ["cake-0", "cake-1", "cake-2"])
    }
  }

  /// Trying a use out tells as much as a check, so it leaves the same trace.
  @Test func aUseThatIsTriedOutIsInTheAuditLog() throws {
    try Counter.with { counter in
      try counter.run("voucher generate cake --on-demand --title Cake")
      let given = try counter.hand("cake", to: counter.user("anna"))
      try counter.run("voucher use --dry-run", input: given.code)
      #expect(try counter.qix("audit show --action vouchers.check --json").output.contains("\(given.id)"))
      #expect(try counter.home.count("vouchers_uses") == 0)
    }
  }
}
