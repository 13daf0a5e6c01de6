import QixTerminal
import QixTesting
import Testing

@Suite struct CreateUserTests {
  @Test(arguments: ["human", "json", "tsv", "quiet"])
  func answers(_ form: String) throws {
    try TestHome.initialised { home in
      let known = try home.qix("user create --external-id shop-4711\(flag(form))")
      let unknown = try home.qix("user create\(flag(form))")
      try expectGolden("\(known.all)\n\(unknown.all)", "create.\(form).txt")
    }
  }

  @Test(arguments: ["human", "json", "tsv", "quiet"])
  func aDryRunMakesNobody(_ form: String) throws {
    try TestHome.initialised { home in
      let outcome = try home.qix("user create --external-id shop-4711 --dry-run\(flag(form))")
      try expectGolden(outcome.all, "create-dry-run.\(form).txt")
      // No id that means nothing gets into a script's hands.
      #expect(!outcome.output.contains("usr_"))
      #expect(try home.qix("user list --tsv").rows.isEmpty)
    }
  }

  @Test func anExternalIDBelongsToOne() throws {
    try TestHome.initialised { home in
      let first = try home.qix("user create --external-id ada --quiet").output
      let taken = try home.qix("user create --external-id ada")
      #expect(taken.exitCode == 5 && taken.output.isEmpty)
      #expect(
        taken.errors == """
          qix: another user has the external id 'ada' already
          See whose it is with `qix user show ada`.

          """)
      let json = try home.qix("user create --external-id ada --json")
      #expect(json.exitCode == 5 && json.output.isEmpty)
      #expect(
        json.errors == #"{"error":{"code":"identity.external-id-taken","message":"another user has the external id "#
          + #"'ada' already","hint":"See whose it is with `qix user show ada`."}}"# + "\n")
      #expect(try home.qix("user create --external-id ada --dry-run").exitCode == 5)
      #expect(try home.qix("user list --tsv").rows == [first.firstLine])
    }
  }

  @Test(arguments: [
    "a", "shop-4711", "0", " ", "a b", "Ada", "ada@example", "ключ", "🎉", "us", "usr", "usr-1", "budget", "Issuer",
    "'; DROP TABLE identity_users; --", "%", "a\u{301}", String(repeating: "x", count: 200),
    String(repeating: "ж", count: 200),
  ])
  func anExternalIDIsTakenAsItIs(_ id: String) throws {
    try TestHome.initialised { home in
      let created = try home.qix(["user", "create", "--quiet", "--external-id", id])
      #expect(created.exitCode == 0, "\(created.errors)")
      #expect(try home.qix(["user", "show", "--quiet", "--", id]).output == created.output)
    }
  }

  @Test(arguments: [
    ("", "it is empty"), (String(repeating: "x", count: 201), "it is longer than 200 characters"),
    ("usr_1", "it looks like an id of qix's own"), ("budget:spring", "it looks like a budget's account"),
    ("a\nb", "it has control characters"), ("\u{7F}", "it has control characters"),
    ("\u{85}", "it has control characters"), ("issuer", "qix uses the word for an account of its own"),
    ("redeemed", "qix uses the word for an account of its own"),
    ("expired", "qix uses the word for an account of its own"),
  ])
  func anExternalIDIsRefused(_ id: String, _ problem: String) throws {
    try TestHome.initialised { home in
      let outcome = try home.qix(["user", "create", "--external-id=\(id)"])
      #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("can't be an external id: \(problem)"), "\(outcome.errors)")
      #expect(try home.qix("user list --tsv").rows.isEmpty)
    }
  }

  @Test func idsAscendAndDiffer() throws {
    try TestHome.initialised { home in
      var ids: [String] = []
      for _ in 0..<20 {
        ids.append(try home.qix("user create --quiet").output)
        home.clock.advance(byMicroseconds: 1_000)
      }
      #expect(Set(ids).count == 20 && ids == ids.sorted())
    }
  }
}
