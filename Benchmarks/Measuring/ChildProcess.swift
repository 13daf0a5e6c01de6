package import Glibc
internal import QixKernel

/// Another program, started and waited for.
package struct ChildProcess {
  package let identifier: pid_t
  private let output: Int32
  private let errors: Int32
  private let started: Int64

  /// What a program has cost and said.
  package struct Outcome: Sendable {
    /// The exit code; 128 and the signal's number when a signal ended it.
    package let status: Int32
    /// Microseconds from just before the start until it was known to have ended.
    package let wall: Int64
    /// Microseconds of processor time, its own and the system's on its behalf.
    package let processor: Int64
    /// Bytes of memory at the most. The kernel counts those of the process that started it in, at its start.
    package let peakMemory: Int64
    package let output: String
    package let errors: String
  }

  /// - Parameter words: the program's path and its arguments.
  /// - Parameter environment: variables besides those of this process.
  package init(_ words: [String], environment: [String: String] = [:]) throws(MeasuringError) {
    output = try Self.namelessFile()
    errors = try Self.namelessFile()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") }
    var inherited = environ
    while let variable = inherited.pointee {
      variables.append(strdup(variable))
      inherited += 1
    }
    variables.append(nil)
    defer { (arguments + variables).forEach { free($0) } }
    var identifier: pid_t = 0
    started = Stopwatch.now
    let result = posix_spawn(&identifier, words[0], &actions, nil, &arguments, &variables)
    guard result == 0 else {
      close(output)
      close(errors)
      throw MeasuringError("\(words[0]) can't be started: \(String(cString: strerror(result)))")
    }
    self.identifier = identifier
  }

  package func kill() { _ = Glibc.kill(identifier, SIGKILL) }

  /// Waits until it has ended. To be called once.
  package func wait() -> Outcome {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(identifier, &status, 0, &usage) < 0, errno == EINTR {}
    let wall = Stopwatch.now - started
    func microseconds(_ time: timeval) -> Int64 { Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_usec) }
    let signal = status & 0x7F
    return Outcome(
      status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, wall: wall,
      processor: microseconds(usage.ru_utime) + microseconds(usage.ru_stime),
      peakMemory: Int64(usage.ru_maxrss) * 1_024,
      output: Self.content(output), errors: Self.content(errors))
  }

  /// Whether it has ended, and can be waited for without waiting.
  package var hasEnded: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0 && information.si_signo != 0
  }

  /// Bytes that it has printed so far.
  package var printed: Int {
    var file = stat()
    return fstat(output, &file) == 0 ? file.st_size : 0
  }

  /// Starts a program and waits for it.
  /// - Throws: `MeasuringError` with what it said when it failed.
  @discardableResult
  package static func run(_ words: [String], environment: [String: String] = [:]) throws(MeasuringError) -> Outcome {
    let outcome = try ChildProcess(words, environment: environment).wait()
    guard outcome.status == 0 else {
      throw MeasuringError("\(words.joined(separator: " ")) ended with \(outcome.status): \(outcome.errors)")
    }
    return outcome
  }

  /// Files rather than pipes: a pipe that nobody reads would stop the program when it is full.
  private static func namelessFile() throws(MeasuringError) -> Int32 {
    var template = Array("/tmp/qix-output-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0, fcntl(file, F_SETFD, FD_CLOEXEC) == 0 else {
      throw MeasuringError("no temporary file: \(String(cString: strerror(errno)))")
    }
    unlink(template)
    return file
  }

  private static func content(_ descriptor: Int32) -> String {
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    lseek(descriptor, 0, SEEK_SET)
    while case let count = read(descriptor, &part, part.count), count > 0 { bytes += part[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
