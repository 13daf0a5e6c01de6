import QixKernel
import Synchronization
import Testing

@testable import QixCommands
@testable import QixTerminal

@Suite struct TerminalTests {
  private let importing = ["coins", "import", "-"]

  @Test func aQuestionIsAskedOnATerminalOnly() {
    let piped = TestTerminal(input: "x").run(Sample.program(), importing)
    #expect(piped.exitCode == 2)
    #expect(
      piped.errors
        == "qix: 'Import 1 bytes?' needs an answer, and there is no terminal to ask on\nGive --yes to go on.\n"
    )
    let forbidden = TestTerminal(input: "", isTerminal: true).run(Sample.program(), importing + ["--no-input"])
    #expect(forbidden.exitCode == 2 && forbidden.errors.contains("--no-input forbids to ask"))
    #expect(TestTerminal(input: "x").run(Sample.program(), importing + ["--yes"]).output == "1\n")
  }

  @Test(arguments: [
    ("y\n", true), ("YES\n", true), ("y", true), ("n\n", false), ("\n", false), ("", false), ("yo\n", false),
  ])
  func onlyYesIsYes(_ answer: String, _ goesOn: Bool) throws {
    let terminal = TestTerminal(input: answer, isTerminal: true)
    let confirm = { try terminal.capture { try $0.confirm("Sure?") } }
    if goesOn {
      #expect(try confirm().errors == "Sure? [y/N] ")
    } else {
      let error = #expect(throws: Declined.self) { try confirm() }
      #expect(error?.category == .interrupted)
    }
  }

  @Test func deletionsNeedTheName() throws {
    let terminal = TestTerminal(input: "prod\n", isTerminal: true)
    #expect(try terminal.capture { try $0.confirmByTyping("prod") }.errors.contains("Type prod"))
    #expect(throws: Declined.self) { try terminal.capture { try $0.confirmByTyping("test") } }
    var yes = GlobalOptions()
    yes.assumeYes = true
    #expect(throws: UsageError.self) { try TestTerminal().capture(yes) { try $0.confirmByTyping("prod") } }
    #expect(throws: UsageError.self) { try TestTerminal().capture { try $0.confirmByTyping("a", given: "b") } }
    #expect(try TestTerminal().capture { try $0.confirmByTyping("a", given: "a") }.errors == "")
  }

  /// What the command line has called it is as good as the name that qix knows it by.
  @Test(arguments: ["usr_1\n", "shop-1\n", "usr_1", "shop-2\n", "\n", ""])
  func deletionsTakeBothNames(_ typed: String) throws {
    let terminal = TestTerminal(input: typed, isTerminal: true)
    let ask = { try terminal.capture { try $0.confirmByTyping("usr_1", or: "shop-1") } }
    if ["usr_1", "shop-1"].contains(typed.filter { $0 != "\n" }) {
      #expect(try ask().errors == "This can't be undone. Type usr_1 or shop-1 to go on: ")
    } else {
      #expect(throws: Declined.self) { try ask() }
    }
    for given in ["usr_1", "shop-1"] {
      #expect(try TestTerminal().capture { try $0.confirmByTyping("usr_1", or: "shop-1", given: given) }.errors == "")
    }
  }

  /// The hint can be pasted into a shell, whatever the name is.
  @Test func withoutATerminalDeletionsSayHowToConfirm() {
    let error = #expect(throws: UsageError.self) { try TestTerminal().capture { try $0.confirmByTyping("it's") } }
    #expect(error?.description.contains("this can't be undone, so the name has to be typed, and") == true)
    #expect(error?.hint?.contains(#"--confirm 'it'\''s'"#) == true)
  }

  @Test func waitingForInputOnATerminalIsSaid() throws {
    let notice = "Reading from the terminal; end with Ctrl-D.\n"
    let read = { (terminal: Terminal) throws in
      let bytes = try terminal.input(from: "-").readToEnd()
      #expect(bytes == Array("x".utf8))
    }
    #expect(try TestTerminal(input: "x", isTerminal: true).capture(GlobalOptions(), read).errors == notice)
    #expect(try TestTerminal(input: "x").capture(GlobalOptions(), read).errors == "")
  }

  @Test func filesThatCantBeReadAreNamed() throws {
    let missing = #expect(throws: InputError.self) { try TestTerminal().capture { _ = try $0.input(from: "/nope") } }
    #expect(missing == .missing(path: "/nope") && missing?.category == .notFound)
    let folder = #expect(throws: InputError.self) {
      try TestTerminal().capture { _ = try $0.input(from: "/").readToEnd() }
    }
    #expect(folder?.description == "'/' can't be read: Is a directory")
    let large = #expect(throws: InputError.self) {
      try TestTerminal(input: "12345").capture { _ = try $0.input(from: "-").readToEnd(limit: 4) }
    }
    #expect(large == .tooLarge(name: "standard input", limit: 4))
    #expect(InputError.tooLarge(name: "a.json", limit: 3 << 20).description.contains("a.json is longer than 3 MiB"))
  }

  @Test func notesAreSilentUnderQuietAndWarningsAreNot() throws {
    let speak = { (terminal: Terminal) in
      terminal.note("done \u{1B}c")
      terminal.warn("careful")
    }
    var quiet = GlobalOptions()
    quiet.isQuiet = true
    #expect(try TestTerminal().capture(GlobalOptions(), speak).errors == "done \\u{1B}c\nwarning: careful\n")
    #expect(try TestTerminal().capture(quiet, speak).errors == "warning: careful\n")
  }

  @Test func progressShowsAfterASecondAndAtMostTenTimesASecond() throws {
    let clock = SteppingClock()
    let shown = try TestTerminal(isTerminal: true, clock: clock).capture { terminal in
      let progress = terminal.progress("Importing", total: 4_000, unit: "lines")
      for step in 1...200 {
        clock.advance(10_000)
        progress.advance(to: Int64(step) * 10)
      }
      progress.finish()
    }.errors
    let lines = shown.split(separator: "\r", omittingEmptySubsequences: true)
    #expect(lines.count == 12)
    #expect(lines.first == "Importing: 1,000 of 4,000 lines, 25%, 1,000/s, 0:03 left\u{1B}[K")
    #expect(lines.last == "\u{1B}[K")
    let short = try TestTerminal(isTerminal: true, clock: clock).capture { terminal in
      let progress = terminal.progress("Importing", unit: "lines")
      clock.advance(999_999)
      progress.advance(to: 5)
    }
    #expect(short.errors == "")
    // Without a terminal not even the clock is asked; an unprepared one would trap.
    #expect(try TestTerminal().capture { $0.progress("x", unit: "y").advance(to: 1) }.errors == "")
  }

  @Test func anInterruptionIsSeenAndThrown() throws {
    let terminal = TestTerminal()
    _ = try terminal.capture { try $0.interruption.check() }
    terminal.interruption.request()
    let error = #expect(throws: Interrupted.self) { try terminal.capture { try $0.interruption.check() } }
    #expect(error?.category.exitCode == 130)
  }

  @Test func aFullDiskIsReportedAndAClosedPipeIsNot() {
    for (failure, code, errors) in [
      (OutputError.closed, Int32(141), ""), (.pagerClosed, 0, ""),
      (
        .failed(28, reason: "No space left on device"), 1,
        "qix: standard output can't be written: No space left on device\n"
      ),
    ] {
      let output = MemoryOutput(room: 3, failure: failure)
      let said = MemoryOutput()
      let streams = Streams(output: output, errors: said, input: MemoryInput(), clock: SystemClock())
      #expect(Sample.program().run(["help"], streams: streams, environment: .fixed([:])) == code)
      #expect(said.text.hasPrefix(errors) && said.text.isEmpty == errors.isEmpty)
    }
  }

  /// What is said to a person is read on a screen; what is said to a program is searched line by line.
  @Test func whatIsSaidFitsTheTerminal() throws {
    let sentence =
      "the receipt was decided before, and what was paid for it has been spent: `qix coins reverse tfr_1 --part`"
    let warning = "The batch took one line of two, and the other one waits for you."
    func say(_ terminal: TestTerminal) throws -> [String] {
      try terminal.capture {
        $0.warn("\(warning)")
        $0.note("short\n  \(sentence)")
      }.errors.split(separator: "\n").map(String.init)
    }
    #expect(
      try say(TestTerminal(isTerminal: true, columns: 44)) == [
        "\u{1B}[33mwarning:\u{1B}[0m The batch took one line of two, and",
        "         the other one waits for you.",
        "short",
        "  the receipt was decided before, and what",
        "    was paid for it has been spent:",
        "    `qix coins reverse tfr_1 --part`",
      ])
    #expect(try say(TestTerminal()) == ["warning: " + warning, "short", "  " + sentence])
    var environment = TestTerminal(isTerminal: true, environment: ["COLUMNS": "200"])
    #expect(try say(environment).count == 3)
    environment.environment = ["COLUMNS": "20"]
    // A command that fits on no line goes on in the next one.
    #expect(try say(environment).suffix(3) == ["    been spent: `qix", "    coins reverse", "    tfr_1 --part`"])

    let wrong = ["coins", "issue", "--a-very-long-option-that-is-not-there=and-its-value"]
    let piped = TestTerminal().run(Sample.program(), wrong).errors
    let shown = TestTerminal(isTerminal: true, environment: ["TERM": "dumb"], columns: 40).run(Sample.program(), wrong)
    let lines = shown.errors.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("qix: ") && lines[1].hasPrefix("     "))
    #expect(
      lines.map { $0.drop { $0 == " " } }.joined(separator: " ") == piped.split(separator: "\n").joined(separator: " "))
  }
}

final class SteppingClock: Clock {
  private let time = Atomic<Int64>(5_000_000)
  func advance(_ microseconds: Int64) { time.wrappingAdd(microseconds, ordering: .relaxed) }
  func now() -> Timestamp { Timestamp(microseconds: monotonicMicroseconds()) }
  func monotonicMicroseconds() -> Int64 { time.load(ordering: .relaxed) }
}
