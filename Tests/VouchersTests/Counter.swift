import Glibc
import IdentityContract
import QixCatalog
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing
import VouchersContract

@testable import Vouchers

/// A home with a vault and the modules that vouchers need.
struct Counter {
  let home: TestHome
  let registry: Registry
  let context: Context

  static func with(_ body: (Counter) throws -> Void) throws {
    try TestHome.with { home in
      let counter = try Counter(home)
      try home.unchecked.create()
      _ = try Migrator(counter.registry).migrate(home.unchecked, clock: home.clock)
      try counter.run("vault init --key-file \(home.vaultKey)")
      try body(counter)
    }
  }

  /// Another process on the same home.
  func another() throws -> Counter { try Counter(home) }

  private init(_ home: TestHome) throws {
    self.home = home
    let needed = ["upkeep", "vault", "messages", "identity", "vouchers"]
    registry = try Registry(Catalog.modules.filter { needed.contains($0.id) })
    context = Self.context(home, registry)
  }

  private static func context(_ home: TestHome, _ registry: Registry) -> Context {
    var context = Context(clock: home.clock, random: home.random, services: Services(registry))
    context.registry = registry
    context.home = HomeFolder(path: home.path)
    context.migrator = Migrator(registry)
    context.database = Database(
      home: context.home, engine: home.engine(context.home), clock: home.clock, actor: home.actor,
      migrator: context.migrator)
    context.principal = Principal(name: home.actor, role: .admin, isOwner: true)
    context.environment = .fixed([:])
    context.readAudit = ReadAudit(context.database, home.clock)
    return context
  }

  func qix(_ words: [String], input: String = "") throws -> TestTerminal.Outcome {
    let program = Program(name: "qix", version: "0", summary: "Test", registry: registry) { _ in
      Self.context(home, registry)
    }
    return TestTerminal(input: input, clock: home.clock).run(program, words)
  }

  func qix(_ line: String, input: String = "") throws -> TestTerminal.Outcome {
    try qix(line.split(separator: " ").map(String.init), input: input)
  }

  /// What must succeed, and prints nothing but what was made.
  @discardableResult
  func run(_ words: [String], input: String = "", _ location: SourceLocation = #_sourceLocation) throws -> String {
    let outcome = try qix(words + ["--quiet"], input: input)
    #expect(outcome.exitCode == 0, "\(outcome.errors)", sourceLocation: location)
    return outcome.output.split(separator: "\n").joined(separator: "\n")
  }

  @discardableResult
  func run(_ line: String, input: String = "", _ location: SourceLocation = #_sourceLocation) throws -> String {
    try run(line.split(separator: " ").map(String.init), input: input, location)
  }

  /// What must fail with a code.
  func fails(
    _ words: [String], _ exitCode: Int32, _ code: String, input: String = "",
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try qix(words + ["--json"], input: input)
    #expect(outcome.exitCode == exitCode, "\(outcome.errors)", sourceLocation: location)
    #expect(outcome.errors.contains("\"\(code)\""), "\(outcome.errors)", sourceLocation: location)
  }

  func fails(
    _ line: String, _ exitCode: Int32, _ code: String, input: String = "",
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    try fails(line.split(separator: " ").map(String.init), exitCode, code, input: input, location)
  }

  /// Expects a failure by its code and a part of its sentence.
  func refuses<Result>(
    _ code: String, _ part: String, _ location: SourceLocation = #_sourceLocation, _ body: () throws -> Result
  ) {
    let failure = #expect(throws: Failure.self, sourceLocation: location) { _ = try body() }
    #expect(failure?.code == code && failure?.description.contains(part) == true, sourceLocation: location)
  }

  /// A voucher of a series in a user's hands.
  func hand(_ series: String, to user: UserID, key: String = "1") throws -> AssignedVoucher {
    let book = try book()
    return try write { try book.assign(from: series, to: user, key: key, at: now, in: $0) }
  }

  /// A file in the home.
  func file(_ name: String, _ text: String) throws -> String {
    let path = "\(home.path)/\(name)"
    try NewFile.write(text, to: path, replacing: true)
    return path
  }

  func text(of path: String) throws -> String {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var text: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { text.append(UInt8(byte)) }
    return String(decoding: text, as: UTF8.self)
  }

  var now: Timestamp { home.clock.now() }

  func advance(days: Int64) { home.clock.advance(byMicroseconds: days * Timestamp.day) }

  func book() throws -> VoucherStock { try #require(try context.service(Vouchers.book) as? VoucherStock) }

  func user(_ name: String) throws -> UserID {
    let directory = try context.service(Users.directory)
    return try write { try directory.create(externalID: name, in: $0) }
  }

  @discardableResult
  func write<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result {
    try context.database.write(Change("test.write")) { connection, _ in try body(connection) }
  }

  func read<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result {
    try context.database.read(body)
  }
}
