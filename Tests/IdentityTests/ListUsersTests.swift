import QixCommands
import QixTerminal
import QixTesting
import Testing

@Suite struct ListUsersTests {
  /// Makes users one millisecond apart, each second of them known by an external id.
  private func fill(_ home: TestHome, _ count: Int) throws -> [String] {
    try (0..<count).map { number in
      home.clock.advance(byMicroseconds: 1_000)
      let flags = number % 2 == 1 ? " --external-id shop-\(number)" : ""
      return try home.qix("user create --quiet\(flags)").output.firstLine
    }
  }

  @Test(arguments: ["human", "json", "tsv", "quiet"])
  func answers(_ form: String) throws {
    try TestHome.initialised { home in
      _ = try fill(home, 3)
      try expectGolden(try home.qix("user list\(flag(form))").all, "list.\(form).txt")
    }
  }

  @Test func anEmptyHomeSaysSo() throws {
    try TestHome.initialised { home in
      let outcome = try home.qix("user list")
      #expect(outcome.exitCode == 0)
      #expect(outcome.errors == "There are no users. Make one with `qix user create`.\n")
    }
  }

  @Test func pageAfterPageEveryUserComesOnce() throws {
    try TestHome.initialised { home in
      let all = try fill(home, 7)
      var seen: [String] = []
      var flags = ""
      for _ in 0..<4 {
        let page = try home.qix("user list --limit 3 --tsv\(flags)").rows
        seen += page
        if let last = page.last { flags = " --after \(last)" }
      }
      #expect(seen == all)
    }
  }

  @Test func inAPipeItIsWhole() throws {
    try TestHome.initialised { home in
      let all = try fill(home, 51)
      #expect(try home.qix("user list --quiet").output.split(separator: "\n").map(String.init) == all)
      #expect(try home.qix("user list --tsv").rows == all)
      let json = try home.qix("user list --json").output
      #expect(json.contains(#""more": false"#) && json.contains(all[50]))
      #expect(try home.qix("user list").errors.isEmpty)
      #expect(try home.qix("user list --quiet --limit 50").errors.hasPrefix("warning: There is more"))
      let page = try home.qix(["user", "list", "--quiet"], isTerminal: true)
      #expect(page.output.split(separator: "\n").count == 50 && page.errors.contains("There is more"))
    }
  }

  @Test func aFullPageTellsHowToGoOn() throws {
    try TestHome.initialised { home in
      let all = try fill(home, 2)
      let cut = try home.qix("user list --limit 1")
      #expect(cut.errors == "There is more: `qix user list --limit 1 --after \(all[0])`.\n")
      #expect(try home.qix("user list --limit 2").errors.isEmpty)
      #expect(try home.qix("user list --after \(all[1])").errors == "There are no users after that one.\n")
    }
  }

  /// A script must not take a part for the whole.
  @Test func scriptsAreToldThatThereIsMore() throws {
    try TestHome.initialised { home in
      let all = try fill(home, 3)
      for (line, shown) in [("user list --limit 2", 2), ("user find usr_ --limit 2", 2)] {
        let quiet = try home.qix("\(line) --quiet")
        #expect(quiet.output.split(separator: "\n").count == shown && quiet.errors.hasPrefix("warning: "), "\(line)")
        let json = try home.qix("\(line) --json")
        #expect(json.output.contains(#""more": true"#), "\(line)")
      }
      #expect(try home.qix("user list --limit 2 --json").output.contains(#""next": "\#(all[1])""#))
      for line in ["user list --limit 3", "user find usr_ --limit 3", "user list --after \(all[1]) --limit 1"] {
        #expect(try home.qix("\(line) --quiet").errors.isEmpty, "\(line)")
        #expect(try home.qix("\(line) --json").output.contains(#""more": false"#), "\(line)")
      }
      let audit = try home.qix("audit show --limit 2 --quiet")
      #expect(audit.errors.hasPrefix("warning: "))
      #expect(try home.qix("audit show --limit 2 --json").output.contains(#""more": true"#))
      #expect(try home.qix("audit show --limit 1000 --quiet").errors.isEmpty)
    }
  }

  @Test(arguments: ["--limit 0", "--limit -1", "--limit 100001", "--limit many", "--after shop-1", "--after usr_1"])
  func isRefused(_ flags: String) throws {
    try TestHome.initialised { home in
      _ = try fill(home, 2)
      let outcome = try home.qix("user list \(flags)")
      #expect(outcome.exitCode == 2 && outcome.output.isEmpty && !outcome.errors.isEmpty)
    }
  }
}
