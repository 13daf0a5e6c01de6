import CoinsContract
import IdentityContract
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// What users may do, as a test says.
private struct Policy: ModePolicy {
  var suspended: Set<UserID> = []
  var limits: [DailyLimit: Int64] = [:]

  func mode(of user: UserID, in connection: Connection) throws -> Mode { .trial }
  func bearer(of user: UserID, in connection: Connection) throws -> (user: UserID, mode: Mode)? { (user, .trial) }
  func isLimited(_ limit: DailyLimit, in connection: Connection) throws -> Bool { limits[limit] != nil }
  func limit(_ limit: DailyLimit, of mode: Mode, in connection: Connection) throws -> Int64? { limits[limit] }
  func requireActive(_ user: UserID, in connection: Connection) throws {
    if suspended.contains(user) { throw UserError.suspended(user) }
  }
  func isAnybodyInactive(in connection: Connection) throws -> Bool { !suspended.isEmpty }
}

@Suite struct PolicyTests {
  private let one = AccountReference.user(1)
  private let two = AccountReference.user(2)

  /// One operation in a block of its own.
  @discardableResult
  private func post(
    _ operation: CoinsContract.Operation, _ policy: Policy, at till: Till
  ) throws -> Outcome {
    try till.database.write(Change("coins.test")) { connection, _ in
      let ledger = try Ledger(connection, random: till.home.random, policy: policy)
      try ledger.begin(at: till.now)
      let outcome = try ledger.apply(operation)
      try ledger.seal()
      return outcome
    }
  }

  private func expectRefused(
    _ operation: CoinsContract.Operation, _ error: CoinsError, _ policy: Policy, at till: Till,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try till.snapshot()
    #expect(throws: error, sourceLocation: location) { try post(operation, policy, at: till) }
    #expect(try till.snapshot() == before, sourceLocation: location)
  }

  @Test func suspendedUsersAreNeitherPaidNorSpend() throws {
    try Till.with { till in
      try till.openBudget("summer")
      try till.post(.fund(100, to: .budget("summer")))
      try till.post(.issue(100, to: one, expires: .at(till.days(9))))
      try till.post(.issue(100, to: two))
      let hold = try till.post(.hold(10, from: one)).transfer
      let other = try till.post(.hold(10, from: one)).transfer
      let policy = Policy(suspended: [one.user])
      let refused = CoinsError.inactive(one.user, .suspended)
      for operation: CoinsContract.Operation in [
        .redeem(1, from: one), .transfer(1, from: one, to: two), .transfer(1, from: two, to: one), .hold(1, from: one),
        .hold(1, from: two, to: one), .hold(1, from: .budget("summer"), to: one), .issue(1, to: one),
        .issue(1, from: .budget("summer"), to: one),
      ] { try expectRefused(operation, refused, policy, at: till) }
      #expect(refused.category == .refused)
      // What was agreed before goes on, and operators can take back and bring over.
      try post(.capture(hold), policy, at: till)
      try post(.void(other), policy, at: till)
      try post(.import(1, to: one), policy, at: till)
      try post(.redeem(1, from: two), policy, at: till)
      till.advance(days: 10)
      #expect(try till.sweep().coins == 90)
      try till.verify()
    }
  }

  @Test func aWalletThatIsYetToBeOpened() throws {
    try Till.with { till in
      try expectRefused(
        .issue(1, to: one), .inactive(one.user, .suspended), Policy(suspended: [one.user]), at: till)
      #expect(try till.count("coins_accounts") == 3)
    }
  }

  @Test func aRepeatIsAnswered() throws {
    try Till.with { till in
      var operation = CoinsContract.Operation.issue(5, to: one)
      operation.key = "k"
      let first = try post(operation, Policy(), at: till)
      let again = try post(operation, Policy(suspended: [one.user], limits: [.earn: 1]), at: till)
      #expect(again.isReplay && again.transfer == first.transfer)
    }
  }

  /// Midnight in Kolkata is half past six in the evening in UTC.
  @Test func aDayIsOneOfTheInstallationsZone() throws {
    try Till.with { till in
      try till.use("Asia/Kolkata")
      till.home.clock.set(try #require(Timestamp("2027-01-15T18:29:59Z")))
      let policy = Policy(limits: [.earn: 100, .spend: 50])
      func fill() throws {
        try post(.issue(100, to: one), policy, at: till)
        try post(.redeem(20, from: one), policy, at: till)
        try post(.hold(30, from: one), policy, at: till)
      }
      func expectFull() throws {
        try expectRefused(
          .issue(1, to: one), .beyondDailyLimit(one.user, .earn, most: 100, used: 100, wanted: 1), policy, at: till)
        try expectRefused(
          .redeem(1, from: one), .beyondDailyLimit(one.user, .spend, most: 50, used: 50, wanted: 1), policy, at: till)
      }
      try fill()
      try expectFull()
      till.home.clock.advance(byMicroseconds: 1_000_000)
      try fill()
      // Another day in UTC is the same one there.
      till.home.clock.set(try #require(Timestamp("2027-01-16T00:00:01Z")))
      try expectFull()
      try till.verify()
    }
  }

  @Test func earningIsLimitedByTheDay() throws {
    try Till.with { till in
      try till.openBudget("summer")
      try till.post(.fund(1_000, to: .budget("summer")))
      let policy = Policy(limits: [.earn: 100])
      func beyond(_ used: Int64, _ wanted: Int64) -> CoinsError {
        .beyondDailyLimit(one.user, .earn, most: 100, used: used, wanted: wanted)
      }
      try expectRefused(.issue(101, to: one), beyond(0, 101), policy, at: till)
      let grant = try post(.issue(60, to: one), policy, at: till).transfer
      try post(.import(500, to: one), policy, at: till)
      try post(.issue(30, from: .budget("summer"), to: one), policy, at: till)
      try expectRefused(.issue(11, to: one), beyond(90, 11), policy, at: till)
      // A time of the caller's own doesn't make room.
      var early = CoinsContract.Operation.issue(11, to: one)
      early.at = till.days(-2)
      try expectRefused(early, beyond(90, 11), policy, at: till)
      try post(.reverse(grant, amount: 20), policy, at: till)
      try post(.issue(11, to: one), policy, at: till)
      // A merge brings what the other has earned today.
      try post(.issue(10, to: two), policy, at: till)
      try till.block { _ = try $0.merge(two.user, into: one.user) }
      try expectRefused(.issue(10, to: two), beyond(91, 10), policy, at: till)
      till.advance(days: 1)
      try post(.issue(100, to: one), policy, at: till)
    }
  }

  /// Else three readings that reserve ten coins each are paid thirty, where ten a day are the most.
  @Test func whatBudgetsReserveCountsToWhatIsEarned() throws {
    try Till.with { till in
      try till.openBudget("summer")
      try till.post(.fund(1_000, to: .budget("summer")))
      let policy = Policy(limits: [.earn: 100])
      func beyond(_ used: Int64, _ wanted: Int64, of user: UserID = AccountReference.user(1).user) -> CoinsError {
        .beyondDailyLimit(user, .earn, most: 100, used: used, wanted: wanted)
      }
      till.home.clock.set(Timestamp(startOf: till.now.date))
      let hour = Period(microseconds: 3_600_000_000)
      let first = try post(.hold(60, from: .budget("summer"), to: one), policy, at: till).transfer
      let second = try post(.hold(40, from: .budget("summer"), to: one, timesOut: .after(hour)), policy, at: till)
      try expectRefused(.hold(1, from: .budget("summer"), to: one), beyond(100, 1), policy, at: till)
      try expectRefused(.issue(1, to: one), beyond(100, 1), policy, at: till)
      // A gift that waits isn't earned.
      try till.post(.import(50, to: .user(3)))
      try post(.hold(50, from: .user(3), to: one), policy, at: till)
      // Captured in part, it counts once, and what was not captured makes room.
      try post(.capture(first, amount: 45), policy, at: till)
      try expectRefused(.issue(16, to: one), beyond(85, 16), policy, at: till)
      try post(.issue(15, to: one), policy, at: till)
      // What is due holds nothing; what was voided neither.
      till.home.clock.advance(byMicroseconds: 3_600_000_000)
      let third = try post(.hold(40, from: .budget("summer"), to: one), policy, at: till).transfer
      #expect(throws: CoinsError.holdResolved(second.transfer, by: .timeOut)) {
        try post(.capture(second.transfer), policy, at: till)
      }
      try post(.void(third), policy, at: till)
      // What is open over midnight takes its room until it is captured, and then as it is booked.
      let overnight = try post(.hold(40, from: .budget("summer"), to: one), policy, at: till).transfer
      till.advance(days: 1)
      try expectRefused(.issue(61, to: one), beyond(40, 61), policy, at: till)
      try post(.issue(60, to: one), policy, at: till)
      try post(.capture(overnight), policy, at: till)
      try expectRefused(.issue(1, to: one), beyond(100, 1), policy, at: till)
      // A merge brings what is reserved for the other.
      till.advance(days: 1)
      try post(.hold(70, from: .budget("summer"), to: two), policy, at: till)
      try till.block { _ = try $0.merge(two.user, into: one.user) }
      try expectRefused(.issue(31, to: one), beyond(70, 31), policy, at: till)
      try post(.issue(30, to: two), policy, at: till)
      try till.verify()
    }
  }

  @Test func whatIsReservedForAUserIsFoundByAnIndex() throws {
    try Till.with { till in
      let plan = try till.database.read { connection in
        try connection.rows(
          "EXPLAIN QUERY PLAN SELECT sum(amount) FROM coins_holds WHERE payee = 7 AND resolved_by IS NULL"
        ) { $0.text(3) }
      }
      #expect(plan.contains { $0.contains("coins_holds_by_payee") }, "\(plan)")
    }
  }

  @Test func spendingIsLimitedByTheDay() throws {
    try Till.with { till in
      try till.post(.issue(1_000, to: one))
      try till.post(.issue(1_000, to: two))
      let policy = Policy(limits: [.spend: 100])
      func beyond(_ used: Int64, _ wanted: Int64) -> CoinsError {
        .beyondDailyLimit(one.user, .spend, most: 100, used: used, wanted: wanted)
      }
      let early = try till.post(.hold(50, from: one)).transfer
      till.advance(days: 1)
      // Held on an earlier day, spent on that day.
      try post(.capture(early), policy, at: till)
      let hold = try post(.hold(40, from: one), policy, at: till).transfer
      let other = try post(.hold(20, from: one), policy, at: till).transfer
      let spent = try post(.redeem(30, from: one), policy, at: till).transfer
      try expectRefused(.transfer(11, from: one, to: two), beyond(90, 11), policy, at: till)
      try post(.capture(hold, amount: 35), policy, at: till)
      try expectRefused(.redeem(16, from: one), beyond(85, 16), policy, at: till)
      try post(.void(other), policy, at: till)
      try expectRefused(.redeem(36, from: one), beyond(65, 36), policy, at: till)
      try post(.reverse(spent), policy, at: till)
      try post(.transfer(65, from: one, to: two), policy, at: till)
      try expectRefused(.redeem(1, from: one), beyond(100, 1), policy, at: till)
      till.advance(days: 1)
      try post(.redeem(100, from: one), policy, at: till)
    }
  }

  /// Whether its time-out was booked makes no difference to what the user may spend today.
  @Test func aHoldWhoseTimeIsUpMakesRoom() throws {
    try Till.with { till in
      try till.post(.issue(1_000, to: one))
      let policy = Policy(limits: [.spend: 100])
      till.home.clock.set(Timestamp(startOf: till.now.date))
      try post(.hold(60, from: one, timesOut: .after(Period(microseconds: 3_600_000_000))), policy, at: till)
      till.home.clock.advance(byMicroseconds: 3_599_999_999)
      try expectRefused(
        .redeem(41, from: one), .beyondDailyLimit(one.user, .spend, most: 100, used: 60, wanted: 41), policy, at: till)
      till.home.clock.advance(byMicroseconds: 1)
      try post(.redeem(100, from: one), policy, at: till)
    }
  }

  /// Else what is taken back of an import, or of a day that is over, would be granted a second time.
  @Test func onlyWhatIsTakenBackOfTodaysMakesRoom() throws {
    try Till.with { till in
      let policy = Policy(limits: [.earn: 100, .spend: 100])
      let early = try post(.issue(50, to: one), policy, at: till).transfer
      let spentEarly = try post(.redeem(20, from: one), policy, at: till).transfer
      till.advance(days: 1)
      let brought = try post(.import(500, to: one), policy, at: till).transfer
      try post(.issue(90, to: one), policy, at: till)
      try post(.redeem(90, from: one), policy, at: till)
      try post(.reverse(spentEarly), policy, at: till)
      try post(.reverse(early, takesOthers: true), policy, at: till)
      try post(.reverse(brought, amount: 100), policy, at: till)
      try expectRefused(
        .issue(11, to: one), .beyondDailyLimit(one.user, .earn, most: 100, used: 90, wanted: 11), policy, at: till)
      try expectRefused(
        .redeem(11, from: one), .beyondDailyLimit(one.user, .spend, most: 100, used: 90, wanted: 11), policy, at: till)
    }
  }

  /// Its first moment included: at none can the limit be had twice.
  @Test func aDayBeginsWithItsMidnight() throws {
    try Till.with { till in
      let policy = Policy(limits: [.spend: 100])
      try till.post(.issue(1_000, to: one))
      let midnight = Timestamp(startOf: till.now.date).advanced(byMicroseconds: Timestamp.day)
      till.home.clock.advance(byMicroseconds: midnight.microseconds - till.now.microseconds - 1_000)
      try post(.redeem(100, from: one), policy, at: till)
      till.home.clock.advance(byMicroseconds: 1_000)
      let hold = try post(.hold(60, from: one), policy, at: till).transfer
      try post(.redeem(40, from: one), policy, at: till)
      let refusal = CoinsError.beyondDailyLimit(one.user, .spend, most: 100, used: 100, wanted: 1)
      try expectRefused(.redeem(1, from: one), refusal, policy, at: till)
      till.home.clock.advance(byMicroseconds: 1_000)
      try post(.capture(hold), policy, at: till)
      try expectRefused(.redeem(1, from: one), refusal, policy, at: till)
    }
  }
}
