import QixFormats
import QixKernel
import QixShake
import QixStorage

/// Looks at a code alone and writes nothing.
struct CodeShake: ShakeType {
  static let name = "code"
  static let summary = "Types a code"
  static let settings = [
    ShakeSetting("once", .choice(["user", "everybody", "never"]), "What a code counts", default: "never")
  ]
  static let evidence = [
    EvidenceField("code", .text(most: 40), "The code"), EvidenceField("units", .integer(0...1_000), "How much"),
    EvidenceField("score", .number(0...100), "How well"),
  ]
  let writes = false

  private let once: String

  init(_ settings: ShakeSettings) { once = settings.text("once") ?? "never" }

  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    let code = attempt.evidence.text("code") ?? "open"
    if code == "wrong" { return .refused(Refusal("code.wrong", "the code is wrong", hint: "Look again.")) }
    if code == "broken" { throw StorageError.file(path: "code", problem: "can't be read") }
    var facts = JSONObject()
    if let score = attempt.evidence.number("score") { facts["score"] = .double(score) }
    let use: SingleUse? =
      switch once {
      case "user": SingleUse(.user, "code:\(code)")
      case "everybody": SingleUse(.everybody, "code:\(code)")
      default: nil
      }
    if code == "later" { return .waits(Proof(units: 0), Notice("code.later", "someone looks at it")) }
    return .accepted(Proof(units: attempt.evidence.integer("units") ?? 1, facts: facts, use: use))
  }
}

/// Takes several steps and keeps notes in a table of its own, which the test makes.
struct StepShake: ShakeType {
  static let name = "steps"
  static let summary = "Takes several steps"
  static let settings = [ShakeSetting("reserves", .boolean, "Whether the budget reserves", default: true)]
  static let evidence = [
    EvidenceField("end", .choice(["good", "bad", "broken"]), "How it ends; without it there is another step")
  ]

  private let reserves: Bool

  init(_ settings: ShakeSettings) { reserves = settings.boolean("reserves") }

  static func prepare(_ connection: Connection) throws {
    try connection.execute(script: "CREATE TABLE IF NOT EXISTS steps_notes (shake BLOB, end TEXT) STRICT")
  }

  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    let end = attempt.evidence.text("end")
    try connection.run(
      "INSERT INTO steps_notes (shake, end) VALUES (?1, ?2)", .id(attempt.shake), .optional(end))
    switch end {
    case "good": return .accepted(Proof())
    case "bad": return .refused(Refusal("steps.bad", "it ended badly"))
    case "broken": throw StorageError.file(path: "steps", problem: "can't be read")
    default:
      return .needsMore(
        NextStep(
          "again", "go on", until: attempt.at.advanced(byMicroseconds: 600_000_000), reserves: reserves))
    }
  }
}

/// Its author has made a mistake, which some evidence brings about.
struct BrokenShake: ShakeType {
  static let name = "broken"
  static let summary = "Breaks"
  static let evidence = [
    EvidenceField("how", .choice(["throw", "claim", "units", "facts", "code"]), "Where; without it all is well")
  ]

  struct Unforeseen: Error {}

  init(_ settings: ShakeSettings) {}

  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    try connection.run("INSERT INTO steps_notes (shake, end) VALUES (?1, NULL)", .id(attempt.shake))
    let long = String(repeating: "a", count: 20_000)
    switch attempt.evidence.text("how") {
    case "throw": throw Unforeseen()
    case "claim": return .accepted(Proof(use: SingleUse(.user, long)))
    case "units": return .accepted(Proof(units: -5))
    case "facts": return .accepted(Proof(facts: ["text": .string(long)]))
    case "code": return .refused(Refusal("No such thing", "no"))
    default: return .accepted(Proof())
    }
  }
}

/// Writes although it says that it doesn't.
struct LiarShake: ShakeType {
  static let name = "liar"
  static let summary = "Writes in secret"
  let writes = false

  init(_ settings: ShakeSettings) {}

  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    try connection.run("INSERT INTO steps_notes (shake, end) VALUES (?1, NULL)", .id(attempt.shake))
    return .accepted(Proof())
  }
}
