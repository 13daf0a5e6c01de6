import Foundation
import Glibc
import QixKernel
import Testing

@testable import QixCommands
@testable import QixTerminal

/// What only real descriptors, a real terminal and real signals show. They belong to the process, hence one by one.
@Suite(.serialized) struct ProcessTests {
  init() {
    signal(SIGPIPE, SIG_IGN)
  }

  @Test func aReaderThatHasGoneIsToldApartFromAFailure() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let output = FileOutput(ends[1])
    try output.write("x")
    #expect(throws: OutputError.closed) { try output.finish() }

    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let disk = FileOutput(full)
    try disk.write("x")
    #expect(throws: OutputError.failed(ENOSPC, reason: "No space left on device")) { try disk.flush() }
  }

  @Test func theErrorOfACommandCountsMoreThanThatOfItsOutput() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let errors = MemoryOutput()
    let streams = Streams(
      output: FileOutput(full), errors: errors, input: MemoryInput("12345"), clock: SystemClock())
    let code = Sample.program().run(["coins", "import", "-", "-y"], streams: streams, environment: .fixed([:]))
    #expect(code == 6 && errors.text.hasPrefix("qix: 1 of 2 lines was refused"))
    let shown = Sample.program().run(["wallet", "show", "x"], streams: streams, environment: .fixed([:]))
    #expect(shown == 1)
  }

  /// The change is there, so the error must not read as if nothing had been done.
  @Test(arguments: [([], true), (["--dry-run"], false)])
  func anAnswerThatIsLostBehindAChangeSaysSo(_ flags: [String], _ isDone: Bool) throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let errors = MemoryOutput()
    let streams = Streams(
      output: FileOutput(full), errors: errors, input: MemoryInput(""), clock: SystemClock())
    let words = ["coins", "issue", "--to", Sample.user, "--amount", "5"] + flags
    #expect(Sample.program().run(words, streams: streams, environment: .fixed([:])) == 1)
    #expect(errors.text.contains("; the command's change was made") == isDone, "\(errors.text)")
  }

  @Test func writesAreBufferedAndComeOutWhole() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("qix-output-\(UUID())").path
    defer { unlink(path) }
    let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    let output = FileOutput(descriptor)
    func size() -> Int { Int(lseek(descriptor, 0, SEEK_CUR)) }
    try output.write("small")
    #expect(size() == 0)
    for index in 0..<20_000 { try output.write("line \(index)\n") }
    #expect(size() > 65_536)
    try output.finish()
    let expected = "small" + (0..<20_000).map { "line \($0)\n" }.joined()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == expected)
  }

  /// A pseudo-terminal of 80 × 10; the first descriptor is the person's side.
  private func pseudoTerminal() throws -> (person: Int32, program: Int32) {
    let person = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2): unlock the other side, and ask for its number.
    var (isLocked, number) = (Int32(0), Int32(0))
    try #require(person >= 0 && ioctl(person, 0x4004_5431, &isLocked) == 0 && ioctl(person, 0x8004_5430, &number) == 0)
    let program = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(program >= 0)
    var size = winsize(ws_row: 10, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(program, UInt(TIOCSWINSZ), &size)
    return (person, program)
  }

  /// What has been printed on the terminal so far.
  private func screen(_ person: Int32) -> String {
    _ = fcntl(person, F_SETFL, O_NONBLOCK)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(person, &bytes, bytes.count)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }

  @Test func longOutputGoesThroughThePagerAndShortOutputDoesNot() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("qix-pager-\(UUID())").path
    defer { unlink(path) }
    let (person, program) = try pseudoTerminal()
    defer {
      close(person)
      close(program)
    }
    func run(_ lines: Int, pager: String = "tr a-z A-Z > '\(path)'", _ words: [String] = []) -> Int32 {
      let streams = Streams(
        output: FileOutput(program), errors: MemoryOutput(), input: MemoryInput(), clock: SystemClock())
      let text = ["wallet", "show", String(repeating: "a\n", count: lines - 1) + "a"] + words
      return Sample.program().run(text, streams: streams, environment: .fixed(["PAGER": pager]))
    }
    #expect(run(9) == 0)
    #expect(screen(person) == String(repeating: "a\r\n", count: 9))
    #expect(access(path, F_OK) != 0)

    #expect(run(10) == 0)
    #expect(screen(person) == "")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == String(repeating: "A\n", count: 10))

    #expect(run(12, ["--no-pager"]) == 0)
    #expect(screen(person).hasPrefix("a\r\na\r\n"))
    // Left at once, with more to come than a pipe holds: no failure.
    #expect(run(100_000, pager: "true") == 0)
    #expect(screen(person) == "")
  }

  @Test func whatIsSaidWhileAPagerHasTheScreenGoesIntoIt() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("qix-pager-\(UUID())").path
    defer { unlink(path) }
    let (person, program) = try pseudoTerminal()
    defer {
      close(person)
      close(program)
    }
    let output = FileOutput(program)
    output.page(with: "cat > '\(path)'")
    let errors = MemoryOutput(isTerminal: true)
    let streams = Streams(output: output, errors: errors, input: MemoryInput(), clock: SystemClock())
    let terminal = Terminal(streams, GlobalOptions(), .fixed([:]))
    try terminal.write(String(repeating: "a\n", count: 10))
    terminal.note("said")
    try output.finish()
    terminal.note("after")
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("a\nsaid\n"))
    #expect(errors.text == "after\n")
  }

  @Test func theTerminalSaysItsWidth() throws {
    let (person, program) = try pseudoTerminal()
    defer {
      close(person)
      close(program)
    }
    let output = FileOutput(program)
    #expect(output.isTerminal && output.columns == 80)
  }

  @Test func aCaughtSignalIsARequest() throws {
    Interruption.catchSignals()
    defer {
      signal(SIGINT, SIG_DFL)
      signal(SIGTERM, SIG_DFL)
    }
    #expect(!Interruption.process.isRequested)
    // To the process: threads of the test runner block signals, so it is another that takes it, a little later.
    kill(getpid(), SIGINT)
    for _ in 0..<1_000 where !Interruption.process.isRequested { usleep(1_000) }
    #expect(Interruption.process.isRequested)
    #expect(throws: Interrupted.self) { try Interruption.process.check() }
  }
}
