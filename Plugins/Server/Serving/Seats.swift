internal import Synchronization

/// States for threads that aren't a pool's own: each is lent to one thread at a time.
final class Seats<State: Sendable>: Sendable {
  private let free = Mutex<[State]>([])
  private let make: @Sendable () -> State

  /// - Parameter make: makes another state where none is free.
  init(make: @escaping @Sendable () -> State) { self.make = make }

  func with(_ body: (State) -> Void) {
    let state = free.withLock { $0.popLast() } ?? make()
    body(state)
    free.withLock { $0.append(state) }
  }
}
