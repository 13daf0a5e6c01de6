import QixCommands
import QixStorage
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

  /// A script that takes names from a spreadsheet takes what stands there in place of one, too.
  @Test(arguments: [
    ("#NAME?", "error value of a spreadsheet"), ("=HYPERLINK(A1)", "error value of a spreadsheet"),
    ("@SUM(A1)", "error value of a spreadsheet"), ("4.9E+11", "spreadsheet has rounded"), ("Total", "a totals row"),
    ("ada@example.org", "an email address"),
  ])
  func aNameThatMayBeNoneIsWarnedOf(name: String, words: String) throws {
    try TestHome.initialised(vault: true) { home in
      for options in [["--dry-run"], [], ["--if-not-exists"]] {
        let outcome = try home.qix(["user", "create", "--external-id", name] + options)
        #expect(outcome.exitCode == 0)
        // Who is there already was warned of.
        #expect(outcome.errors.contains(words) == (options != ["--if-not-exists"]), "\(outcome)")
      }
    }
    try TestHome.initialised(vault: true) { home in
      for options in [["--dry-run"], []] {
        let file = "user,given-name\n\(name),Ada\nshop-4711,Ben\n"
        let outcome = try home.qix(["user", "import", "--file", "-", "--create-users"] + options, input: file)
        // An address is a customer's; the others are no users unless somebody has made them on purpose.
        #expect(outcome.exitCode == (name.hasPrefix("ada") ? 0 : 2), "\(outcome)")
        #expect(outcome.errors.contains(words), "\(outcome)")
        if outcome.exitCode == 2 { #expect(try home.count("identity_users") == 0) }
      }
    }
  }

  @Test func anExternalIDBelongsToOne() throws {
    try TestHome.initialised { home in
      let first = try home.qix("user create --external-id ada --quiet").output
      let taken = try home.qix("user create --external-id ada")
      #expect(taken.exitCode == 5 && taken.output.isEmpty)
      #expect(
        taken.errors == """
          qix: another user already has the external id 'ada'
          Show that user with `qix user show ada`.

          """)
      let json = try home.qix("user create --external-id ada --json")
      #expect(json.exitCode == 5 && json.output.isEmpty)
      #expect(
        json.errors == #"{"error":{"code":"identity.external-id-taken","message":"another user already has "#
          + #"the external id 'ada'","hint":"Show that user with `qix user show ada`."}}"# + "\n")
      #expect(try home.qix("user create --external-id ada --dry-run").exitCode == 5)
      #expect(try home.qix("user list --tsv").rows == [first.firstLine])
    }
  }

  @Test(arguments: [
    "a", "shop-4711", "0", "a b", "Ada", "ada@example", "ключ", "🎉", "us", "usr", "usr-1", "budget", "Issuer",
    "'; DROP TABLE identity_users; --", "%", "\u{E1}", String(repeating: "x", count: 200),
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
    ("usr_1", "it looks like an id of qix's own"), ("Mem_1", "it looks like an id of qix's own"),
    ("budget:spring", "it looks like a budget's account"),
    ("a\nb", "it has U+000A at character 2"), ("\u{7F}", "it has U+007F at character 1"),
    ("\u{85}", "it has U+0085 at character 1"), ("ada ", "it ends in a blank, U+0020 at character 4"),
    ("ada\u{200B}", "it has U+200B at character 4, which can't be seen"),
    ("a\u{301}", "U+0061 at character 1 is not in its composed form, NFC"),
    ("issuer", "qix uses the word for an account of its own"),
    ("redeemed", "qix uses the word for an account of its own"),
    ("expired", "qix uses the word for an account of its own"),
  ])
  func anExternalIDIsRefused(_ id: String, _ problem: String) throws {
    try TestHome.initialised { home in
      let outcome = try home.qix(["user", "create", "--external-id=\(id)"])
      #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
      // Control characters are no part of any value, so that the name isn't looked at.
      let isControl = id.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" }
      let place = isControl ? "--external-id: " : "can't be an external id: "
      #expect(outcome.errors.contains(place + problem), "\(outcome.errors)")
      #expect(try home.qix("user list --tsv").rows.isEmpty)
    }
  }

  /// Users of before 0.6.0 may have such names: they are found under these, and under nothing else.
  @Test func whoHasSuchANameAlreadyGoesOnByIt() throws {
    try TestHome.initialised { home in
      let names = ["ada ", "ada\u{200B}", "ren\u{E9}", "rene\u{301}"]
      var ids: [String] = []
      for (index, name) in names.enumerated() {
        let id = try home.qix("user create --external-id u\(index) --quiet").output.firstLine
        try home.unchecked.write(Change("test.rename")) { connection, _ in
          try connection.run(
            "UPDATE identity_users SET external_id = ?1 WHERE external_id = ?2", .text(name), .text("u\(index)"))
        }
        ids.append(id)
      }
      for (name, id) in zip(names, ids) {
        #expect(try home.qix(["user", "show", "--quiet", "--", name]).output.firstLine == id)
        #expect(try home.qix(["coins", "issue", "--amount", "5", "--quiet", "--to", name]).exitCode == 0)
      }
      // In a file too each gets what is theirs, though Swift takes the last two for the same text.
      // Blanks at the ends of a value of CSV are none of it, so the first is named by id there.
      let file =
        "user,amount,key\n"
        + ([ids[0]] + names.dropFirst()).map { "\"\($0)\",7,k-\(Array($0.utf8))".replacing(", ", with: "-") }
        .joined(separator: "\n") + "\n"
      let issued = try home.qix(["coins", "issue", "--file", "-", "--create-users"], input: file)
      #expect(issued.exitCode == 0, "\(issued.errors)")
      for id in ids {
        #expect(try home.qix("wallet show \(id) --json").output.contains("\"balance\": 12"), "\(id)")
      }
    }
  }

  /// A file is judged by the same rule, in the dry run already.
  @Test(arguments: ["--dry-run", "--create-users"])
  func aFileIsRefusedWithLineAndColumn(_ flag: String) throws {
    try TestHome.initialised { home in
      let outcome = try home.qix(
        ["coins", "issue", "--file", "-", "--create-users"] + (flag == "--dry-run" ? [flag] : []),
        input: "user,amount\nada,5\nada\u{200B},5\n")
      #expect(outcome.exitCode == 2, "\(outcome.all)")
      #expect(outcome.errors.contains("line 3, user (A)"), "\(outcome.errors)")
      #expect(outcome.errors.contains("it has U+200B at character 4, which can't be seen"), "\(outcome.errors)")
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
