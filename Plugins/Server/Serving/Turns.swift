internal import Synchronization

/// Lets each have only so many things done at a time: customers what takes long, and tokens their batches, so that
/// nobody's take all the places of those who come next, and what is asked under one idempotency key.
final class Turns: Sendable {
  private let busy = Mutex<[String: Int]>([:])
  private let most: Int

  init(most: Int = 1) { self.most = most }

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
      turns?.busy.withLock { busy in
        let left = busy[name, default: 1] - 1
        busy[name] = left > 0 ? left : nil
      }
    }
  }

  /// Nil while there are as many of that name as may be.
  func next(_ name: String) -> Turn? {
    let isTaken = busy.withLock { busy in
      guard busy[name, default: 0] < most else { return false }
      busy[name, default: 0] += 1
      return true
    }
    return isTaken ? Turn(self, name) : nil
  }
}
