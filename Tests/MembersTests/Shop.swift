import IdentityContract
import QixCatalog
import QixCommands
import QixCrypto
import QixFormats
import QixKernel
import QixModule
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Members

/// A home with customers, whose phones show codes, and tills that read them.
struct Shop {
  let home: TestHome
  private let context: Context

  /// - Parameter users: external ids of customers.
  static func with(_ users: String..., body: (Shop) throws -> Void) throws {
    try TestHome.initialised(vault: true) { home in
      for user in users { try home.done("user create --external-id \(user)") }
      for (name, role) in [("till", "integrator"), ("other", "integrator"), ("desk", "support")] {
        try home.done("token create \(name) --role \(role) --output \(home.path)/\(name)")
      }
      try body(Shop(home))
    }
  }

  private init(_ home: TestHome) throws {
    self.home = home
    let registry = try Registry(home.modules)
    var context = Context(clock: home.clock, random: home.random, services: Services(registry))
    context.registry = registry
    context.home = HomeFolder(path: home.path)
    context.migrator = Migrator(registry)
    context.database = home.database
    context.principal = Principal(name: home.actor, role: .admin, isOwner: true)
    context.environment = .fixed([:])
    context.readAudit = ReadAudit(context.database, home.clock)
    self.context = context
  }

  /// A phone: the number, and the key of that time.
  struct Phone: Sendable {
    let number: MemberNumber
    let session: String
    let key: [UInt8]

    /// The code that it shows at a time.
    func code(at time: Timestamp) -> String {
      let code = OneTimeCode.code(of: OneTimeCode.step(at: time), key: SecretBytes(copying: key))
      return "\(number)" + String(decoding: code, as: UTF8.self)
    }
  }

  /// What the app of a user gets.
  func phone(of user: String) throws -> Phone {
    let keys = try MemberKeys.open(context)
    let user = try context.user(user)
    let sessions = try context.service(Users.sessions)
    let (member, session) = try context.database.write(Change("test.number")) { connection, _ in
      let member =
        try Member.shown(of: user, in: connection)
        ?? Member.make(for: user, at: home.clock.now(), home.random, in: connection)
      let session = try sessions.begin(for: user, in: connection).id
      try member.give(to: session, at: home.clock.now(), in: connection)
      return (member, session)
    }
    let key = keys.key(of: member.number, epoch: member.epoch, session: session).withUnsafeBytes { Array($0) }
    return Phone(number: member.number, session: session, key: key)
  }

  /// The code that a phone shows now.
  func code(_ phone: Phone) -> String { phone.code(at: home.clock.now()) }

  func pass(seconds: Int64) { home.clock.advance(byMicroseconds: seconds * 1_000_000) }

  /// Runs a command with a token.
  func run(_ line: String, as name: String = "till", input: String = "") throws -> TestTerminal.Outcome {
    try home.qix("--as \(home.path)/\(name) --json \(line)", input: input)
  }

  func resolve(_ code: String, as name: String = "till", _ options: String = "") throws -> TestTerminal.Outcome {
    try run("member resolve \(options)", as: name, input: code)
  }

  /// The handle that a till gets.
  func handle(_ code: String, as name: String = "till", _ location: SourceLocation = #_sourceLocation) throws -> String
  {
    let outcome = try resolve(code, as: name)
    let handle = try? JSONValue(parsing: outcome.output)["member"]?.string
    return try #require(handle, "\(outcome.errors)", sourceLocation: location)
  }

  func id(of user: String) throws -> String { try home.done("user show \(user) --quiet").filter { !$0.isWhitespace } }
}
