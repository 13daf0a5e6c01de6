import QixKernel
import QixTerminal
import Synchronization
import Testing

@testable import QixCommands

/// Who gets through to a command, with roles, scopes and reveals of every kind.
@Suite struct GateTests {
  /// Shows a person; support may reveal it, operators see it masked only.
  struct Look: Command {
    static let declaration = Declaration(
      "look", "Look at a person.", roles: [.operator, .support], examples: [Example("qix person look", "x")],
      reveals: [.support])
    func run(in context: Context) throws -> Document {
      var document = Document("person.look/1")
      document.field("phone", "phone", .personal("+393331234567", .phone))
      document.table(
        "names", columns: [Column("name", "NAME")], rows: [[.personal("Jane", .name)], [.text("plain")]])
      try document.reveal(in: context, subject: "usr_1")
      return document
    }
  }

  /// Shows addresses as it finds them.
  struct Mail: Command {
    static let declaration = Declaration(
      "mail", "List addresses.", roles: [.support], examples: [Example("qix person mail", "x")], reveals: [.support])
    func run(in context: Context) throws -> Rows {
      var rows = Rows("person.mail/1", key: "mails", columns: [Column("mail", "MAIL")]) {
        try $0.row([.personal("jane@example.com", .email)])
      }
      try rows.reveal(in: context, subject: "1 user")
      return rows
    }
  }

  struct Change: Command {
    static let declaration = Declaration(
      "change", "Change a person.", roles: [.operator], examples: [Example("qix person change", "x")],
      effect: .changes)
    func run(in context: Context) throws -> Printed {
      try context.face.write("changed\n")
      return Printed()
    }
  }

  /// A group whose name begins as the other's.
  struct Near: Command {
    static let declaration = Declaration(
      "look", "Look at persons.", roles: .everyone, examples: [Example("qix personnel look", "x")])
    func run(in context: Context) throws -> Printed {
      try context.face.write("seen\n")
      return Printed()
    }
  }

  /// Hands something out, and changes nothing.
  struct Disclose: Command {
    static let declaration = Declaration(
      "disclose", "Hand out.", roles: .adminsOnly, examples: [Example("qix person disclose", "x")], effect: .discloses)
    func run(in context: Context) throws -> Printed {
      try context.face.write("disclosed\n")
      return Printed()
    }
  }

  /// Acts with the rights of the folder's owner.
  struct Own: Command {
    static let declaration = Declaration(
      "own", "Act as the owner.", roles: .adminsOnly, examples: [Example("qix person own", "x")], isForOwner: true)
    func run(in context: Context) throws -> Printed {
      try context.face.write("owned\n")
      return Printed()
    }
  }

  private func run(
    _ line: String, as principal: Principal, failing: Bool = false
  ) -> TestTerminal.Outcome {
    let log = Log()
    let program = Program(
      name: "qix", version: "1", summary: "Test",
      nodes: [
        .group(
          CommandGroup(
            "person", "Persons.",
            [
              .command(Look.self), .command(Mail.self), .command(Change.self), .command(Disclose.self),
              .command(Own.self),
            ])),
        .group(CommandGroup("personnel", "Staff.", [.command(Near.self)])),
      ]
    ) { _ in
      var context = Context.unprepared.acting(as: principal)
      context.readAudit = ReadAudit { action, subject, reason in
        if failing { throw UsageError("the log is full") }
        log.lines.withLock { $0.append("\(action) \(subject) \(reason)") }
      }
      return context
    }
    let outcome = TestTerminal().run(program, line.split(separator: " ").map(String.init))
    log.lines.withLock { lines in Self.seen.withLock { $0[line + principal.name] = lines } }
    return outcome
  }

  private final class Log: Sendable { let lines = Mutex<[String]>([]) }
  private static let seen = Mutex<[String: [String]]>([:])

  private func token(
    _ name: String, _ role: Role, _ scopes: [String]? = nil, isReadOnly: Bool = false
  ) -> Principal {
    Principal(name: name, role: role, scopes: scopes, isReadOnly: isReadOnly)
  }

  @Test(arguments: Role.ofTokens)
  func rolesDecide(_ role: Role) {
    let who = token("r-\(role)", role)
    #expect(run("person look", as: who).exitCode == ([.admin, .operator, .support].contains(role) ? 0 : 4))
    #expect(run("person change", as: who).exitCode == ([.admin, .operator].contains(role) ? 0 : 4))
    #expect(run("personnel look", as: who).exitCode == 0)
  }

  @Test func nobodyMayDoNothingButTheHelp() {
    for line in ["person look", "person change", "personnel look"] {
      let outcome = run(line, as: .nobody)
      #expect(outcome.exitCode == 4 && outcome.output.isEmpty)
    }
    for line in ["help", "version", "man", "completions bash", "person look --help"] {
      #expect(run(line, as: .nobody).exitCode == 0, "\(line)")
    }
  }

  @Test func aRefusalSaysWhichRoleMay() {
    let outcome = run("person change --json", as: token("token:eye", .auditor))
    #expect(outcome.exitCode == 4 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(#""code":"access.role""#))
    #expect(outcome.errors.contains("admin and operator") && outcome.errors.contains("token:eye"))
  }

  @Test(
    arguments: [
      (["person"], 0, 0, 4), (["person look"], 0, 4, 4), (["person change"], 4, 0, 4), (["personnel"], 4, 4, 0),
      (["person look", "personnel look"], 0, 4, 0), ([], 4, 4, 4), (["perso"], 4, 4, 4), ([""], 4, 4, 4),
    ] as [([String], Int32, Int32, Int32)])
  func scopesLeaveWholeWords(_ scopes: [String], _ look: Int32, _ change: Int32, _ near: Int32) {
    let who = token("s-\(scopes)", .admin, scopes)
    #expect(run("person look", as: who).exitCode == look)
    #expect(run("person change", as: who).exitCode == change)
    #expect(run("personnel look", as: who).exitCode == near)
  }

  @Test func aScopeAddsNothingToTheRole() {
    #expect(run("person change", as: token("s", .support, ["person change"])).exitCode == 4)
  }

  @Test func forReadingOnlyMeansNoChangeAndNoReveal() {
    let who = token("ro", .admin, isReadOnly: true)
    #expect(run("person look", as: who).exitCode == 0)
    #expect(run("person change", as: who).exitCode == 4)
    #expect(run("person change --dry-run", as: who).exitCode == 4)
    #expect(run("person disclose", as: who).exitCode == 4)
    #expect(run("person disclose", as: token("rw", .admin)).output == "disclosed\n")
    let revealing = run("person look --reveal --reason x --json", as: who)
    #expect(revealing.exitCode == 4 && revealing.errors.contains(#""code":"access.read-only""#))
  }

  /// What a command may propose to whoever runs it.
  @Test func whatWouldBeRefusedIsKnownBefore() {
    func may(_ words: String, _ command: any AnyCommand.Type, _ who: Principal) -> Bool {
      Context.unprepared.acting(as: who).mayRun(words, command)
    }
    for role in Role.ofTokens {
      #expect(may("person change", Change.self, token("m", role)) == [.admin, .operator].contains(role))
    }
    #expect(may("person change", Change.self, token("m", .admin, ["person"])))
    #expect(!may("person change", Change.self, token("m", .admin, ["person look"])))
    #expect(!may("person change", Change.self, token("m", .admin, isReadOnly: true)))
    #expect(!may("person look", Look.self, .nobody))
  }

  @Test func whatIsTheOwnersNoTokenDoes() {
    let refused = run("person own --json", as: token("boss", .admin))
    #expect(refused.exitCode == 4 && refused.output.isEmpty)
    #expect(refused.errors.contains(#""code":"access.owner-only""#))
    // Nobody is sent to an admin, who is told the same.
    for role in Role.ofTokens {
      #expect(run("person own --json", as: token("r", role)).errors.contains("access.owner-only"), "\(role)")
    }
    let owner = Principal(name: "local", role: .admin, isOwner: true)
    #expect(run("person own", as: owner).output == "owned\n")
    // What an owner may do alone is no way around their own limits.
    let reading = Principal(name: "reading", role: .admin, isReadOnly: true, isOwner: true)
    #expect(run("person own", as: reading).exitCode == 0 && run("person change", as: reading).exitCode == 4)
  }

  @Test func personalDataIsMaskedInEveryForm() {
    for form in ["", " --json", " --tsv"] {
      let outcome = run("person look" + form, as: token("mask", .admin))
      #expect(outcome.exitCode == 0)
      #expect(!outcome.output.contains("1234567") && !outcome.output.contains("Jane"))
      #expect(outcome.output.contains("+39 … 4567") || form == " --tsv")
      let mail = run("person mail" + form, as: token("mask", .admin)).output
      #expect(!mail.contains("jane") && mail.contains("j…@example.com"))
      #expect(Self.seen.withLock { $0["person look\(form)mask"] } == [])
    }
  }

  /// What isn't masked can't be uncovered, and a list that is read while it is shown is uncovered as a whole.
  @Test(arguments: [
    ("look --reveal=fone", "masked in it: phone, name"), ("look --reveal=names", "masked in it: phone, name"),
    ("look --reveal=", "names of fields"), ("look --reveal=phone,", "names of fields"),
    ("mail --reveal=mail", "takes no fields here"),
  ])
  func anUnknownFieldIsRefused(_ line: String, _ sentence: String) {
    let line = "person \(line) --reason ticket-8"
    let outcome = run(line, as: token("unknown", .support))
    #expect(outcome.exitCode == 2 && outcome.errors.lowercased().contains(sentence), "\(outcome)")
    #expect(!outcome.output.contains("1234567") && !outcome.output.contains("jane@"))
    #expect(Self.seen.withLock { $0[line + "unknown"] } == [])
  }

  @Test func aRevealOfAFieldTakesTheSameRight() {
    let outcome = run("person look --reveal=phone --reason x", as: token("operator", .operator))
    #expect(outcome.exitCode == 4 && outcome.errors.contains("--reveal"), "\(outcome)")
  }

  @Test func aRevealIsWrittenDownFirst() {
    let who = token("reveal", .support)
    let line = "person look --reveal --reason ticket-7"
    let outcome = run(line, as: who)
    #expect(outcome.exitCode == 0)
    #expect(["+393331234567", "Jane"].allSatisfy(outcome.output.contains))
    let mail = run("person mail --reveal --reason ticket-7", as: who)
    #expect(mail.exitCode == 0 && mail.output.contains("jane@example.com"))
    #expect(
      Self.seen.withLock { $0["person mail --reveal --reason ticket-7reveal"] } == ["access.reveal 1 user ticket-7"])
    #expect(Self.seen.withLock { $0[line + "reveal"] } == ["access.reveal usr_1 ticket-7"])
    let phone = run("person look --reveal=phone --reason ticket-7", as: who)
    #expect(phone.output.contains("+393331234567") && !phone.output.contains("Jane"), "\(phone)")
    #expect(
      Self.seen.withLock { $0["person look --reveal=phone --reason ticket-7reveal"] }
        == ["access.reveal usr_1: phone ticket-7"])
    let both = run("person look --reveal=name,phone --reason ticket-7", as: who)
    #expect(both.output.contains("+393331234567") && both.output.contains("Jane"), "\(both)")
    let unwritten = run(line, as: token("full", .support), failing: true)
    #expect(unwritten.exitCode == 2 && unwritten.output.isEmpty)
  }

  @Test func aRevealNeedsAReasonAndTheRight() {
    for line in ["person look --reveal", "person look --reveal --reason ", "person look --reason x"] {
      #expect(run(line, as: token("why", .admin)).exitCode == 2, "\(line)")
    }
    // Operators may look, but not reveal.
    let refused = run("person look --reveal --reason x", as: token("op", .operator))
    #expect(refused.exitCode == 4 && refused.output.isEmpty && refused.errors.contains("admin and support"))
    // A command without personal data has no such option.
    #expect(run("person change --reveal --reason x", as: token("op", .operator)).exitCode == 2)
  }

  @Test func helpNamesTheRoles() {
    #expect(run("person look --help", as: .nobody).output.contains("Roles: admin, operator, support\n"))
    #expect(run("version --help", as: .nobody).output.contains("Roles: anybody\n"))
    let json = run("help person look --json", as: .nobody).output
    #expect(json.contains(#""roles": ["#) && json.contains(#""support""#) && !json.contains(#""auditor""#))
  }
}
