internal import Glibc
internal import QixCommands
package import QixCrypto
internal import QixKernel

/// The person at the terminal that the process belongs to, whatever its standard streams are; what is typed isn't
/// shown.
package struct ControllingTerminal: SecretPrompter {
  private let path: String

  /// - Parameter path: another terminal, for tests.
  package init(path: String = "/dev/tty") { self.path = path }

  package func ask(_ prompt: String, for name: String) throws -> SecretBytes? {
    while true {
      // Opening fails where the process has no terminal (tty(4)).
      let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      let catcher = SignalCatcher()
      let answer: SecretBytes?
      do {
        answer = try Self.ask(prompt, for: name, on: descriptor, until: catcher)
      } catch {
        catcher.stop()
        throw error
      }
      // Only now, with the echo on again, the signal does what it would have done.
      let signal = catcher.stop()
      if let answer { return answer }
      guard let signal else { throw Interrupted() }
      // To this thread, so that it has arrived when the call is back (raise(3)); kill(2) might hand it to another.
      raise(signal)
      // Ctrl-Z stops the process here. When it goes on, the question is put again.
      if signal != SIGTSTP { throw Interrupted() }
    }
  }

  /// - Returns: nil when a signal came first.
  private static func ask(
    _ prompt: String, for name: String, on terminal: Int32, until catcher: SignalCatcher
  ) throws -> SecretBytes? {
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else { throw failure() }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
    // Lines, and signals from keys, whatever mode a program before has left behind.
    silent.c_lflag |= tcflag_t(ICANON | ISIG)
    // With what was typed too early thrown away: it has been seen (getpass(3) does the same).
    guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { throw failure() }
    defer {
      // A half-typed secret must not become the next input of a shell.
      tcsetattr(terminal, TCSAFLUSH, &before)
    }
    // The user may type once the prompt shows: the echo is off already.
    write(terminal, prompt, prompt.utf8.count)
    defer { write(terminal, "\n", 1) }
    return try readLine(for: name, on: terminal, until: catcher)
  }

  /// Bytes of a line, its end among them (N_TTY_BUF_SIZE of Linux). What is longer the terminal cuts without a word.
  private static let lineSize = 4_096

  private static func readLine(
    for name: String, on terminal: Int32, until catcher: SignalCatcher
  ) throws -> SecretBytes? {
    var line = SecretBytes(count: lineSize)
    var filled = 0
    while true {
      var waiting = [
        pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
        pollfd(fd: catcher.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waiting, 2, -1) >= 0 || errno == EINTR else { throw failure() }
      if waiting[1].revents != 0 { return nil }
      guard waiting[0].revents != 0 else { continue }
      let count = line.withUnsafeMutableBytes { bytes in
        read(terminal, UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]).baseAddress, bytes.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure() }
      filled += count
      let hasEnd = line.withUnsafeBytes { $0[..<filled].last == UInt8(ascii: "\n") }
      if filled == lineSize {
        throw Failure(
          "secret.too-long", .usage, "the \(SecretError.words(name)) is longer than a terminal's line",
          hint: "Give it with --\(name)-file FILE.")
      }
      // 0 is Ctrl-D, or a terminal that has gone.
      guard count == 0 || hasEnd else { continue }
      let end = hasEnd ? filled - 1 : filled
      return line.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<end])) }
    }
  }

  private static func failure() -> InputError {
    .failed(path: "the terminal", reason: String(cString: strerror(errno)))
  }
}
