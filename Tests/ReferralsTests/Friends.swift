import CoinsContract
import IdentityContract
import QixCatalog
import QixCommands
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// A home with a programme, a campaign whose shakes prove things, and Mia, who brings people.
struct Friends {
  let home: TestHome
  let stage: ShakeStage

  /// - Parameter terms: behind `qix referral create friends`.
  static func with(
    _ terms: String = "--referrer 100 --referee 50 --wait P1D", funds: Int = 10_000, _ body: (Friends) throws -> Void
  ) throws {
    try TestHome.initialised(modules: Catalog.modules + [FriendsModule.self]) { home in
      home.clock.set(try #require(Timestamp("2027-05-10T12:00:00Z")))
      let friends = Friends(home: home, stage: try ShakeStage(home, Clap.self, campaign: "claps", award: 1))
      try home.done("user create --external-id mia")
      try home.done("referral create friends \(terms)")
      if funds > 0 { try home.done("budget fund referral-friends --amount \(funds)") }
      friends.wait(hours: 1)
      try body(friends)
    }
  }

  func wait(hours: Int64) { home.clock.advance(byMicroseconds: hours * 3_600_000_000) }

  func code(of user: String = "mia") throws -> String {
    String(try home.done("referral code \(user) --quiet").dropLast())
  }

  /// Somebody new, brought by a user.
  func bring(_ user: String, by referrer: String = "mia") throws {
    try home.done("user create --external-id \(user)")
    try claim(user, by: referrer)
  }

  func claim(_ user: String, by referrer: String = "mia") throws {
    try home.done("referral claim \(user) --code \(try code(of: referrer))")
  }

  func shake(_ user: String, key: String? = nil) throws {
    #expect(try stage.shake(user, [:], key: key).outcome == "won")
  }

  /// Gives a coin under a key that no caller can use any more.
  func move(_ user: String, under key: String) throws {
    let registry = try Registry(home.modules)
    var context = Context(clock: home.clock, random: home.random, services: Services(registry))
    context.registry = registry
    context.database = home.database
    let (users, ledger) = (try context.service(Users.directory), try context.service(Coins.ledger))
    try home.database.write(Change("test.old")) { connection, _ in
      guard let id = try users.find(user, in: connection) else { throw UserError.notFound(user) }
      var operation = Operation.issue(1, to: .wallet(id))
      operation.key = key
      _ = try ledger.post([operation], in: connection)
    }
  }

  @discardableResult
  func pay(exit: Int32 = 0, _ location: SourceLocation = #_sourceLocation) throws -> Int64? {
    let outcome = try home.qix("referral pay --json")
    #expect(outcome.exitCode == exit, "\(outcome.errors)", sourceLocation: location)
    return try JSONValue(parsing: outcome.output)["paid"]?.integer
  }

  func coins(_ user: String) throws -> Int64 { try stage.coins(of: user) }

  /// What became of the referral of a user: `paid`, `refused referrals.lapsed`.
  func state(of user: String) throws -> String? {
    let page = try JSONValue(parsing: try home.done("referral of \(user) --json"))
    let id = page["user"]
    let row = page["claims"]?.array?.first { $0["referee"] == id }
    return row?["state"]?.string.map { state in
      row?["refusal"]?.string.map { "\(state) \($0)" } ?? state
    }
  }

  func fails(_ line: String, _ code: String, exit: Int32, _ location: SourceLocation = #_sourceLocation) throws {
    let outcome = try home.qix("\(line) --json")
    #expect(outcome.exitCode == exit, "\(line): \(outcome.errors)", sourceLocation: location)
    #expect(outcome.errors.contains("\"\(code)\""), "\(line): \(outcome.errors)", sourceLocation: location)
  }
}

enum FriendsModule: ShakeProviding {
  static let id = "friends"
  static let summary = "A type of shake that takes everything."
  static let requires = ["shakes"]
  static let shakeTypes: [any ShakeType.Type] = [Clap.self]
}

struct Clap: ShakeType {
  static let name = "clap"
  static let summary = "Takes everything"
  let writes = false
  init(_ settings: ShakeSettings) {}
  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict { .accepted(Proof()) }
}
