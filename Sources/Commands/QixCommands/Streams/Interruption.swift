internal import Glibc
package import QixKernel
internal import Synchronization

/// Whether the person asked the program to stop, for commands that must finish what they are in the middle of.
package final class Interruption: Sendable {
  private let count = Atomic<Int>(0)

  package init() {}

  /// The one the process's signals set. Signals belong to the process, so this can't be a value handed around.
  package static let process = Interruption()

  package var isRequested: Bool { count.load(ordering: .relaxed) > 0 }

  /// Does what a signal does; tests call it as well.
  /// - Returns: how often it had been requested before.
  @discardableResult
  package func request() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }

  /// - Throws: `Interrupted` once it has been requested.
  package func check() throws(Interrupted) {
    if isRequested { throw Interrupted() }
  }

  /// From now on SIGINT and SIGTERM set `isRequested` instead of ending the process; a second one ends it at once.
  ///
  /// System calls are not restarted (no SA_RESTART), so that waiting for input ends too.
  package static func catchSignals() {
    // Made here, for the handler may run at any instruction and must find it made.
    _ = process
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      // Only atomics, signal() and raise(): all async-signal-safe (signal-safety(7)).
      if Interruption.process.request() > 0 {
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    sigemptyset(&action.sa_mask)
    sigaction(SIGINT, &action, nil)
    sigaction(SIGTERM, &action, nil)
    // Whoever has started the program may have held them back, and a program inherits that.
    var wanted = sigset_t()
    sigemptyset(&wanted)
    sigaddset(&wanted, SIGINT)
    sigaddset(&wanted, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
  }
}

/// The person stopped a command that had asked to stop by itself; exit code 130.
package struct Interrupted: Diagnosable, Equatable {
  package let hint: Sentence?

  package init() { hint = nil }
  private init(hint: Sentence) { self.hint = hint }

  /// Of a command that commits part by part.
  package static let goesOn = Interrupted(
    hint: "What was committed stays done; the same command goes on with the rest.")

  package var category: ErrorCategory { .interrupted }
  package var code: String { "interrupted" }
  package var sentence: Sentence { "interrupted" }
}
