import CoinsContract
import IdentityContract
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// Moments that callers name: they never get at coins that are not there now, nor at such as were not there then.
@Suite struct MomentTests {
  private func dated(_ operation: CoinsContract.Operation, _ moment: Timestamp) -> CoinsContract.Operation {
    var operation = operation
    operation.at = moment
    return operation
  }

  /// Ways of taking ten coins of user 1.
  private static let debits: [CoinsContract.Operation] = [
    .redeem(10, from: .user(1)), .transfer(10, from: .user(1), to: .user(2)), .hold(10, from: .user(1)),
  ]

  @Test(arguments: debits.indices) func coinsThatHaveExpiredAreNotReachedByAnEarlierMoment(index: Int) throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1), expires: .at(till.days(1))))
      till.advance(days: 2)
      let operation = Self.debits[index]
      let none = CoinsError.insufficient(account: .user(1), available: 0, wanted: 10)
      for operation in [operation, dated(operation, till.days(-2)), dated(operation, till.days(-30))] {
        try expectRefused(none, operation, at: till)
      }
    }
  }

  /// The way round: a hold from before the expiry, what is left is booked as expired, the hold is captured.
  @Test func aHoldOfYesterdayKeepsNoExpiredCoins() throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1), expires: .at(till.days(1))))
      till.advance(days: 2)
      let hold = dated(.hold(10, from: .user(1)), till.days(-2))
      try expectRefused(.insufficient(account: .user(1), available: 0, wanted: 10), hold, at: till)
      try till.sweep()
      #expect(try till.balance(.expired).posted == 10)
      try till.verify()
    }
  }

  /// A clock that goes back has coins given back before they were taken; both are summed on the way to a moment.
  @Test func aGreatHoldThatWasGivenBackBeforeItBegan() throws {
    try Till.with { till in
      let (amount, moment): (Int64, Timestamp) = (6_000_000_000_000_000_000, till.days(1))
      try till.post(.issue(amount, to: .user(1)))
      till.advance(days: 10)
      let hold = try till.post(.hold(amount, from: .user(1))).transfer
      till.advance(days: -5)
      try till.post(.void(hold))
      till.advance(days: 15)
      try till.post(dated(.redeem(7, from: .user(1)), moment))
      #expect(try till.balance(.user(1)).posted == amount - 7)
      try till.verify()
    }
  }

  @Test(arguments: debits.indices) func coinsThatCameLaterAreNotTaken(index: Int) throws {
    try Till.with { till in
      let grant = till.now
      try till.post(.issue(10, to: .user(1)))
      try till.post(dated(.issue(4, to: .user(1)), till.days(-9)))
      till.advance(days: 2)
      let operation = Self.debits[index]
      let before = grant.advanced(byMicroseconds: -1)
      try expectRefused(
        .insufficientThen(account: .user(1), before, available: 4, wanted: 10), dated(operation, before), at: till)
      try till.post(dated(operation, grant))
      try till.verify()
    }
  }

  /// Between a redemption and its reversal there was nothing to spend.
  @Test func coinsThatWereGoneMeanwhileAreNotTaken() throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1)))
      till.advance(days: 1)
      let spent = try till.post(.redeem(10, from: .user(1))).transfer
      till.advance(days: 2)
      try till.post(.reverse(spent))
      till.advance(days: 1)
      for day in [-4, -3, -2] as [Int64] {
        try expectRefused(
          .insufficientThen(account: .user(1), till.days(day), available: 0, wanted: 10),
          dated(.redeem(10, from: .user(1)), till.days(day)), at: till)
      }
      try till.post(dated(.redeem(10, from: .user(1)), till.days(-1)))
      try till.verify()
    }
  }

  @Test func aHoldThatIsOverIsNotCapturedByAnEarlierMoment() throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1)))
      let hold = try till.post(.hold(10, from: .user(1), timesOut: .at(till.days(1)))).transfer
      till.advance(days: 2)
      try expectRefused(.holdTimedOut(hold), dated(.capture(hold), till.days(-2)), at: till)
      // What is over holds nothing; until that was booked it did.
      try till.sweep()
      try expectRefused(
        .insufficientThen(account: .user(1), till.days(-2), available: 0, wanted: 10),
        dated(.redeem(10, from: .user(1)), till.days(-2)), at: till)
      try till.post(dated(.redeem(10, from: .user(1)), till.now))
      try till.verify()
    }
  }

  @Test func nothingHappensBeforeWhatItNames() throws {
    try Till.with { till in
      let grant = try till.post(.issue(10, to: .user(1))).transfer
      let hold = try till.post(.hold(4, from: .user(1))).transfer
      let (now, before) = (till.now, till.now.advanced(byMicroseconds: -1))
      till.advance(days: 1)
      for (id, operation) in [(grant, .reverse(grant)), (hold, .capture(hold)), (hold, .void(hold))]
        as [(TransferID, CoinsContract.Operation)]
      {
        try expectRefused(.beforeItsCause(id, happened: now, before), dated(operation, before), at: till)
      }
      try till.post(dated(.capture(hold), now))
      try till.verify()
    }
  }

  /// Coins that came back after their time expire when they came back: on the day itself they were spent.
  @Test func whatComesBackTooLateExpiresWhenItCameBack() throws {
    try Shop.with { shop in
      try shop.done("coins issue --to ada --amount 10 --expires 2027-01-16")
      let spent = try shop.done("coins redeem --from ada --amount 10 --quiet").filter { $0 != "\n" }
      shop.home.clock.advance(byMicroseconds: 5 * Timestamp.day)
      try shop.done("coins reverse \(spent)")
      shop.home.clock.advance(byMicroseconds: Timestamp.day)
      try shop.done("coins expire")
      #expect(
        try shop.rows("SELECT kind, at FROM coins_transfers ORDER BY transfer DESC LIMIT 1", columns: 2) == [
          "6|\(shop.home.clock.now().advanced(byMicroseconds: -Timestamp.day).microseconds)"
        ])
      #expect(try balances(shop) == ["10", "0", "10", "0"])
      try shop.verify()
    }
  }

  /// The balances beside a statement's movements, and those of the plot, which have to be the same.
  private func balances(_ shop: Shop) throws -> [String] {
    func balances(_ line: String, _ table: String) throws -> [String] {
      let answer = try JSONValue(parsing: shop.done(line))
      return try #require(answer[table]?.array).map { "\(try #require($0["balance"]?.integer))" }
    }
    let statement = try balances("wallet statement ada --from 2026-01-01 --to 2028-01-01 --json", "movements")
    #expect(try balances("wallet plot ada --json", "points") == statement)
    return statement
  }

  /// As earlier versions let be booked, and as a clock that has gone back still does.
  @Test func aStatementNeverGoesBelowZero() throws {
    try Shop.with { shop in
      try shop.done("coins issue --to ada --amount 10")
      shop.home.clock.advance(byMicroseconds: -3 * Timestamp.day)
      try shop.done("coins redeem --from ada --amount 7")
      try shop.done("coins issue --to ada --amount 2 --at 2027-01-01")
      #expect(try balances(shop) == ["2", "12", "5"])
      // The period in which it counts is that of the coins.
      let first = try JSONValue(parsing: shop.done("wallet statement ada --to 2027-01-14 --json"))
      #expect(first["closing"]?.integer == 2 && first["debits"]?.integer == 0)
      let later = try JSONValue(parsing: shop.done("wallet statement ada --from 2027-01-15 --to 2027-01-20 --json"))
      #expect(later["opening"]?.integer == 2 && later["closing"]?.integer == 5 && later["debits"]?.integer == -7)
    }
  }

  /// By moments, more comes than any balance can be before half of it goes again: the clock went back.
  @Test func whatComesAndGoesMayBeMoreThanAnyBalance() throws {
    try Till.with { till in
      let some: Int64 = 6_000_000_000_000_000_000
      try till.post(.issue(some, to: .user(1)))
      try till.post(.transfer(some, from: .user(1), to: .user(2)))
      till.advance(days: 1)
      try till.post(.transfer(some, from: .user(2), to: .user(1)))
      till.advance(days: -3)
      try till.post(.transfer(some, from: .user(1), to: .user(2)))
      let steps = try till.database.read { connection in
        var movements: [History.Movement] = []
        try History.forEach(of: .user(2), in: connection) {
          movements.append($0)
          return true
        }
        return Chronology.steps(movements)
      }
      #expect(steps.map(\.balance) == [some, Int64.max, some])
    }
  }

  // MARK: Who may

  private func refusal(_ shop: Shop, _ line: String) throws -> String {
    let outcome = try shop.home.qix("\(line) --json")
    guard outcome.exitCode != 0 else { return "0" }
    let error = try JSONValue(parsing: String(outcome.errors.split(separator: "\n").last ?? ""))
    return "\(outcome.exitCode) \(error["error"]?["code"]?.string ?? "")"
  }

  @Test(arguments: ["integrator", "operator"]) func datesOfDebitsAreForOperatorsWithAReason(role: String) throws {
    try Shop.with { shop in
      let token = "\(shop.home.path)/\(role)"
      try shop.done("token create \(role) --role \(role) --output \(token)")
      try shop.done("coins issue --to ada --amount 10 --at 2027-01-01")
      let hold = try shop.done("coins hold --from ada --amount 1 --quiet").filter { $0 != "\n" }
      let isOperator = role == "operator"
      shop.home.clock.advance(byMicroseconds: Timestamp.day)
      try shop.done("user create --external-id bob")
      let transfer = isOperator ? ["transfer --from ada --to bob --amount 1"] : []
      for line in ["redeem --from ada --amount 1", "hold --from ada --amount 1", "capture \(hold)"] + transfer {
        let dated = "coins \(line) --at 2027-01-15T12:00:00Z --as \(token)"
        // Nothing of a dry run is kept.
        #expect(try refusal(shop, "\(dated) --dry-run") == (isOperator ? "0" : "4 coins.at-for-operators"))
        #expect(try refusal(shop, dated) == (isOperator ? "2 coins.at-needs-reason" : "4 coins.at-for-operators"))
        #expect(try refusal(shop, "\(dated) --reason late") == (isOperator ? "0" : "4 coins.at-for-operators"))
      }
      // Grants may be dated by whoever grants.
      try shop.done("coins issue --to ada --amount 1 --at 2027-01-01 --as \(token)")
      try shop.verify()
    }
  }

  /// Months back lie reports that were read, so whoever grants into them says why, and is an operator.
  @Test(arguments: ["integrator", "operator"]) func grantsFarBackAreForOperatorsWithAReason(role: String) throws {
    try Shop.with { shop in
      let token = "\(shop.home.path)/\(role)"
      try shop.done("token create \(role) --role \(role) --output \(token)")
      let isOperator = role == "operator"
      let file = try shop.file("late.csv", "user,amount,at\nada,1,2026-11-30\nbo,1,2027-01-10\n")
      for line in ["issue --to ada --amount 1 --at 2026-12-15T07:59:59Z", "issue --file \(file)"] {
        let dated = "coins \(line) --as \(token)"
        #expect(try refusal(shop, dated) == (isOperator ? "2 coins.at-needs-reason" : "4 coins.at-for-operators"))
        #expect(try refusal(shop, "\(dated) --reason late") == (isOperator ? "0" : "4 coins.at-for-operators"))
      }
      try shop.done("coins issue --to ada --amount 1 --at 2026-12-15T08:00:00Z --idempotency-key near --as \(token)")
      // What was granted is answered again, however long ago it is by then.
      shop.home.clock.advance(byMicroseconds: Timestamp.day)
      try shop.done("coins issue --to ada --amount 1 --at 2026-12-15T08:00:00Z --idempotency-key near --as \(token)")
      try shop.done("setting set coins.dated-back-days 60")
      try shop.done("coins issue --to ada --amount 1 --at 2026-12-01 --as \(token)")
      try shop.verify()
    }
  }

  @Test func monthsThatAreOverAreToldOf() throws {
    try Shop.with { shop in
      let alone = try shop.home.qix("coins issue --to ada --amount 1 --at 2026-12-31T23:59:59Z")
      #expect(alone.errors.contains("dated in 2026-12, so reports on that month change"), "\(alone.errors)")
      #expect(try !shop.home.qix("coins issue --to ada --amount 1 --at 2027-01-01").errors.contains("reports"))
      let file = try shop.file(
        "old.csv", "user,amount,at,expires\nada,1,2026-03-01,P2M\nbo,1,2026-11-30,\ncy,1,2027-01-02,2027-01-10\n")
      let words = ["2 lines are dated in months that are over", "2 lines grant coins that have already expired"]
      for option in [" --dry-run", ""] {
        let outcome = try shop.home.qix("coins issue --file \(file) --reason history\(option)")
        #expect(outcome.exitCode == 0 && words.allSatisfy { outcome.errors.contains($0) }, "\(outcome.errors)")
      }
      try shop.verify()
    }
  }

  /// One grant of what nobody can spend is a slip; a file of history may hold some.
  @Test func aGrantThatHasExpiredIsRefused() throws {
    try Shop.with { shop in
      for (expires, at) in [("P10D", "2027-01-01"), ("2027-01-14", "2027-01-01")] {
        let line = "coins issue --to ada --amount 5 --expires \(expires) --at \(at)"
        #expect(try refusal(shop, line) == "2 coins.expired-already")
        #expect(try refusal(shop, "\(line) --dry-run") == "2 coins.expired-already")
      }
      #expect(try shop.coins("ada") == 0)
      try shop.done("coins issue --to ada --amount 5 --expires P10D --at 2027-01-10 --idempotency-key once")
      shop.home.clock.advance(byMicroseconds: 20 * Timestamp.day)
      try shop.done("coins issue --to ada --amount 5 --expires P10D --at 2027-01-10 --idempotency-key once")
    }
  }

  @Test func aFileOfHistoryIsBroughtInByItsOwnDates() throws {
    try Shop.with { shop in
      let history = """
        op,from,to,amount,at,expires,reason
        issue,,ada,10,2026-03-01,2027-12-31,history
        redeem,ada,,4,2026-03-02,,till
        issue,,ada,5,2026-05-01,,history
        redeem,ada,,11,2026-05-01,,till

        """
      #expect(try shop.apply(history).counts == [4, 0, 0, 30])
      #expect(try balances(shop) == ["10", "6", "11", "0"])
      #expect(try shop.apply(history).counts == [0, 4, 0, 0])
      let early = try shop.apply("op,from,to,amount,at\nissue,,bo,5,2026-05-01\nredeem,bo,,5,2026-05-02\n")
      #expect(early.exitCode == 2 && early.code == "coins.at-needs-reason", "\(early.errors)")
      let wrong = try shop.apply(
        "op,from,to,amount,at\nissue,,bo,5,2026-05-01\nredeem,bo,,5,2026-04-02\n", "--reason history")
      #expect(wrong.exitCode == 6 && wrong.code == "coins.insufficient-then", "\(wrong.errors)")
      try shop.verify()
    }
  }

  // MARK: How much at once

  @Test func howMuchOneOperationMakesIsLimitedEverywhere() throws {
    try Shop.with { shop in
      try shop.done("token create till --role integrator --output \(shop.home.path)/till")
      try shop.done("budget create summer")
      let most: Int64 = 1_000_000_000
      for line in ["coins issue --to ada", "budget fund summer", "budget create winter"] {
        #expect(try refusal(shop, "\(line) --amount \(most + 1)") == "6 coins.beyond-most")
      }
      let issued = try shop.issue("user,amount\nada,1\nada,\(Int64.max)\n")
      #expect(issued.exitCode == 6 && issued.code == "coins.beyond-most" && issued.errors.contains("line 3"))
      #expect(try shop.transfers == 0)
      let kept = try shop.issue("user,amount\nada,1\nada,\(Int64.max)\n", "--keep-going")
      #expect(kept.exitCode == 6 && kept.counts == [1, 0, 1, 1])
      // A till can't raise it; who may can't raise it so far that one operation would use up what can be counted.
      #expect(
        try shop.home.qix("setting set coins.most-per-operation 2000000000 --as \(shop.home.path)/till").exitCode == 4)
      #expect(try shop.home.qix("setting set coins.most-per-operation \(Int64.max)").exitCode == 2)
      try shop.done("setting set coins.most-per-operation \(most + 1) --reason jackpot")
      try shop.done("coins issue --to ada --amount \(most + 1) --idempotency-key jackpot")
      // What was done stays done.
      try shop.done("setting set coins.most-per-operation 5 --reason small")
      try shop.done("coins issue --to ada --amount \(most + 1) --idempotency-key jackpot")
      #expect(try refusal(shop, "coins issue --to ada --amount 6") == "6 coins.beyond-most")
      try shop.verify()
    }
  }
}
