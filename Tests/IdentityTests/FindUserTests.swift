import IdentityContract
import QixCommands
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Identity

@Suite struct FindUserTests {
  /// - Returns: the ids of shop-1, shop-10, shop-2, Shop-1, café, and one without an external id.
  private func fill(_ home: TestHome) throws -> [String] {
    try ["shop-1", "shop-10", "shop-2", "Shop-1", "café", nil].map { (external: String?) in
      home.clock.advance(byMicroseconds: 40_000_000_000)
      let flags = external.map { ["--external-id", $0] } ?? []
      return try home.qix(["user", "create", "--quiet"] + flags).output.firstLine
    }
  }

  @Test(arguments: ["human", "json", "tsv", "quiet"])
  func answers(_ form: String) throws {
    try TestHome.initialised { home in
      _ = try fill(home)
      try expectGolden(try home.qix("user find shop-1\(flag(form))").all, "find.\(form).txt")
    }
  }

  @Test(arguments: [
    ("shop-1", [0, 1]), ("shop-", [0, 1, 2]), ("shop-10", [1]), ("s", [0, 1, 2]), ("S", [3]), ("caf", [4]),
    ("café", [4]),
  ])
  func byTheBeginningOfTheExternalID(_ text: String, _ expected: [Int]) throws {
    try TestHome.initialised { home in
      let ids = try fill(home)
      let found = try home.qix(["user", "find", text, "--tsv"])
      #expect(found.rows == expected.map { ids[$0] })
    }
  }

  @Test func byTheBeginningOfTheID() throws {
    try TestHome.initialised { home in
      let ids = try fill(home)
      #expect(try home.qix("user find usr_ --tsv").rows == ids)
      #expect(try home.qix("user find usr_0 --tsv").rows == ids)
      for id in ids {
        for length in [10, 13, 20, 30] {
          let prefix = String(id.prefix(length))
          #expect(try home.qix("user find \(prefix) --tsv").rows == ids.filter { $0.hasPrefix(prefix) }, "\(prefix)")
        }
        let capitals = "usr_" + id.dropFirst(4).prefix(12).uppercased()
        #expect(try home.qix("user find \(capitals) --tsv").rows.contains(id))
      }
    }
  }

  @Test(arguments: [
    "shop-3", "hop-1", "%", "shop_1", "usr_7", "usr_8", "usr_zz", "usr_u", "usr_000000000000000000000000000",
  ])
  func nobodyIsNotFound(_ text: String) throws {
    try TestHome.initialised { home in
      _ = try fill(home)
      let outcome = try home.qix(["user", "find", text])
      #expect(outcome.exitCode == 3 && outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("qix: there is no user '\(text)'\n"))
    }
  }

  /// What is looked for may be a person's own: it is not repeated, and the way to look for it is named.
  @Test(arguments: [("ada@example.com", "--email -"), ("0170123456", "--phone -"), ("+39 06 123456", "--phone -")])
  func whatIsPersonalIsNotRepeated(_ text: String, _ option: String) throws {
    try TestHome.initialised { home in
      for verb in ["find", "show"] {
        let outcome = try home.qix(["user", verb, text])
        #expect(outcome.exitCode == 3 && !outcome.errors.contains(text) && outcome.errors.contains(option), "\(verb)")
      }
    }
  }

  /// As every provider does it; what was typed is kept for showing and sending.
  @Test func anAddressIsFoundWhateverItsCase() throws {
    try TestHome.initialised(vault: true) { home in
      func qix(_ line: String, _ input: String = "") throws -> TestTerminal.Outcome {
        try home.qix(line.split(separator: " ").map(String.init), input: input)
      }
      let id = try qix("user create --quiet").output.firstLine
      let other = try qix("user create --quiet").output.firstLine
      #expect(try qix("user set \(id) --email -", "Mia@Example.com\n").exitCode == 0)
      for spelling in ["mia@example.com", "MIA@example.COM", "Mia@example.com"] {
        #expect(try qix("user find --email - --quiet", spelling + "\n").output.firstLine == id, "\(spelling)")
        #expect(try qix("user set \(other) --email -", spelling + "\n").exitCode == 5, "\(spelling)")
      }
      let shown = try qix("user show \(id) --reveal --reason test --json").output
      #expect(shown.contains("Mia@example.com"))
      // Its owner may spell it anew, and is found by it.
      #expect(try qix("user set \(id) --email -", "mia@example.com\n").exitCode == 0)
      #expect(try qix("user show \(id) --reveal --reason test --json").output.contains("mia@example.com"))
      #expect(try qix("user find --email - --quiet", "MIA@example.com\n").output.firstLine == id)
    }
  }

  /// Two users of the time when case mattered are each found as they are spelled.
  @Test func formerSpellingsLeadWhereTheyLed() throws {
    try TestHome.initialised { home in
      let desk = try Desk(home)
      let users = try (0..<3).map { _ in try desk.create() }
      try desk.set(users[0], [.email: "mia@example.com"])
      try desk.set(users[1], [.email: "other@example.com"])
      try desk.write { connection in
        let former = try desk.profiles.keys.hash("email", ["Mia@example.com"], in: connection)
        try connection.run("UPDATE identity_lookups SET hash = ?1 WHERE user = ?2", .blob(former), .id(users[1]))
        for (spelling, owner) in [("mia", 0), ("MIA", 0), ("Mia", 1)] {
          let found = try desk.profiles.user(with: .email, "\(spelling)@example.com", in: connection)
          #expect(found == users[owner], "\(spelling)")
        }
      }
      #expect(throws: UserError.self) { try desk.set(users[2], [.email: "MIA@example.com"]) }
    }
  }

  @Test func nothingIsNoBeginning() throws {
    try TestHome.initialised { home in
      _ = try fill(home)
      let outcome = try home.qix(["user", "find", ""])
      #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
    }
  }

  @Test func noMoreThanAskedFor() throws {
    try TestHome.initialised { home in
      let ids = try fill(home)
      #expect(try home.qix("user find shop --limit 2 --tsv").rows == Array(ids.prefix(2)))
      #expect(try home.qix("user find shop --limit 0").exitCode == 2)
    }
  }
}
