import DrawsContract
import QixCrypto
import QixKernel
import QixTesting
import Testing

@testable import Draws

/// Whether tickets are chances.
@Suite struct RaffleChanceTests {
  /// Four entrants with 1, 2, 3 and 6 tickets, two of whom win: each of the twelve outcomes comes as often as drawing
  /// tickets from a drum would bring it.
  @Test func everyTicketHasTheSameChance() throws {
    let seed = Seed(for: "raffles")
    var generator = SeededGenerator(seed)
    let tickets: [Int64] = [1, 2, 3, 6]
    let list = try #require(
      FrozenList(tickets.enumerated().map { FrozenList.Entrant(id: Self.entrant($0.offset), tickets: $0.element) }))
    var (counts, weights): ([Int], [Double]) = ([], [])
    var places: [[Int]: Int] = [:]
    for first in tickets.indices {
      for second in tickets.indices where second != first {
        places[[first, second]] = counts.count
        counts.append(0)
        weights.append(Double(tickets[first]) / 12 * Double(tickets[second]) / Double(12 - tickets[first]))
      }
    }
    let key = DrawKey(SecretBytes(copying: (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }))
    for number in 0..<40_000 {
      let terms = RaffleTerms(id: RaffleID(high: 1, low: UInt64(number)), name: "r", winners: 2, beaconName: nil)
      counts[try #require(places[list.winners(terms, key: key, beacon: nil)])] += 1
    }
    let score = ChiSquare.score(counts, weights: weights)
    #expect(abs(score) < 6, "χ² is \(score) standard deviations off; \(seed)")
  }

  /// Secret, list, beacon and raffle each make other winners; nobody wins twice.
  @Test func everythingThatWasPromisedCounts() throws {
    let entrants = (0..<500).map { FrozenList.Entrant(id: Self.entrant($0), tickets: Int64($0 % 7 + 1)) }
    let list = try #require(FrozenList(entrants.reversed()))
    #expect(list.entrants == entrants)
    let other = try #require(FrozenList(Array(entrants.dropLast())))
    let terms = RaffleTerms(id: RaffleID(high: 1, low: 1), name: "r", winners: 50, beaconName: "b")
    let another = RaffleTerms(id: RaffleID(high: 1, low: 2), name: "r", winners: 50, beaconName: "b")
    let key = DrawKey(SecretBytes(copying: Array(repeating: 1, count: 32)))
    let winners = list.winners(terms, key: key, beacon: "1")
    #expect(Set(winners).count == 50)
    #expect(list.winners(terms, key: key, beacon: "1") == winners)
    #expect(list.winners(terms, key: key, beacon: "2") != winners)
    #expect(list.winners(another, key: key, beacon: "1") != winners)
    #expect(other.winners(terms, key: key, beacon: "1") != winners)
    #expect(
      list.winners(terms, key: DrawKey(SecretBytes(copying: Array(repeating: 2, count: 32))), beacon: "1") != winners)
  }

  @Test func ticketsBeyondWhatCanBeCountedAreNoList() {
    #expect(
      FrozenList([
        FrozenList.Entrant(id: Self.entrant(1), tickets: .max), FrozenList.Entrant(id: Self.entrant(2), tickets: 1),
      ]) == nil)
  }

  private static func entrant(_ number: Int) -> EntrantID { EntrantID(high: 7, low: UInt64(number)) }
}
