import Foundation
import QixCommands
import QixTerminal
import QixTesting
import Testing

/// Nobody hands on, or gets by a detour, more than they have.
@Suite struct RightsTests {
  /// Beginnings of ids, one after another, would be the list that these have no right to.
  @Test(arguments: ["--role integrator", "--role support --scope user.find", "--role operator --scope user.find"])
  func whoeverListsNoUsersFindsThemByTheWholeID(_ options: String) throws {
    try Desk.with { desk in
      let options = options.replacing("user.find", with: "user find").split(separator: " ", maxSplits: 3).map(
        String.init)
      let outcome = try desk.home.qix(["token", "create", "shop", "--output", desk.path("shop")] + options)
      try #require(outcome.exitCode == 0, "\(outcome.errors)")
      let shop = desk.path("shop")
      let id = try desk.run("user show ada --quiet").output.trimmingCharacters(in: .newlines)
      for text in ["usr_", "usr_0", String(id.dropLast()), "a", "ad"] {
        let found = try desk.run("user find \(text) --limit 1000", as: shop)
        #expect(found.exitCode == 3 && found.output.isEmpty, "\(text)")
      }
      for text in [id, "ada"] {
        #expect(try desk.run("user find \(text) --quiet", as: shop).output.trimmingCharacters(in: .newlines) == id)
      }
      let support = try desk.token("support", "--role support")
      #expect(try desk.run("user find usr_ --quiet", as: support).output.trimmingCharacters(in: .newlines) == id)
    }
  }

  @Test func onlyAdminsMakeTokens() throws {
    try Desk.with { desk in
      for role in ["operator", "integrator", "support", "auditor"] {
        let file = try desk.token(role, "--role \(role)")
        for line in ["token create x --role \(role)", "token rotate \(role)", "token revoke \(role)"] {
          #expect(
            try desk.code(line + (line.contains("revoke") ? "" : " --output \(desk.path("x"))"), as: file)
              == "access.role")
        }
      }
    }
  }

  @Test func aTokenMakesNoneWithMoreRights() throws {
    try Desk.with { desk in
      let maker = try desk.token("maker", "--role admin --scope token --expires P10D")
      func code(_ options: String) throws -> String {
        try desk.code("token create made --output \(desk.path("made")) \(options) --dry-run", as: maker)
      }
      #expect(try code("--role admin --expires P1D") == "access.beyond-maker")
      #expect(try code("--role admin --scope coins --expires P1D") == "access.beyond-maker")
      #expect(try code("--role support --expires P1D") == "access.beyond-maker")
      #expect(try code("--role admin --scope token --expires P11D") == "access.beyond-maker")
      #expect(try code("--role admin --scope token") == "access.beyond-maker")
      #expect(try code("--role admin --scope token --expires P10D") == "")
      #expect(try code("--role auditor --scope token --expires P1D") == "")
      // Nor by taking over one that has them.
      try desk.token("strong", "--role admin --expires P5D")
      #expect(try desk.code("token rotate strong --output \(desk.path("s2"))", as: maker) == "access.beyond-maker")
      #expect(
        try desk.code("token rotate maker --expires P20D --output \(desk.path("m2"))", as: maker)
          == "access.beyond-maker")
      // What it was not made for it can't do itself.
      #expect(try desk.code("coins issue --to ada --amount 1", as: maker) == "access.scope")
    }
  }

  @Test func aMadeTokenNamesItsMaker() throws {
    try Desk.with { desk in
      let maker = try desk.token("maker", "--role admin")
      try desk.token("made", "--role support --expires P1D", by: maker)
      let shown = try desk.run("token show made --tsv").output
      #expect(shown.contains("created_by\ttoken:maker"))
      #expect(
        try desk.run("audit show --subject token:made --actor token:maker --tsv").output.contains("access.create"))
    }
  }

  @Test func scopesAndReadingOnly() throws {
    try Desk.with { desk in
      let shop = try desk.token("shop", "--role integrator --scope wallet --scope user")
      #expect(try desk.run("wallet show ada", as: shop).exitCode == 0)
      #expect(try desk.run("user create", as: shop).exitCode == 0)
      #expect(try desk.code("coins issue --to ada --amount 1", as: shop) == "access.scope")
      let eye = try desk.token("eye", "--role admin --access read")
      #expect(try desk.run("wallet show ada", as: eye).exitCode == 0)
      let entries = try desk.home.count("qix_audit")
      for line in ["coins issue --to ada --amount 1", "user create --dry-run", "token revoke shop"] {
        #expect(try desk.code(line, as: eye) == "access.read-only")
      }
      #expect(try desk.home.count("qix_audit") == entries)
    }
  }

  /// Whoever may only read takes nothing away: no copy of the data, no secret, no open vault.
  @Test func readingOnlyRevealsNothing() throws {
    try TestHome.initialised(vault: true) { home in
      let desk = Desk(home: home)
      try #require(try home.qix("vault set s a --quiet", input: "hunter2").exitCode == 0)
      let eye = try desk.token("eye", "--role admin --access read")
      let victim = try desk.write("mine", to: "victim")
      let files = try FileManager.default.contentsOfDirectory(atPath: home.path).sorted()
      let entries = try home.count("qix_audit")
      for line in [
        "db backup --with-vault --force \(victim)", "db backup \(desk.path("b")) --dry-run", "vault get s a",
        "vault export --force \(victim)", "vault unlock",
      ] {
        let outcome = try desk.run(line, as: eye)
        #expect(outcome.exitCode == 4 && outcome.output.isEmpty, "\(line): \(outcome)")
        #expect(outcome.errors.contains("reading only"), "\(line): \(outcome.errors)")
      }
      #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).sorted() == files)
      #expect(try home.count("qix_audit") == entries)
    }
  }

  /// A program that `vault run` starts acts as the owner: no token gets there, whatever it was made for.
  @Test func noTokenRunsPrograms() throws {
    try Desk.with { desk in
      let options = ["--role admin", "--role admin --access read", "--role admin --scope vault"]
      for (number, options) in options.enumerated() {
        let file = try desk.token("t\(number)", options)
        let outcome = try desk.home.qix(
          ["--json", "--as", file, "vault", "run", "--", "true"], endsBehindGate: true)
        #expect(outcome.exitCode == 4 && outcome.errors.contains("\"access.owner-only\""), "\(outcome)")
      }
      let words = [
        "token", "create", "t", "--role", "admin", "--scope", "vault run", "--output", desk.path("t"), "--json",
      ]
      let scoped = try desk.home.qix(words)
      #expect(scoped.exitCode == 2 && scoped.errors.contains("access.scope-empty"))
      #expect(try desk.home.qix(["vault", "run", "--", "true"], endsBehindGate: true).exitCode == 0)
    }
  }

  @Test func aBackupByATokenIsWrittenDown() throws {
    try Desk.with { desk in
      let file = try desk.token("night", "--role admin --scope db")
      #expect(try desk.code("db backup \(desk.path("b")) --read-only", as: file) == "storage.read-only")
      #expect(!FileManager.default.fileExists(atPath: desk.path("b")))
      #expect(try desk.run("db backup \(desk.path("b")) --reason nightly", as: file).exitCode == 0)
      let log = try desk.run("audit show --action upkeep.backup --tsv").output
      #expect(log.contains("token:night") && log.contains("b.token") && log.contains("nightly"))
    }
  }

  @Test(arguments: ["coin", "coins issue now", "", " coins", "coins  issue", "qix coins", "--help"])
  func aScopeThatNamesNothingIsRefused(_ scope: String) throws {
    try Desk.with { desk throws in
      let words = ["token", "create", "t", "--role", "operator", "--output", desk.path("t"), "--scope=\(scope)"]
      #expect(try desk.home.qix(words).exitCode == 2)
    }
  }

  @Test func aScopeThatTheRoleCannotUseIsRefused() throws {
    try Desk.with { desk throws in
      let line = "token create t --role support --scope token --output \(desk.path("t"))"
      #expect(try desk.code(line) == "access.scope-empty")
    }
  }

  @Test(arguments: ["", "Till", "till 7", "-a", ".a", "tok_1", "a/b", "ü", "a\u{0}", String(repeating: "a", count: 41)])
  func namesArePlain(_ name: String) throws {
    try Desk.with { desk in
      let outcome = try desk.home.qix(["token", "create", "--role", "support", "--output", desk.path("t"), "--", name])
      #expect(outcome.exitCode == 2)
    }
  }

  @Test func theDoctorNamesTokensThatEndSoon() throws {
    try Desk.with { desk in
      try desk.token("late", "--role support")
      #expect(try !desk.run("doctor --tsv").output.contains("late"))
      try desk.token("soon", "--role support --expires P3D")
      #expect(try desk.run("doctor --tsv").output.contains("soon"))
    }
  }
}
