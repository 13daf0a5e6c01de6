import Foundation
import IdentityContract
import QixCommands
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import ReadShake

/// `qix shake read`: a person, and a script.
@Suite("qix shake read") struct DialogueTests {
  private struct Everybody: UserDirectory {
    let user: UserID
    func find(_ reference: String, in connection: Connection) throws -> UserID? { reference == "ada" ? user : nil }
    func heir(of user: UserID, in connection: Connection) throws -> UserID? { user }
    func check(externalID: String, in connection: Connection) {}
    func create(externalID: String?, in connection: Connection) throws -> UserID { user }
    func externalID(of user: UserID, in connection: Connection) throws -> String? { nil }
  }

  private struct Outcome {
    var output = ""
    var errors = ""
    var error: (any Error)?
    var code: String { (error as? any Diagnosable)?.code ?? error.map { "\($0)" } ?? "" }
  }

  /// Runs the command with a pipeline of this suite's own.
  private func run(
    _ desk: Desk, _ runner: SmallRunner, _ line: String = "", input: String = "", isTerminal: Bool = true
  ) throws -> Outcome {
    var services = Services()
    services.register(Users.directory) { _ in Everybody(user: desk.user(1)) }
    services.register(Shakes.runner) { _ in runner }
    var context = Context(clock: desk.home.clock, random: desk.home.random, services: services)
    context.database = desk.database
    var outcome = Outcome()
    let words = ["--user", "ada", "--campaign", "bees"] + line.split(separator: " ").map(String.init)
    context.invocation.isDryRun = words.contains("--dry-run")
    let terminal = TestTerminal(input: input, isTerminal: isTerminal)
    let captured = try terminal.capture { terminal in
      context.face = terminal
      do {
        try ShakeReadCommand.parsing(words).perform(in: context)
      } catch {
        outcome.error = error
      }
    }
    (outcome.output, outcome.errors) = captured
    return outcome
  }

  private func file(_ text: String, _ desk: Desk) throws -> String {
    let path = "\(desk.home.path)/answers"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func aDryRunShowsWhatWouldBegin() throws {
    try Desk.with { desk in
      let runner = SmallRunner(desk, try desk.type(["shuffle": "none", "reading-fraction": 0]))
      let outcome = try run(desk, runner, "--dry-run", isTerminal: false)
      #expect(outcome.error == nil && outcome.output.contains("open questions"), "\(outcome)")
    }
  }

  @Test func aPersonReadsAnswersAndWins() throws {
    try Desk.with { desk in
      let runner = SmallRunner(desk, try desk.type(["shuffle": "none", "reading-fraction": 0, "feedback": true]))
      let outcome = try run(desk, runner, input: "a\n6\nx\ntrue\nb\n")
      #expect(outcome.error == nil, "\(outcome)")
      #expect(outcome.output.contains("About bees") && outcome.output.contains("won"))
      #expect(outcome.errors.contains("1 of 4: Which vitamin") && outcome.errors.contains("  a) D\n"))
      #expect(outcome.errors.contains("answer true or false") && outcome.errors.contains("It keeps for ever."))
      // open, four answers, submit; what can't be taken never left the terminal.
      #expect(runner.shakes == 6)
    }
  }

  @Test func whoStopsGoesOnLater() throws {
    try Desk.with { desk in
      let runner = SmallRunner(desk, try desk.type(["shuffle": "none", "reading-fraction": 0]))
      let stopped = try run(desk, runner, input: "1\n6\n")
      #expect(stopped.code == "interrupted" && stopped.errors.contains("qix shake read --user ada --campaign bees"))
      let back = try run(desk, runner, input: "t\ntwo\n")
      #expect(back.error == nil && back.errors.contains("Welcome back: you have answered 2"), "\(back)")
      #expect(!back.errors.contains("Which vitamin"))
      #expect(try run(desk, runner).code == "readshake.already-submitted")
    }
  }

  @Test func whoIsTooFastMayWaitAndHandIn() throws {
    try Desk.with { desk in
      let runner = SmallRunner(desk, try desk.type(["shuffle": "none"]))
      let early = try run(desk, runner, input: "a\n6\nt\nb\n\n")
      #expect(early.code == "interrupted" && early.errors.contains("Press Enter"))
      desk.advance(seconds: 30)
      #expect(try run(desk, runner).error == nil)
    }
  }

  @Test func allKindsCanBeTyped() throws {
    try Desk.with(KindTests.all) { desk in
      let type = try desk.type(["shuffle": "none", "reading-fraction": 0, "units": "completed"])
      let runner = SmallRunner(desk, type)
      let reading = try desk.open(by: desk.user(1), type)
      func letters(_ key: String, _ texts: [String]) throws -> [String] {
        let choices = try #require(reading.questions.first { $0.key == key }).choices
        return try texts.map { ShownQuestion.label(try #require(choices.firstIndex(of: $0))) }
      }
      let pairs = try letters("matching", ["calf", "chick", "chick"]).joined(separator: "\n")
      let order = try letters("order", ["one", "two", "three", "four"]).joined()
      let outcome = try run(desk, runner, input: "A\na, c b\nno\n0,35\nrome\n\(pairs)\n\(order)\n2\nyes\nAll of it.\n")
      #expect(outcome.error == nil, "\(outcome)")
      let kept = try desk.database.read {
        try AnswerStore.all(of: try #require(ReadingID(reading.session)), in: $0)
      }
      #expect(kept.map { $0.credit.map(\.isRight) } == [true, true, true, true, true, true, true, nil, true, nil])
      #expect(kept.last?.words == "All of it.")
    }
  }

  @Test(arguments: [
    #"{"q1": "D", "limbs": 6, "q3": true, "q4": "two"}"#, "question,answer\nq3,true\nq1,D\nq4,two\nlimbs,6\n",
  ])
  func aScriptGivesAFile(_ answers: String) throws {
    try Desk.with { desk in
      let runner = SmallRunner(desk, try desk.type(["reading-fraction": 0]))
      let path = try file(answers, desk)
      let line = "--answers \(path) --idempotency-key k1"
      let outcome = try run(desk, runner, line, isTerminal: false)
      #expect(outcome.error == nil && outcome.output.contains("won") && outcome.output.contains("30"), "\(outcome)")
      let again = try run(desk, runner, line, isTerminal: false)
      #expect(again.error == nil && again.output.contains("yes"), "the same key gives the first answer")
      #expect(try run(desk, runner, "--answers \(path)", isTerminal: false).code == "readshake.already-submitted")
    }
  }

  @Test(arguments: [
    (#"{"q1": "D"}"#, "readshake.answer-missing"), (#"{"q9": "D"}"#, "readshake.answers-file"),
    (#"{"q1": "D", "limbs": 6, "q3": true, "q4": "four"}"#, "readshake.answers-file"),
    (#"{"q1": "D", "limbs": "six", "q3": true, "q4": "two"}"#, "readshake.answers-file"),
    ("key,value\nq1,D\n", "readshake.answers-file"), ("question,answer\nq1,D\nq1,C\n", "readshake.answers-file"),
    ("{", "json.malformed"), ("", "records.empty"),
  ])
  func aBadFileSendsNothing(_ answers: String, _ code: String) throws {
    try Desk.with { desk in
      let type = try desk.type()
      let outcome = try run(desk, SmallRunner(desk, type), "--answers \(try file(answers, desk))", isTerminal: false)
      #expect(outcome.code == code)
      #expect(try desk.open(by: desk.user(1), type).open.count == 4)
    }
  }

  @Test func withoutTerminalAndFileItSaysSo() throws {
    try Desk.with { desk in
      let runner = SmallRunner(desk, try desk.type())
      #expect(try run(desk, runner, isTerminal: false).code == "usage")
      #expect(try run(desk, runner, "--answers /nowhere/at/all", isTerminal: false).code == "input.missing")
      #expect(runner.shakes == 0)
    }
  }
}
