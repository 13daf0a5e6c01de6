import QixCatalog
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Directives

/// Directives were a part of Shakes until 0.6.0.
@Suite struct TakingOverTests {
  @Test func whatShakesHasKeptComesAlong() throws {
    try TestHome.initialised(modules: Catalog.modules.filter { $0.id != "directives" }) { home in
      let source = try TestSource()
      try home.database.write(Change("test.old")) { connection, _ in
        let directive = try Directive(parsing: #"{"name":"closed","do":{"nothing":"closed for today"}}"#)
        try connection.run(
          "INSERT INTO shakes_directives (name, directive, added_at) VALUES ('closed', ?1, ?2)",
          .text("\(directive.json)"), .time(home.clock.now()))
        try connection.run(
          "INSERT INTO shakes_directive_sources (name, url, keys, added_at) VALUES ('agency', ?1, ?2, ?3)",
          .text(source.url), .text(source.key.text), .time(home.clock.now()))
        try connection.run(
          """
          INSERT INTO shakes_directive_copies (source, body, version, confirmed_at, tried_at)
          VALUES ('agency', ?1, 1, ?2, ?2)
          """, .blob(Array(TestSource.document(version: 1, name: "night").utf8)), .time(home.clock.now()))
        try connection.run("UPDATE shakes_directive_state SET version = 7 WHERE id = 1")
      }
      var whole = home
      whole.modules = Catalog.modules
      #expect(try whole.qix("directive list").exitCode == 7)
      try whole.done("db migrate")
      #expect(try whole.references() == ["closed", "agency/night"])
      #expect(try whole.database.read { try DirectiveStore.version(in: $0) } == 7)
      try whole.done("db check")
      // The copy still goes with its source.
      try whole.done("directive source remove agency")
      #expect(try whole.references() == ["closed"])
    }
  }

  /// Whoever has switched Shakes off has switched off what was a part of it.
  @Test func itIsSwitchedOffWithShakes() throws {
    try TestHome.initialised { (home: TestHome) throws in
      let off =
        ["shakes"] + Catalog.modules.filter { $0.requires.contains("shakes") && $0.cutFrom == nil }.map { $0.id }
      func run(_ line: String) throws -> TestTerminal.Outcome {
        let program = try Qix.program(
          disabled: Set(off), home: home.path, actor: home.actor, clock: home.clock, random: home.random)
        return TestTerminal(clock: home.clock).run(program, line.split(separator: " ").map(String.init))
      }
      #expect(try run("db check").exitCode == 0)
      for line in ["directive list", "webhook list", "shake list"] { #expect(try run(line).exitCode == 2, "\(line)") }
    }
  }

  @Test func shakesGoOnWithoutIt() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.done("directive add closed --nothing closed")
      let forbidden = try home.qix("shake send --user ada --json")
      #expect(forbidden.exitCode == 6 && forbidden.errors.contains("shakes.nothing-now"))
      let program = try Qix.program(
        disabled: ["directives"], home: home.path, actor: home.actor, clock: home.clock, random: home.random)
      let outcome = TestTerminal(clock: home.clock).run(program, ["shake", "send", "--user", "ada", "--json"])
      #expect(outcome.exitCode == 3 && outcome.errors.contains("shakes.nothing-runs"), "\(outcome.errors)")
    }
  }
}
