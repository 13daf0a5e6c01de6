import QixCommands
import QixTerminal
import QixTesting
import Testing

/// What people at the desk type to name a user.
@Suite struct DeskNamesTests {
  /// A number that somebody else is called by doesn't open that other one's account in place of the caller's.
  @Test func aNumberThatIsAlsoANameMeansTwo() throws {
    try TestHome.initialised(vault: true) { home in
      for (name, role) in [
        ("sue", "support"), ("till", "integrator"), ("olga", "operator"), ("audrey", "auditor"),
      ] {
        try home.done("token create \(name) --role \(role) --output \(home.path)/\(name).token")
      }
      try home.done("user create --external-id ada")
      func wallet(_ who: String, _ reference: String) throws -> TestTerminal.Outcome {
        try home.qix("--as \(home.path)/\(who).token wallet show \(reference)")
      }
      try home.done("user set ada --phone +447911123456")
      #expect(try wallet("sue", "+447911123456").exitCode == 0)
      // Nobody is made who would be taken for ada; programs name users by what their own systems call them.
      let taken = try home.qix("user create --external-id +447911123456")
      #expect(taken.exitCode == 5 && taken.errors.contains("another user has that phone number"), "\(taken)")
      let made = try home.qix("--as \(home.path)/till.token user create --external-id +447911123456")
      #expect(made.exitCode == 0 && made.errors.contains("looks like a phone number"), "\(made)")
      let unclear = try wallet("sue", "+447911123456")
      #expect(unclear.exitCode == 5 && unclear.errors.contains("another user has that number or address"), "\(unclear)")
      for who in ["olga", "audrey"] { #expect(try wallet(who, "+447911123456").exitCode == 5, "\(who)") }
      for line in [
        "wallet show +447911123456", "wallet history +447911123456", "user show +447911123456",
        "user suspend +447911123456", "coins goodwill +447911123456 --amount 5 --reason case-1",
        "coins redeem --from +447911123456 --amount 5", "coins issue --to +447911123456 --amount 5",
        "user merge +447911123456 --into ada", "tier of +447911123456",
      ] {
        let outcome = try home.qix(line)
        #expect(
          outcome.exitCode == 5 && outcome.errors.contains("another user has that number or address"),
          "\(line): \(outcome)")
      }
      let file = try home.qix("coins issue --file - --create-users", input: "user,amount\n+447911123456,5\n")
      #expect(file.exitCode == 5 && file.errors.contains("another user has that number or address"), "\(file)")
      #expect(try home.count("coins_transfers") == 0)
      // Nobody else is reached by this one; and programs say what their own systems call a user.
      try home.done("user create --external-id +447911123457")
      try home.done("coins issue --to +447911123457 --amount 5")
      #expect(try wallet("sue", "+447911123457").exitCode == 0)
      #expect(try wallet("till", "+447911123456").exitCode == 0)
    }
  }
}
