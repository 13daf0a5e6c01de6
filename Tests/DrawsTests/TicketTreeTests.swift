import QixTesting
import Testing

@testable import Draws

@Suite struct TicketTreeTests {
  /// What the tree finds is what counting through the list finds.
  @Test func theOwnerIsTheOneOfTheList() {
    let seed = Seed(for: "tickets and their owners")
    var generator = SeededGenerator(seed)
    for _ in 0..<300 {
      let most: UInt64 = Bool.random(using: &generator) ? 3 : 1 << 50
      var tickets = (0..<Int.random(in: 1...70, using: &generator)).map { _ in
        UInt64.random(in: 1...most, using: &generator)
      }
      var tree = TicketTree(tickets)
      for _ in tickets.indices {
        let total = tickets.reduce(0, +)
        #expect(tree.total == total, "\(seed)")
        var ticket = UInt64.random(in: 0..<total, using: &generator)
        let owner = tree.takeOwner(of: ticket)
        var expected = 0
        while ticket >= tickets[expected] {
          ticket -= tickets[expected]
          expected += 1
        }
        #expect(owner == expected, "\(seed)")
        tickets[expected] = 0
      }
      #expect(tree.total == 0)
    }
  }
}
