internal import Glibc
internal import Synchronization

/// How often SIGHUP has asked for the certificate and the settings to be read again.
struct ReloadRequest {
  private static let count = Atomic<Int>(0)
  /// Those that were done.
  private var done = ReloadRequest.count.load(ordering: .relaxed)

  /// From now on SIGHUP asks, instead of ending the process.
  static func catchSignal() {
    // Made here, for the handler may run at any instruction and must find it made.
    _ = ReloadRequest()
    var action = sigaction()
    // Only an atomic: async-signal-safe (signal-safety(7)).
    action.__sigaction_handler.sa_handler = { _ in ReloadRequest.ask() }
    action.sa_flags = SA_RESTART
    sigemptyset(&action.sa_mask)
    sigaction(SIGHUP, &action, nil)
  }

  /// Does what the signal does; tests call it as well. Signals belong to the process: all its servers hear it.
  static func ask() { count.add(1, ordering: .relaxed) }

  /// Whether it was asked since the last look.
  mutating func take() -> Bool {
    let now = Self.count.load(ordering: .relaxed)
    defer { done = now }
    return now != done
  }
}
