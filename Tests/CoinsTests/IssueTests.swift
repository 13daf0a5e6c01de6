import QixCommands
import QixTerminal
import QixTesting
import Testing

@Suite struct IssueTests {
  @Test func aKeySentAgainGivesTheFirstResult() throws {
    try TestHome.initialised { home in
      _ = try home.qix("user create --external-id ada")
      let first = try home.qix("coins issue --to ada --amount 50 --idempotency-key k --quiet")
      let again = try home.qix("coins issue --to ada --amount 50 --idempotency-key k --quiet")
      #expect(first.exitCode == 0 && !first.output.isEmpty)
      #expect(again == first)
      let other = try home.qix("coins issue --to ada --amount 51 --idempotency-key k")
      #expect(other.exitCode == 5)
      #expect(other.output.isEmpty)
    }
  }
}
