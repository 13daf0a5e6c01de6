internal import Glibc
internal import QixCommands
internal import Synchronization

/// Holds the signals back that would end or stop the process while its terminal doesn't show what is typed.
///
/// A pipe tells of them (the self-pipe trick, as in select_tut(2)): it wakes a `poll` whichever thread got the signal
/// and however close it came.
final class SignalCatcher {
  private static let caught = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGTSTP]
  /// The descriptor that the handler writes to. Signals belong to the process, so there is one.
  private static let writer = Atomic<Int32>(-1)

  /// Can be read from as soon as a signal came.
  let descriptor: Int32
  private let end: Int32
  private var before: [(number: Int32, action: sigaction)] = []
  private var isStopped = false

  init() {
    var ends: [Int32] = [-1, -1]
    // Without descriptors to spare there are no handlers, and a signal does what it always does.
    guard pipe(&ends) == 0 else {
      (descriptor, end) = (-1, -1)
      return
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // A handler must not wait.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, end) = (ends[0], ends[1])
    // Also makes the global, which the handler must find made.
    Self.writer.store(end, ordering: .sequentiallyConsistent)
    var action = sigaction()
    // No SA_RESTART: waiting ends.
    action.__sigaction_handler.sa_handler = { number in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(SignalCatcher.writer.load(ordering: .sequentiallyConsistent), &byte, 1)
      errno = saved
    }
    sigemptyset(&action.sa_mask)
    for number in Self.caught {
      var old = sigaction()
      sigaction(number, nil, &old)
      // Signals that the parent process had ignored stay ignored (nohup).
      if unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == 1 { continue }
      sigaction(number, &action, nil)
      before.append((number, old))
    }
  }

  deinit { stop() }

  /// Gives the signals back to whom they belonged.
  /// - Returns: the first that came meanwhile.
  @discardableResult
  func stop() -> Int32? {
    guard !isStopped, descriptor >= 0 else { return nil }
    isStopped = true
    for (number, action) in before {
      var action = action
      sigaction(number, &action, nil)
    }
    Self.writer.store(-1, ordering: .sequentiallyConsistent)
    var byte: UInt8 = 0
    let count = read(descriptor, &byte, 1)
    close(descriptor)
    close(end)
    return count == 1 ? Int32(byte) : nil
  }
}
