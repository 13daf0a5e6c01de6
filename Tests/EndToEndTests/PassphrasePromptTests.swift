import Foundation
import Glibc
import Testing

/// The built program on a terminal of its own, with a person at it.
@Suite struct PassphrasePromptTests {
  private static let passphrase = "correct horse battery"

  /// A run of the program as the first of a session, whose terminal is the one that standard input was opened from.
  private struct Session {
    let person: Int32
    let process: pid_t

    init(_ words: [String], home: String) throws {
      person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2): unlock the other side, and ask for its number.
      var (isLocked, number) = (Int32(0), Int32(0))
      try #require(ioctl(person, 0x4004_5431, &isLocked) == 0 && ioctl(person, 0x8004_5430, &number) == 0)
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/pts/\(number)", O_RDWR, 0)
      for other: Int32 in 1...2 { posix_spawn_file_actions_addopen(&actions, other, "/dev/null", O_RDWR, 0) }
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      var signals = sigset_t()
      sigemptyset(&signals)
      posix_spawnattr_setsigmask(&attributes, &signals)
      sigfillset(&signals)
      posix_spawnattr_setsigdefault(&attributes, &signals)
      // POSIX_SPAWN_SETSID is GNU's: 0x80.
      posix_spawnattr_setflags(&attributes, Int16(0x80 | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
      let path = try BuiltProgram.path.get()
      var arguments = ([path] + words).map { strdup($0) } + [nil]
      var environment = ["PATH=/usr/bin:/bin", "HOME=\(home)", "QIX_HOME=\(home)"].map { strdup($0) } + [nil]
      defer { (arguments + environment).forEach { free($0) } }
      var id = pid_t()
      try #require(posix_spawn(&id, path, &actions, &attributes, &arguments, &environment) == 0)
      process = id
    }

    /// Whether what is typed is shown; both sides of a pseudo-terminal know.
    var hasEcho: Bool {
      var mode = termios()
      tcgetattr(person, &mode)
      return mode.c_lflag & tcflag_t(ECHO) != 0
    }

    /// What is shown until a text has been, or ten seconds are over.
    func screen(until text: String) -> String {
      var shown = ""
      for _ in 0..<1_000 where !shown.contains(text) {
        var waiting = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 10) == 1 else { continue }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        shown += String(decoding: bytes[..<max(0, read(person, &bytes, bytes.count))], as: UTF8.self)
      }
      return shown
    }

    func type(_ text: String) { write(person, text, text.utf8.count) }

    /// The status of `waitpid`.
    func wait() -> Int32 {
      var status: Int32 = -1
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      return status
    }
  }

  private func withVault(_ body: (BuiltProgram, String) throws -> Void) throws {
    try BuiltProgram.initialised { qix, home in
      try Data(Self.passphrase.utf8).write(to: URL(fileURLWithPath: "\(home)/pass"))
      chmod("\(home)/pass", 0o600)
      try qix.done("vault init --passphrase-file \(home)/pass --memory 64 --quiet")
      defer { _ = try? qix("vault lock") }
      try body(qix, home)
    }
  }

  @Test func whatIsTypedOpensTheVaultAndIsNotShown() throws {
    try withVault { qix, home in
      let session = try Session(["vault", "unlock"], home: home)
      defer { close(session.person) }
      var shown = session.screen(until: ": ")
      #expect(shown.contains("Passphrase") && !session.hasEcho)
      session.type(Self.passphrase + "\n")
      shown += session.screen(until: "\n")
      #expect(session.wait() == 0)
      #expect(session.hasEcho && !shown.contains("horse"))
      #expect(try qix("vault list").exitCode == 0)
    }
  }

  @Test func controlCEndsItWithTheEchoOn() throws {
    try withVault { _, home in
      let session = try Session(["vault", "unlock"], home: home)
      defer { close(session.person) }
      _ = session.screen(until: ": ")
      #expect(!session.hasEcho)
      session.type("correct ho\u{3}")
      let status = session.wait()
      #expect(status & 0x7F == SIGINT, "ended by the signal itself, as a shell expects it")
      #expect(session.hasEcho)
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func otherSignalsEndItWithTheEchoOn(_ number: Int32) throws {
    try withVault { _, home in
      let session = try Session(["vault", "unlock"], home: home)
      defer { close(session.person) }
      _ = session.screen(until: ": ")
      kill(session.process, number)
      #expect(session.wait() & 0x7F == number)
      #expect(session.hasEcho)
    }
  }

  /// A process that is first in its session isn't stopped; one that was, or wasn't, puts the question again.
  @Test func afterControlZTheQuestionIsPutAgain() throws {
    try withVault { qix, home in
      let session = try Session(["vault", "unlock"], home: home)
      defer { close(session.person) }
      _ = session.screen(until: ": ")
      session.type("half\u{1A}")
      #expect(session.screen(until: ": ").contains("Passphrase"))
      #expect(!session.hasEcho)
      session.type(Self.passphrase + "\n")
      _ = session.screen(until: "\n")
      #expect(session.wait() == 0)
      #expect(try qix("vault list").exitCode == 0)
    }
  }

  @Test func noInputAsksNobody() throws {
    try withVault { qix, home in
      let session = try Session(["vault", "unlock", "--no-input"], home: home)
      defer { close(session.person) }
      #expect(session.wait() >> 8 & 0xFF == 4)
    }
  }
}
