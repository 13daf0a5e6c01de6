internal import Synchronization

/// The users whom a caller has named itself, or was handed by the command: any caller may be told of those.
package final class Acquaintances: Sendable {
  private let names = Mutex<Set<String>>([])
  /// The handles of users whom the caller doesn't get to know, by user: a batch may name one on each line.
  private let handles = Mutex<[String: String]>([:])

  package init() {}

  package func meet(_ name: String) {
    names.withLock { _ = $0.insert(name) }
  }

  package func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }

  /// Makes answers to the caller call a user by the handle that it has given.
  package func call(_ user: String, _ handle: String) {
    handles.withLock { $0[user] = handle }
  }

  /// The last handle that the caller has given for a user; nil where it gave none.
  package func handle(of user: String) -> String? {
    handles.withLock { $0[user] }
  }
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
