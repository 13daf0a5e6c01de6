import CoinsContract
import IdentityContract
import QixCatalog
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing
import VouchersContract

@testable import Rewards

/// A home with users who have coins, rewards to spend them on, and vouchers of the test's own.
struct Market {
  var home: TestHome

  static func with(_ body: (Market) throws -> Void) throws {
    let modules = Catalog.modules.map { $0.id == "vouchers" ? TestVouchers.self : $0 }
    try TestHome.initialised(modules: modules) { try body(Market(home: $0)) }
  }

  var context: Context {
    get throws {
      let registry = try Registry(home.modules)
      var context = Context(clock: home.clock, random: home.random, services: Services(registry))
      context.registry = registry
      context.database = home.database
      return context
    }
  }

  var now: Timestamp { home.clock.now() }

  func days(_ count: Int64) -> Timestamp { now.advanced(byMicroseconds: count * Timestamp.day) }
  func advance(days: Int64) { home.clock.advance(byMicroseconds: days * Timestamp.day) }

  // MARK: What there is

  @discardableResult
  func user(_ name: String, coins: Int64 = 0, expires: Timestamp? = nil) throws -> UserID {
    let context = try context
    let (directory, ledger) = (try context.service(Users.directory), try context.service(Coins.ledger))
    return try home.database.write(Change("test.user")) { connection, _ in
      let user = try directory.find(name, in: connection) ?? directory.create(externalID: name, in: connection)
      if coins > 0 {
        _ = try ledger.post([.issue(coins, to: .wallet(user), expires: expires.map(Expiry.at))], in: connection)
      }
      return user
    }
  }

  /// Puts a reward into the catalogue; published, and sold for 100 coins, unless told otherwise.
  @discardableResult
  func reward(
    _ name: String, _ delivery: Reward.Delivery = .goods, price: Int64 = 100, stock: Int64? = nil,
    _ change: (inout Reward) -> Void = { _ in }
  ) throws -> Reward {
    let context = try context
    let ledger = try context.service(Coins.ledger)
    return try home.database.write(Change("test.reward")) { connection, _ in
      var generator = IdentifierGenerator(random: home.random)
      var reward = Reward(
        id: generator.next(at: now), name: name, brand: "Alba", title: name, text: "", picture: nil, state: .published,
        start: nil, end: nil, timeZone: "Europe/Rome", minimumMode: .trial, conditions: [], limits: Reward.Limits(),
        delivery: delivery, copayment: nil, value: nil, cost: nil, hold: Period(days: 7), stock: nil)
      if let stock {
        let asset = try ledger.makeAsset("stock:\(name)", in: connection)
        _ = try ledger.makeBudget(reward.shelf, of: asset, in: connection)
        if stock > 0 { _ = try ledger.post([.fund(stock, to: .budget(reward.shelf), asset: asset)], in: connection) }
        reward.stock = asset
      }
      change(&reward)
      let store = RewardStore(connection)
      try store.insert(reward, at: now)
      if price > 0 { try store.add(.coins(price), to: reward.id, from: now, at: now) }
      return reward
    }
  }

  func change(_ name: String, _ change: (inout Reward) -> Void) throws {
    try home.database.write(Change("test.reward")) { connection, _ in
      var reward = try RewardStore(connection).require(name)
      change(&reward)
      try RewardStore(connection).update(reward, at: now)
    }
  }

  func price(_ name: String, _ coins: Int64) throws {
    try home.database.write(Change("test.price")) { connection, _ in
      let store = RewardStore(connection)
      try store.add(.coins(coins), to: store.require(name).id, from: now, at: now)
    }
  }

  func coins(_ name: String) throws -> Balance {
    let context = try context
    let (directory, ledger) = (try context.service(Users.directory), try context.service(Coins.ledger))
    return try home.database.read { connection in
      let user = try #require(try directory.find(name, in: connection))
      return try ledger.balance(of: .wallet(user), in: connection)
    }
  }

  func shelf(_ name: String) throws -> Balance {
    let ledger = try context.service(Coins.ledger)
    return try home.database.read { connection in
      let reward = try RewardStore(connection).require(name)
      return try ledger.balance(of: .budget(reward.shelf), asset: #require(reward.stock), in: connection)
    }
  }

  // MARK: What is done

  func redeem(
    _ reward: String, by user: String, _ change: (inout RedemptionService.Request) -> Void = { _ in }
  ) throws -> RedemptionService.Redeemed {
    var request = RedemptionService.Request(reward: reward, user: user)
    change(&request)
    let service = try RedemptionService(context, vouchers: true)
    return try home.database.write(Change("rewards.redeem")) { connection, _ in
      try service.redeem(request, in: connection)
    }
  }

  func confirm(_ id: RedemptionID, note: String? = nil) throws -> RedemptionService.Redeemed {
    let service = try RedemptionService(context, vouchers: true)
    return try home.database.write(Change("rewards.confirm")) { connection, _ in
      try service.confirm(id, note: note, in: connection)
    }
  }

  @discardableResult
  func cancel(_ id: RedemptionID) throws -> (redeemed: RedemptionService.Redeemed, anew: NewLife?) {
    let service = try RedemptionService(context, vouchers: true)
    let outcome = try home.database.write(Change("rewards.cancel")) { connection, _ in
      try service.cancel(id, reason: "broken", isDryRun: false, in: connection)
    }
    guard case .done((let redeemed, let anew)) = outcome else { throw Waits() }
    return (redeemed, anew)
  }

  @discardableResult
  func refund(
    _ id: RedemptionID, _ change: (inout RedemptionService.RefundRequest) -> Void = { _ in }
  ) throws -> (refunded: RedemptionService.Refunded, anew: NewLife?) {
    var request = RedemptionService.RefundRequest(redemption: id, reason: "sent back")
    change(&request)
    let service = try RedemptionService(context, vouchers: true)
    let outcome = try home.database.write(Change("rewards.refund")) { connection, _ in
      try service.refund(request, isDryRun: false, in: connection)
    }
    guard case .done((let refunded, let anew)) = outcome else { throw Waits() }
    return (refunded, anew)
  }

  /// Somebody else has to approve it.
  struct Waits: Error {}

  func state(_ id: RedemptionID) throws -> Redemption.State {
    try home.database.read { try RedemptionStore($0).require(id).state(at: now) }
  }

  // MARK: What must be true

  /// The ledger adds up, and every redemption agrees with it.
  func verify(location: SourceLocation = #_sourceLocation) throws {
    #expect(try faults() == [], sourceLocation: location)
    let outcome = try home.qix("coins verify")
    #expect(outcome.exitCode == 0, "\(outcome.output)", sourceLocation: location)
  }

  func faults() throws -> [String] {
    let context = try context
    return try home.database.read { connection in
      var check = try RedemptionCheck(context, at: now, in: connection)
      try check.run()
      return check.faults
    }
  }

  /// Expects a refusal by its code, and that nothing at all has changed for it.
  func expectRefused(
    _ code: String, location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws {
    let before = try home.contents()
    do {
      try body()
      Issue.record("it was done", sourceLocation: location)
    } catch let error as any Diagnosable {
      #expect(error.code == code, "\(error)", sourceLocation: location)
    }
    #expect(try home.contents() == before, "something has changed", sourceLocation: location)
  }
}
