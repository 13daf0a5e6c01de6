import CampaignsContract
import CoinsContract
import IdentityContract
import QixKernel
import QixShake
import QixStorage
import QixTesting
import Testing

@testable import Shakes

/// What left a campaign's budget for shakes is what its shakes have won; what doesn't fit is found and named.
@Suite struct OutflowTests {
  private func faults(_ fair: Fair) throws -> [String] {
    let ledger = try fair.context.service(Coins.ledger)
    let users = try fair.context.service(Users.directory)
    return try fair.home.unchecked.read { connection in
      try ShakeCheck(ledger: ledger, campaigns: fair.campaigns, users: users, connection: connection).faults()
    }
  }

  private func transfer(_ answer: ShakeAnswer) -> String {
    if case .won(_, let transfer) = answer.outcome { transfer } else { "" }
  }

  /// Payments by hand, reversed wins and what was reserved are no faults.
  @Test func whatElseHappensToABudgetIsNoFault() throws {
    try Fair.with { fair in
      try fair.open(types: [.use("code"), .use("steps")])
      let ada = try fair.user("ada")
      let won = try fair.shake(ada)
      #expect(try fair.shake(ada, "steps").outcome.step == "again")
      #expect(try fair.shake(ada, "steps", with: ["end": "good"]).outcome.won == 10)
      let ledger = try fair.context.service(Coins.ledger)
      let paid = try #require(TransferID(transfer(won)))
      try fair.write { connection in
        var gift = Operation.issue(7, from: .budget("campaign-summer"), to: .wallet(ada))
        gift.key = "sorry-for-the-delay"
        _ = try ledger.post([gift, .reverse(paid, amount: 4)], in: connection)
      }
      #expect(try faults(fair) == [])
      try fair.verify()
    }
  }

  /// The ledger itself is whole then; only the shakes can tell.
  @Test func aPaymentWithoutAShakeIsNamed() throws {
    try Fair.with { fair in
      try fair.open()
      try fair.open("winter")
      let ada = try fair.user("ada")
      _ = try fair.shake(ada)
      _ = try fair.shake(ada, in: "winter")
      let ledger = try fair.context.service(Coins.ledger)
      let stolen = try fair.write { connection in
        var issue = Operation.issue(5, from: .budget("campaign-winter"), to: .wallet(ada))
        issue.key = "\(ShakeID(high: 0x7000, low: 99))"
        return try ledger.post([issue], in: connection).map(\.transfer)
      }
      #expect(try fair.home.qix("coins verify").exitCode == 0)
      let found = try faults(fair)
      let transfer = try #require(stolen.first)
      #expect(found.count == 1 && found[0].contains("'winter'") && found[0].contains("\(transfer)"))
      #expect(found[0].contains("won 10 coins") && found[0].contains("its budget paid 15"))
    }
  }

  /// Two wins of the same size that have changed places: each amount is in the ledger, from the wrong budget.
  @Test func aWinPaidByAnotherCampaignIsNamed() throws {
    try Fair.with { fair in
      try fair.open()
      try fair.open("winter")
      let ada = try fair.user("ada")
      let (summer, winter) = (try fair.shake(ada), try fair.shake(ada, in: "winter"))
      try fair.home.unchecked.exclusively { connection in
        try connection.execute(
          script: """
            DROP TRIGGER shakes_shakes_stay_as_they_are;
            CREATE TABLE steps_before AS SELECT shake, transfer FROM shakes_shakes;
            UPDATE shakes_shakes SET transfer =
              (SELECT other.transfer FROM steps_before AS other WHERE other.shake <> shakes_shakes.shake);
            """)
      }
      let found = try faults(fair)
      #expect(found.count == 2, "\(found)")
      #expect(found.contains { $0.contains("'summer'") && $0.contains(transfer(summer)) })
      #expect(found.contains { $0.contains("'winter'") && $0.contains(transfer(winter)) })
    }
  }

  /// A shake that says that it won more than it was paid.
  @Test func aWinThatWasRaisedIsNamed() throws {
    try Fair.with { fair in
      try fair.open()
      let answer = try fair.shake(try fair.user("ada"))
      try fair.home.unchecked.exclusively { connection in
        try connection.execute(
          script: "DROP TRIGGER shakes_shakes_stay_as_they_are; UPDATE shakes_shakes SET coins = 11;")
      }
      let found = try faults(fair)
      #expect(
        found.contains { $0.contains("won 11 coins, but its budget paid 10 ") && $0.contains(transfer(answer)) },
        "\(found)")
    }
  }

  /// A win under another user's name than theirs who was paid. Who was merged into another since has won all the same.
  @Test func aWinOfAnotherUserIsNamed() throws {
    try Fair.with { fair in
      try fair.open()
      let (ada, bob, cleo) = (try fair.user("ada"), try fair.user("bob"), try fair.user("cleo"))
      for user in [ada, bob] { _ = try fair.shake(user) }
      try fair.home.done("user merge ada --into bob --yes --reason test")
      #expect(try faults(fair).isEmpty)
      try fair.home.unchecked.exclusively { connection in
        try connection.execute(script: "DROP TRIGGER shakes_shakes_stay_as_they_are")
      }
      try fair.home.unchecked.write(Change("test")) { connection, _ in
        try connection.execute("UPDATE shakes_shakes SET user_id = \(cleo) WHERE user_id = \(ada)")
      }
      let found = try faults(fair)
      #expect(found.contains { $0.contains("paid them to another user") }, "\(found)")
    }
  }
}
