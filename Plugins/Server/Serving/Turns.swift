internal import Synchronization

/// Lets customers have one thing at a time done that takes long, so that nobody's take all the places of those who come
/// next.
final class Turns: Sendable {
  private let busy = Mutex<Set<String>>([])

  /// A customer's turn. It is over with this value at the latest.
  final class Turn: Sendable {
    /// Nil once it is over.
    private let turns: Mutex<Turns?>
    private let customer: String

    fileprivate init(_ turns: Turns, _ customer: String) {
      self.turns = Mutex(turns)
      self.customer = customer
    }

    deinit { end() }

    /// Before the answer goes out, since whoever has that may send the next.
    func end() {
      let turns = turns.withLock { $0.take() }
      turns?.busy.withLock { _ = $0.remove(customer) }
    }
  }

  /// Nil while another turn of the customer's isn't over.
  func next(_ customer: String) -> Turn? {
    busy.withLock { $0.insert(customer).inserted } ? Turn(self, customer) : nil
  }
}
