internal import Synchronization

/// Lets each have one thing at a time done: customers what takes long, so that nobody's take all the places of those who
/// come next, and what is asked under one idempotency key.
final class Turns: Sendable {
  private let busy = Mutex<Set<String>>([])

  /// Somebody's turn. It is over with this value at the latest.
  final class Turn: Sendable {
    /// Nil once it is over.
    private let turns: Mutex<Turns?>
    private let name: String

    fileprivate init(_ turns: Turns, _ name: String) {
      self.turns = Mutex(turns)
      self.name = name
    }

    deinit { end() }

    /// Before the answer goes out, since whoever has that may send the next.
    func end() {
      let turns = turns.withLock { $0.take() }
      turns?.busy.withLock { _ = $0.remove(name) }
    }
  }

  /// Nil while another turn of that name isn't over.
  func next(_ name: String) -> Turn? {
    busy.withLock { $0.insert(name).inserted } ? Turn(self, name) : nil
  }
}
