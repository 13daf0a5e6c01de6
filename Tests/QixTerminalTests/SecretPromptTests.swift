import Foundation
import Glibc
import QixCrypto
import QixKernel
import Synchronization
import Testing

@testable import QixCommands
@testable import QixTerminal

/// What a person at a real terminal sees, and what the terminal is left like.
@Suite(.serialized) struct SecretPromptTests {
  /// A pseudo-terminal with its person at the keyboard.
  private final class Keyboard: Sendable {
    let person: Int32
    let program: Int32
    let path: String

    init() throws {
      person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2): unlock the other side, and ask for its number.
      var (isLocked, number) = (Int32(0), Int32(0))
      try #require(ioctl(person, 0x4004_5431, &isLocked) == 0 && ioctl(person, 0x8004_5430, &number) == 0)
      path = "/dev/pts/\(number)"
      program = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
      try #require(program >= 0)
    }

    deinit {
      close(person)
      close(program)
    }

    var isSilent: Bool {
      var mode = termios()
      tcgetattr(program, &mode)
      return mode.c_lflag & tcflag_t(ECHO) == 0
    }

    /// Everything shown until a text is, or five seconds are over.
    func screen(until text: String) -> String {
      var shown = ""
      for _ in 0..<500 where !shown.contains(text) {
        var waiting = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 10) == 1 else { continue }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        shown += String(decoding: bytes[..<max(0, read(person, &bytes, bytes.count))], as: UTF8.self)
      }
      return shown
    }

    func type(_ text: String) { write(person, text, text.utf8.count) }
  }

  /// Asks on another thread, as the person acts on this one.
  /// - Returns: what was read, and what was thrown.
  private func ask(
    on keyboard: Keyboard, _ act: () -> Void
  ) -> (answer: String?, error: (any Error)?) {
    let result = Mutex<(answer: String?, error: (any Error)?)>((nil, nil))
    let done = DispatchSemaphore(value: 0)
    Thread {
      do {
        let answer = try ControllingTerminal(path: keyboard.path).ask("Code: ", for: "code")
        if let answer {
          let text = answer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
          result.withLock { $0.answer = text }
        }
      } catch {
        result.withLock { $0.error = error }
      }
      done.signal()
    }.start()
    act()
    #expect(done.wait(timeout: .now() + 5) == .success)
    return result.withLock { ($0.answer, $0.error) }
  }

  @Test func whatIsTypedIsNotShownAndTheEchoComesBack() throws {
    let keyboard = try Keyboard()
    // What is typed before the question is shown, so it doesn't count as an answer.
    keyboard.type("typed too early\n")
    var shown = keyboard.screen(until: "early\r\n")
    let (answer, error) = ask(on: keyboard) {
      shown += keyboard.screen(until: "Code: ")
      #expect(keyboard.isSilent)
      keyboard.type("kanarienvogel\n")
      shown += keyboard.screen(until: "\n")
    }
    #expect(answer == "kanarienvogel" && error == nil)
    #expect(shown.contains("Code: ") && !shown.contains("kanarienvogel"))
    #expect(!keyboard.isSilent)
  }

  @Test func aLineOfWhichTheTerminalMayHaveCutTheEndIsRefused() throws {
    for (length, isRefused) in [(4_094, false), (4_095, true), (5_000, true)] {
      let keyboard = try Keyboard()
      let (answer, error) = ask(on: keyboard) {
        _ = keyboard.screen(until: "Code: ")
        for _ in 0..<length { keyboard.type("x") }
        keyboard.type("\n")
      }
      #expect((answer?.utf8.count == length) == !isRefused)
      let failure = error as? Failure
      #expect((failure?.code == "secret.too-long" && failure?.category.exitCode == 2) == isRefused)
      #expect((failure?.description == "the code is longer than a terminal's line") == isRefused)
      #expect(!keyboard.isSilent)
    }
  }

  @Test func endOfInputIsAnEmptyAnswer() throws {
    let keyboard = try Keyboard()
    let (answer, _) = ask(on: keyboard) {
      _ = keyboard.screen(until: "Code: ")
      keyboard.type("\u{4}")
    }
    #expect(answer == "")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func aSignalFindsTheEchoOn(_ number: Int32) throws {
    let keyboard = try Keyboard()
    // In the place of the end of the process, which a test can't take: the end-to-end tests see that.
    var (mine, before) = (sigaction(), sigaction())
    mine.__sigaction_handler.sa_handler = { _ in }
    sigaction(number, &mine, &before)
    defer { sigaction(number, &before, nil) }
    let (answer, error) = ask(on: keyboard) {
      _ = keyboard.screen(until: "Code: ")
      keyboard.type("half a secr")
      kill(getpid(), number)
    }
    #expect(answer == nil && error is Interrupted)
    #expect(!keyboard.isSilent)
    // The half of it is nobody's input.
    var count = Int32(-1)
    #expect(ioctl(keyboard.program, UInt(FIONREAD), &count) == 0 && count == 0)
  }

  @Test func withoutATerminalThereIsNobody() throws {
    let isAnswered =
      switch try ControllingTerminal(path: "/nonexistent").ask("Code: ", for: "code") {
      case .some: true
      case .none: false
      }
    #expect(!isAnswered)
  }
}
