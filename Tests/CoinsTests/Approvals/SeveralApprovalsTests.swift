import QixCommands
import QixFormats
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// One command that decides about several requests.
@Suite struct SeveralApprovalsTests {
  private func waits(_ line: String, in home: TestHome) throws -> String {
    let outcome = try home.qix("\(line) --quiet")
    #expect(outcome.exitCode == 4, "\(outcome)")
    return String(try #require(outcome.errors.split { $0.isWhitespace || $0 == "`" }.first { $0.hasPrefix("apr_") }))
  }

  /// Each is decided for itself: one that can't be is told of, and stands in no other's way.
  @Test func eachIsDecidedForItself() throws {
    try Shop.with { shop in
      try shop.done("setting set coins.approval-above 100")
      var bea = shop.home
      bea.actor = "local:bea"
      func asked(_ amount: Int) throws -> String { try waits("coins issue --to ada --amount \(amount)", in: shop.home) }
      let (first, second) = (try asked(101), try asked(102))
      let own = try waits("coins issue --to ada --amount 103", in: bea)
      let outcome = try bea.qix("coins approve \(first) \(own) \(second) --json")
      #expect(outcome.exitCode == 4 && outcome.errors.contains("coins.approval-own"), "\(outcome.errors)")
      let approvals = try JSONValue(parsing: outcome.output)["approvals"]?.array ?? []
      #expect(approvals.compactMap { $0["approval"]?.string } == [first, second])
      #expect(approvals.allSatisfy { $0["state"]?.string == "approved" })
      try shop.done("coins issue --to ada --amount 101")
      let (third, fourth) = (try asked(104), try asked(105))
      let declined = try bea.qix("coins decline \(third) \(fourth) --reason no")
      #expect(declined.exitCode == 0 && declined.output.contains("declined"), "\(declined)")
      #expect(try bea.qix("coins approve \(third) \(fourth)").exitCode == 5)
      try shop.verify()
    }
  }
}
