import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// A home with tiers and a user, whose clock the test sets.
struct Rows {
  let home: TestHome

  static func with(_ body: (Rows) throws -> Void) throws {
    try TestHome.initialised { home in
      let rows = Rows(home: home)
      try rows.set("2027-05-10T12:00:00Z")
      for tier in ["silver --from 1000", "gold --from 5000 --multiplier 1.5", "platinum --from 20000 --multiplier 2"] {
        try rows.done("tier create \(tier)")
      }
      try rows.done("user create --external-id mia")
      try body(rows)
    }
  }

  func set(_ time: String) throws { home.clock.set(try #require(Timestamp(time))) }

  @discardableResult
  func done(_ line: String, _ location: SourceLocation = #_sourceLocation) throws -> String {
    let outcome = try home.qix(line)
    #expect(outcome.exitCode == 0, "\(line): \(outcome.errors)", sourceLocation: location)
    return outcome.output
  }

  func fails(_ line: String, _ code: String, exit: Int32, _ location: SourceLocation = #_sourceLocation) throws {
    let outcome = try home.qix("\(line) --json")
    #expect(outcome.exitCode == exit, "\(line): \(outcome.errors)", sourceLocation: location)
    #expect(outcome.errors.contains("\"\(code)\""), "\(line): \(outcome.errors)", sourceLocation: location)
  }

  func tier(of user: String = "mia", at time: String? = nil) throws -> String {
    let words = ["tier", "of", user, "--quiet"] + (time.map { ["--at", $0] } ?? [])
    return String(try home.qix(words).output.dropLast())
  }

  func page(of user: String = "mia") throws -> JSONValue { try JSONValue(parsing: try done("tier of \(user) --json")) }
}

extension Rows {
  /// What a module's code works with.
  func context() throws -> Context {
    var context = Context.unprepared
    context.clock = home.clock
    context.random = home.random
    context.registry = try Registry(home.modules)
    context.services = Services(context.registry)
    context.database = home.database
    return context
  }
}
