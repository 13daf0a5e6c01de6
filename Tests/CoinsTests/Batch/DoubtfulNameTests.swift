import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// `--create-users` makes users of whatever stands in the column: what can hardly be a customer is pointed out.
@Suite struct DoubtfulNameTests {
  @Test(arguments: [["--dry-run"], []])
  func eachIsWarnedOfOnce(options: [String]) throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id known@example.org")
      let file = """
        user,amount
        c-1,5
        4.9E+11,5
        5.1E+11,5
        Total,15
        ada@example.org,1
        known@example.org,1
        #NAME?,1
        =SUM(A1),1
        """
      let outcome = try home.qix(["coins", "issue", "--file", "-", "--create-users", "--json"] + options, input: file)
      #expect(outcome.exitCode == 0, "\(outcome)")
      #expect(outcome.output.contains("\"users_created\": 7"), "\(outcome)")
      #expect(outcome.errors.contains("2 new users have names that a spreadsheet seems to have rounded"))
      #expect(outcome.errors.contains("'4.9E+11'") && outcome.errors.contains("'Total'"))
      #expect(
        outcome.errors.contains(
          "2 new users have names that a spreadsheet writes in place of a value, such as '#NAME?'"))
      #expect(outcome.errors.contains("One new user has a name with an e-mail address"))
    }
  }
}
