internal import Glibc
internal import QixCommands

/// A program such as `less` that shows long output, fed through a pipe.
final class Pager: Sendable {
  /// The end of the pipe to write to.
  let descriptor: Int32
  private let process: pid_t

  /// Starts a command as a shell would read it; nil when that isn't possible, and output goes on unpaged.
  init?(_ command: String) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    // The pager gets only the reading end, as its standard input; its own copy of the other would keep it waiting.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    // The pager must not inherit what the program ignores.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in IgnoredSignals.all { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    // As git does: leave when all fits, keep colours, don't clear the screen. A setting of the person's own stays.
    setenv("LESS", "FRX", 0)
    var id = pid_t()
    let error = ["/bin/sh", "-c", command].withCStrings {
      posix_spawn(&id, "/bin/sh", &actions, &attributes, $0, environ)
    }
    close(ends[0])
    guard error == 0 else {
      close(ends[1])
      return nil
    }
    process = id
    descriptor = ends[1]
  }

  /// Ends its input and waits until the person leaves it. Ctrl-C meanwhile is the pager's.
  func wait() {
    let before = signal(SIGINT, SIG_IGN)
    close(descriptor)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    signal(SIGINT, before)
  }
}

extension [String] {
  /// Lends the texts as an `argv`: pointers to C strings and a null behind them.
  func withCStrings<Result>(_ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
    let pointers = map { strdup($0) }
    defer { pointers.forEach { free($0) } }
    return body(pointers + [nil])
  }
}
