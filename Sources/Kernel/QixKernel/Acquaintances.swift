internal import Synchronization

/// The users whom a caller has named itself, or was handed by the command: any caller may be told of those.
package final class Acquaintances: Sendable {
  private let names = Mutex<Set<String>>([])

  package init() {}

  package func meet(_ name: String) {
    names.withLock { _ = $0.insert(name) }
  }

  package func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}

private enum AcquaintancesKey: ContextKey {
  static var defaultValue: Acquaintances? { nil }
}

extension Context {
  /// Nil for a caller who may know every user, so that nothing is kept for them.
  package var acquaintances: Acquaintances? {
    get { self[AcquaintancesKey.self] }
    set { self[AcquaintancesKey.self] = newValue }
  }
}
