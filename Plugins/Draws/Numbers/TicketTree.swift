/// Tickets of many, of which one after another is taken out: finding whose a ticket is takes as many steps as the
/// number of entrants has binary digits (P. Fenwick, "A new data structure for cumulative frequency tables", 1994).
struct TicketTree {
  /// At index i, from 1: the tickets of the last (i & −i) entrants up to it.
  private var sums: [UInt64]
  private var tickets: [UInt64]
  private(set) var total: UInt64

  /// - Parameter tickets: 1 or more each, below 2⁶³ in all.
  init(_ tickets: [UInt64]) {
    self.tickets = tickets
    sums = [0] + tickets
    total = tickets.reduce(0, +)
    for index in sums.indices.dropFirst() {
      let parent = index + (index & -index)
      if parent < sums.count { sums[parent] += sums[index] }
    }
  }

  /// Takes the owner of a ticket out, with all of theirs.
  /// - Parameter ticket: from 0 to below `total`; tickets are counted in the entrants' order.
  /// - Returns: which entrant, from 0.
  mutating func takeOwner(of ticket: UInt64) -> Int {
    precondition(ticket < total)
    var (owner, rest) = (0, ticket)
    var step = 1 << (Int.bitWidth - sums.count.leadingZeroBitCount)
    while step > 0 {
      let next = owner + step
      if next < sums.count, sums[next] <= rest {
        rest -= sums[next]
        owner = next
      }
      step >>= 1
    }
    let taken = tickets[owner]
    tickets[owner] = 0
    total -= taken
    var index = owner + 1
    while index < sums.count {
      sums[index] -= taken
      index += index & -index
    }
    return owner
  }
}
