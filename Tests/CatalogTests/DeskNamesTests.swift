import QixTerminal
import QixTesting
import Testing

/// What people at the desk type to name a user.
@Suite struct DeskNamesTests {
  /// A number that somebody else is called by doesn't open that other one's account in place of the caller's.
  @Test func aNumberThatIsAlsoANameMeansTwo() throws {
    try TestHome.initialised(vault: true) { home in
      for (name, role) in [("sue", "support"), ("till", "integrator")] {
        try home.done("token create \(name) --role \(role) --output \(home.path)/\(name).token")
      }
      try home.done("user create --external-id ada")
      func wallet(_ who: String, _ reference: String) throws -> TestTerminal.Outcome {
        try home.qix("--as \(home.path)/\(who).token wallet show \(reference)")
      }
      try home.done("user set ada --phone +447911123456")
      #expect(try wallet("sue", "+447911123456").exitCode == 0)
      try home.done("user create --external-id +447911123456")
      let unclear = try wallet("sue", "+447911123456")
      #expect(unclear.exitCode == 5 && unclear.errors.contains("another one is reached by"), "\(unclear)")
      // Nobody else is reached by this one; and programs say what their own systems call a user.
      try home.done("user create --external-id +447911123457")
      #expect(try wallet("sue", "+447911123457").exitCode == 0)
      #expect(try wallet("till", "+447911123456").exitCode == 0)
    }
  }
}
