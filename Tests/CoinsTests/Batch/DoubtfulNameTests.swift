import QixCommands
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// `--create-users` makes users of whatever stands in the column: of what can hardly be a customer nothing is booked.
@Suite struct DoubtfulNameTests {
  private static let file = """
    user,amount
    c-1,5
    4.9E+11,5
    Total,15
    ada@example.org,1
    known@example.org,1
    #NAME?,1
    =SUM(A1),1
    """

  @Test func nothingIsBookedOfARowThatIsNoCustomer() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id known@example.org")
      let command = ["coins", "issue", "--file", "-", "--create-users", "--json"]
      let before = try home.contents()
      let tried = try home.qix(command + ["--dry-run"], input: Self.file)
      #expect(tried.exitCode == 2 && tried.output.contains("\"refused\": 4"), "\(tried)")
      let refused = try home.qix(command, input: Self.file)
      #expect(refused.exitCode == 2 && refused.errors.contains("4.9E+11"), "\(refused)")
      #expect(try home.contents() == before)
      // Whoever goes on does the others; an address is a customer's, and is pointed out.
      let others = try home.qix(command + ["--keep-going"], input: Self.file)
      #expect(others.output.contains("\"users_created\": 2") && others.output.contains("\"refused\": 4"), "\(others)")
      #expect(others.errors.contains("One new user's name contains an email address"), "\(others)")
    }
  }

  /// Wherever a user is made by a name it is looked at the same way.
  @Test(arguments: ["ada@example.org", "+393391234567", "0039 339 1234567", "(339) 123 4567"])
  func addressesAndNumbersArePointedOutEverywhere(name: String) throws {
    for (line, input) in [
      (["coins", "issue", "--file", "-", "--create-users", "--dry-run"], "user,amount\n\(name),5\n"),
      (["coins", "issue", "--file", "-", "--create-users"], "user,amount\n\(name),5\n"),
      (["coins", "import", "--file", "-", "--create-users", "--reason", "r"], "user,amount,key\n\(name),5,k\n"),
      (["coins", "apply", "--file", "-", "--create-users"], "op,to,amount,key\nissue,\(name),5,k\n"),
      (["user", "import", "--file", "-", "--create-users"], "user,gender\n\(name),female\n"),
      (["user", "import", "--file", "-", "--create-users", "--dry-run"], "user,gender\n\(name),female\n"),
      (["user", "create", "--external-id", name], ""), (["user", "create", "--external-id", name, "--dry-run"], ""),
    ] {
      try TestHome.initialised(vault: true) { home in
        let outcome = try home.qix(line + (line[1] == "issue" ? ["--batch", "b"] : []), input: input)
        #expect(outcome.exitCode == 0, "\(line): \(outcome)")
        let told = ["contains an email address", "looks like a phone number"]
        #expect(told.contains { outcome.errors.contains($0) }, "\(line): \(outcome)")
      }
    }
  }

  /// Somebody may be called so.
  @Test func whoWasMadeBeforeIsACustomer() throws {
    try TestHome.initialised(vault: true) { home in
      let warned = try home.qix("user create --external-id Total")
      #expect(warned.exitCode == 0 && warned.errors.contains("totals row"), "\(warned)")
      try home.done("coins issue --file - --create-users", input: "user,amount\nc-1,5\nc-2,5\nTotal,15\n")
      let names = try home.qix(
        "user import --file - --create-users", input: "user,gender\nTotal,female\nSumme,female\n")
      #expect(names.exitCode == 2 && names.errors.contains("line 3: 'Summe' looks like a totals row"), "\(names)")
    }
  }
}
