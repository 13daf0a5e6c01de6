import QixKernel
import QixShake

/// Shakes that keep the rules, and some that each break one. They take tickets: numbers up to 9999.
enum TrialModule: ShakeProviding, Migrating {
  static let id = "trial"
  static let summary = "Shakes for tests of the conformance suite."
  static let requires = ["shakes"]
  static let migrations = [
    Migration(
      "v1_create_trial",
      sql: Array(
        "CREATE TABLE trial_tickets (shake BLOB PRIMARY KEY, ticket INTEGER NOT NULL) STRICT, WITHOUT ROWID;".utf8))
  ]
  static let shakeTypes: [any ShakeType.Type] = [
    HonestShake.self, GullibleShake.self, ForgetfulShake.self, DailyShake.self, PersonalShake.self, RudeShake.self,
    WordlessShake.self, GuessingShake.self, MoodyShake.self, MeddlingShake.self, CountingShake.self, SloppyShake.self,
  ]
}

/// A shake that takes a ticket.
protocol TicketShake: ShakeType {
  func use(of ticket: Int64, _ attempt: Attempt) -> SingleUse?
  func refusal(of ticket: Int64) -> Refusal?
}

extension TicketShake {
  static var summary: String { "Show a ticket" }
  static var evidence: [EvidenceField] {
    [
      EvidenceField("ticket", .integer(-1_000_000...1_000_000), "Its number", isRequired: true),
      EvidenceField("colour", .text(most: 10), "Its colour"),
    ]
  }

  func use(of ticket: Int64, _ attempt: Attempt) -> SingleUse? { SingleUse(.everybody, "ticket:\(ticket)") }

  func refusal(of ticket: Int64) -> Refusal? {
    (1_000...9_999).contains(ticket) ? nil : Refusal("trial.unknown-ticket", "there is no such ticket")
  }

  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    let ticket = attempt.evidence.integer("ticket") ?? 0
    try connection.run(
      "INSERT INTO trial_tickets (shake, ticket) VALUES (?1, ?2)", .id(attempt.shake), .integer(ticket))
    if let refusal = refusal(of: ticket) { return .refused(refusal) }
    guard attempt.evidence["colour"].isNull || attempt.evidence.text("colour") == "red" else {
      return .refused(Refusal("trial.wrong-colour", "tickets are red"))
    }
    return .accepted(Proof(use: use(of: ticket, attempt)))
  }
}

struct HonestShake: TicketShake {
  static let name = "honest"
  init(_ settings: ShakeSettings) {}
}

/// Believes everything.
struct GullibleShake: TicketShake {
  static let name = "gullible"
  init(_ settings: ShakeSettings) {}
  func refusal(of ticket: Int64) -> Refusal? { nil }
}

/// Doesn't say what was used up.
struct ForgetfulShake: TicketShake {
  static let name = "forgetful"
  init(_ settings: ShakeSettings) {}
  func use(of ticket: Int64, _ attempt: Attempt) -> SingleUse? { nil }
}

/// Lets a ticket count again each day.
struct DailyShake: TicketShake {
  static let name = "daily"
  init(_ settings: ShakeSettings) {}
  func use(of ticket: Int64, _ attempt: Attempt) -> SingleUse? {
    SingleUse(.everybody, "ticket:\(ticket):\(attempt.at.microseconds / 86_400_000_000)")
  }
}

/// Lets everybody use the same ticket.
struct PersonalShake: TicketShake {
  static let name = "personal"
  init(_ settings: ShakeSettings) {}
  func use(of ticket: Int64, _ attempt: Attempt) -> SingleUse? { SingleUse(.user, "ticket:\(ticket)") }
}

/// Answers with what it was given.
struct RudeShake: TicketShake {
  static let name = "rude"
  init(_ settings: ShakeSettings) {}
  func refusal(of ticket: Int64) -> Refusal? {
    (1_000...9_999).contains(ticket) ? nil : Refusal("trial.unknown-ticket", "\u{1B}[31mno\u{7}")
  }
}

/// Says nothing at all.
struct WordlessShake: TicketShake {
  static let name = "wordless"
  init(_ settings: ShakeSettings) {}
  func refusal(of ticket: Int64) -> Refusal? {
    (1_000...9_999).contains(ticket) ? nil : Refusal("trial.unknown-ticket", "")
  }
}

/// Remembers tickets by itself, whatever the campaign.
struct GuessingShake: TicketShake {
  static let name = "guessing"
  init(_ settings: ShakeSettings) {}

  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    let ticket = attempt.evidence.integer("ticket") ?? 0
    if let refusal = refusal(of: ticket) { return .refused(refusal) }
    let isKnown = try connection.first("SELECT 1 FROM trial_tickets WHERE ticket = ?1", .integer(ticket)) { _ in true }
    if isKnown == true { return .refused(Refusal("trial.used", "this ticket was used")) }
    try connection.run(
      "INSERT INTO trial_tickets (shake, ticket) VALUES (?1, ?2)", .id(attempt.shake), .integer(ticket))
    return .accepted(Proof())
  }
}
