import QixCommands
import QixTerminal
import QixTesting
import Testing

@Suite struct ShowUserTests {
  @Test(arguments: ["human", "json", "tsv", "quiet"])
  func answers(_ form: String) throws {
    try TestHome.initialised { home in
      let id = try home.qix("user create --quiet").output.firstLine
      _ = try home.qix("user create --external-id shop-4711")
      let known = try home.qix("user show shop-4711\(flag(form))")
      let unknown = try home.qix("user show \(id)\(flag(form))")
      try expectGolden("\(known.all)\n\(unknown.all)", "show.\(form).txt")
    }
  }

  /// Auditors see what support sees, and uncover nothing.
  @Test func auditorsSeeItMasked() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("user create --external-id ada")
      try home.done("user set ada --file -", input: #"{"phone": "+393331234567", "given-name": "Ada"}"#)
      var shown: [String] = []
      for role in ["support", "auditor"] {
        try home.done("token create \(role) --role \(role) --output \(home.path)/\(role).token")
        shown.append(try home.done("--as \(home.path)/\(role).token user show ada --changes --json"))
      }
      #expect(shown[0] == shown[1] && shown[0].contains("A…") && !shown[0].contains("1234567"), "\(shown[1])")
      let reveal = try home.qix("--as \(home.path)/auditor.token user show ada --reveal --reason curious")
      #expect(reveal.exitCode == 4 && !reveal.output.contains("Ada"), "\(reveal)")
    }
  }

  @Test func anIDMayBeInCapitals() throws {
    try TestHome.initialised { home in
      let id = try home.qix("user create --quiet").output.firstLine
      let capitals = "usr_" + id.dropFirst(4).uppercased()
      #expect(try home.qix("user show \(capitals) --quiet").output.firstLine == id)
    }
  }

  @Test(arguments: ["nobody", "usr_01m00000000000000000000000", "usr_", "ADA", "ad", "a%"])
  func whoIsNotThereIsNotFound(_ reference: String) throws {
    try TestHome.initialised { home in
      _ = try home.qix("user create --external-id ada")
      let outcome = try home.qix(["user", "show", reference])
      #expect(outcome.exitCode == 3 && outcome.output.isEmpty)
      #expect(
        outcome.errors == """
          qix: there is no user '\(reference)'
          Name a user by usr_… or by external id. `qix user list` shows the users. `qix user create` makes one.

          """)
    }
  }
}
