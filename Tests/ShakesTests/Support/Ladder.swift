import QixCatalog
import QixCommands
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// The whole program with tiers: mia is gold, which pays half as much again; ben is in none.
struct Ladder {
  let home: TestHome
  /// Whether there is the table of `StepShake`, which no migration makes.
  private let hasNotes: Bool

  static func with(notes: Bool = false, _ body: (Ladder) throws -> Void) throws {
    try TestHome.initialised(modules: Catalog.modules + [LadderModule.self]) { home in
      home.clock.set(try #require(Timestamp("2027-05-10T12:00:00Z")))
      if notes {
        _ = try home.database.exclusively {
          try $0.execute(script: "CREATE TABLE steps_notes (shake BLOB, end TEXT) STRICT")
        }
      }
      for tier in ["silver --from 1000", "gold --from 5000 --multiplier 1.5", "platinum --from 20000 --multiplier 2"] {
        try home.done("tier create \(tier)")
      }
      for user in ["mia", "ben"] { try home.done("user create --external-id \(user)") }
      try home.done("coins issue --to mia --amount 5000")
      try body(Ladder(home: home, hasNotes: notes))
    }
  }

  /// Makes and starts a campaign.
  func open(_ options: String, type: String = "code", budget: Int64 = 1_000) throws {
    try home.done(
      "campaign create summer --brand Alba --title Summer --start 2027-05-01 --end 2027-08-01 --time-zone UTC "
        + "--shake \(type) \(options)")
    try home.done("campaign fund summer --amount \(budget)")
    try home.done("campaign start summer")
  }

  struct Answer {
    let exitCode: Int32
    let page: JSONValue
    var outcome: String? { page["outcome"]?.string }
    var coins: Int64? { page["coins"]?.integer }
    var refusal: String? { page["refusal"]?.string }
    var hint: String? { page["hint"]?.string }
    var shake: String { page["shake"]?.string ?? "" }
    var isReplay: Bool? { page["replayed"]?.bool }
  }

  func shake(
    _ user: String, _ type: String = "code", with evidence: JSONValue = [:], key: String? = nil,
    without disabled: Set<String> = []
  ) throws -> Answer {
    let words =
      ["shake", "send", "--user", user, "--type", type, "--campaign", "summer", "--evidence", "-", "--json"]
      + (key.map { ["--idempotency-key", $0] } ?? [])
    let outcome = try run(words, input: evidence.text(), without: disabled)
    return Answer(exitCode: outcome.exitCode, page: try JSONValue(parsing: outcome.output))
  }

  /// Runs a command line while some modules are switched off.
  func run(_ words: [String], input: String = "", without disabled: Set<String>) throws -> TestTerminal.Outcome {
    let program = try Qix.program(
      disabled: disabled, home: home.path, actor: home.actor, clock: home.clock, random: home.random,
      modules: home.modules)
    return TestTerminal(input: input, clock: home.clock).run(program, words)
  }

  /// What a step of a shake found.
  func explanation(of answer: Answer, _ step: String = "decide") throws -> String {
    let page = try JSONValue(parsing: try home.done("shake explain \(answer.shake) --json"))
    return (page["steps"]?.array ?? []).filter { $0["step"] == .string(step) }.compactMap { $0["found"]?.string }
      .joined(separator: "\n")
  }

  func budget() throws -> JSONValue? {
    try JSONValue(parsing: try home.done("campaign show summer --json"))["budget"]
  }

  /// Everything adds up.
  func verify() throws {
    try home.done("coins verify")
    if !hasNotes { try home.done("db check") }
  }
}

enum LadderModule: ShakeProviding {
  static let id = "ladder"
  static let summary = "Types of shake for tests."
  static let requires = ["shakes"]
  static let shakeTypes: [any ShakeType.Type] = [CodeShake.self, StepShake.self]
}
