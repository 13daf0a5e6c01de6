import DrawsContract
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Draws

/// What becomes of raffles when users are merged, erased, or ask what is held about them.
@Suite struct UserDataTests {
  /// Before the freeze two become one entrant.
  @Test func mergedUsersEnterAsOne() throws {
    try RaffleTests.entered { booth in
      let merged = try booth.qix("user merge shop-1 --into shop-2 --json")
      #expect(merged.exitCode == 0 && merged.output.contains("\"raffle_entries\""))
      #expect(try booth.qix("raffle freeze spring").exitCode == 0)
      let list = try RaffleTests.list(booth)
      #expect(list.entrants.count == 7)
      #expect(list.entrants.contains { $0.tickets == 3 } && list.tickets == 36)
      // The key of the one who is gone still answers.
      #expect(try booth.qix("raffle enter spring --user shop-1 --tickets 1 --idempotency-key order-0").exitCode == 0)
    }
  }

  /// Afterwards the list stays as it was published, and both lead to the survivor.
  @Test func aFrozenListStaysWhenUsersAreMerged() throws {
    try RaffleTests.drawn { booth in
      let before = try RaffleTests.list(booth)
      #expect(try booth.qix("user merge shop-1 --into shop-2").exitCode == 0)
      let after = try RaffleTests.list(booth)
      #expect(after.root == before.root && after.entrants.count == 8)
      #expect(Set(after.entrants.compactMap(\.user)).count == 7)
      #expect(try booth.qix("raffle verify spring").exitCode == 0)
      #expect(try booth.qix("raffle show spring --user shop-2 --json").output.components("ent_") >= 2)
    }
  }

  @Test func anErasedUserLeavesAnOpenRaffle() throws {
    try RaffleTests.entered { booth in
      #expect(try booth.qix("user erase shop-8 --confirm shop-8").exitCode == 0)
      #expect(try booth.qix("raffle freeze spring").exitCode == 0)
      let list = try RaffleTests.list(booth)
      #expect(list.tickets == 28)
      #expect(try booth.qix("raffle verify spring").exitCode == 0)
    }
  }

  /// In a frozen list the name stays that nobody can lead back.
  @Test func anErasedUserStaysUnknownInAFrozenList() throws {
    try RaffleTests.drawn { booth in
      let before = try RaffleTests.list(booth)
      #expect(try booth.qix("user erase shop-8 --confirm shop-8").exitCode == 0)
      let after = try RaffleTests.list(booth)
      #expect(after.root == before.root)
      #expect(after.entrants.filter { $0.user == nil }.map(\.tickets) == [8])
      #expect(try booth.home.count("draws_entries") == 7)
      #expect(try booth.qix("raffle verify spring").exitCode == 0)
      #expect(try booth.qix("raffle show spring").exitCode == 0)
    }
  }

  @Test func anExportNamesEntriesAndPlaces() throws {
    try RaffleTests.drawn { booth in
      let export = try booth.qix(["user", "export", "shop-3", "--reveal", "--reason", "request 12"])
      #expect(export.exitCode == 0)
      #expect(export.output.contains("draws.export/1") && export.output.contains("order-2"))
      #expect(export.output.components("ent_") == 1)
    }
  }
}

extension String {
  /// How often another text is in it.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
