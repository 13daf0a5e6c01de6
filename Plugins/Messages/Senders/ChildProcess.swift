internal import Glibc
internal import MessagesContract

/// Runs a program to its end, or to a time limit.
enum ChildProcess {
  enum Ending {
    case exited(Int32)
    case killed(Int32)
    case timedOut
  }

  /// - Parameters:
  ///   - words: the program's path and its arguments.
  ///   - input: what it finds on standard input.
  ///   - showsOutput: lets both its outputs go to standard error; else both are discarded.
  /// - Throws: `MessagesError.commandMissing`.
  static func run(_ words: [String], input: [UInt8], seconds: Int64, showsOutput: Bool) throws(MessagesError) -> Ending
  {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .commandMissing(words[0]) }
    // The program gets only the reading end, as its standard input.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child: pid_t
    do throws(MessagesError) {
      child = try start(words, standardInput: ends[0], showsOutput: showsOutput)
    } catch {
      close(ends[1])
      throw error
    }
    // It may end without reading: then nothing reads the pipe, and its exit code says what happened.
    let deadline = Self.now() + seconds * 1_000_000
    feed(input, into: ends[1], until: deadline)
    close(ends[1])
    return wait(for: child, until: deadline)
  }

  private static func start(
    _ words: [String], standardInput: Int32, showsOutput: Bool
  ) throws(MessagesError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, standardInput, 0)
    if showsOutput {
      posix_spawn_file_actions_adddup2(&actions, 2, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, 1, 2)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A child must not inherit that qix ignores SIGPIPE.
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // A group of its own, so that what it has started can be stopped with it.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    guard posix_spawn(&child, words[0], &actions, &attributes, &arguments, environ) == 0 else {
      throw .commandMissing(words[0])
    }
    return child
  }

  private static func feed(_ input: [UInt8], into descriptor: Int32, until deadline: Int64) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var sent = 0
    while sent < input.count, now() < deadline {
      let count = input[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, 100)
      } else if errno != EINTR {
        return
      }
    }
  }

  private static func wait(for child: pid_t, until deadline: Int64) -> Ending {
    var status: Int32 = 0
    var isStopped = false
    while true {
      let result = waitpid(child, &status, isStopped ? 0 : WNOHANG)
      if result == child { break }
      if result < 0, errno != EINTR { return .exited(127) }
      guard result == 0 else { continue }
      if now() >= deadline {
        kill(-child, SIGKILL)
        isStopped = true
      } else {
        usleep(2_000)
      }
    }
    if isStopped { return .timedOut }
    // WIFEXITED and its kin of sys/wait.h, which are macros.
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
  }

  /// The context's clock may stand still; what a child may take is measured with the system's.
  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
