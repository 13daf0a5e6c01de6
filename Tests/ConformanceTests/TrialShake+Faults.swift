import QixKernel
import QixShake
import Synchronization

/// Lets every other attempt through.
struct MoodyShake: TicketShake {
  static let name = "moody"
  private static let mood = Mutex(0)
  init(_ settings: ShakeSettings) {}
  func refusal(of ticket: Int64) -> Refusal? {
    let mood = Self.mood.withLock { mood in
      mood += 1
      return mood
    }
    if mood.isMultiple(of: 2) { return Refusal("trial.mood", "not today") }
    return (1_000...9_999).contains(ticket) ? nil : Refusal("trial.unknown-ticket", "there is no such ticket")
  }
}

/// Writes to a table of another module.
struct MeddlingShake: TicketShake {
  static let name = "meddling"
  init(_ settings: ShakeSettings) {}
  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    try connection.run("UPDATE identity_users SET created_at = created_at - 1")
    return .accepted(Proof(use: SingleUse(.everybody, "ticket:\(attempt.evidence.integer("ticket") ?? 0)")))
  }
}

/// Changes what the pipeline has counted.
struct CountingShake: TicketShake {
  static let name = "counting"
  init(_ settings: ShakeSettings) {}
  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    try connection.run("UPDATE shakes_tallies SET wins = 0")
    return .accepted(Proof(use: SingleUse(.everybody, "ticket:\(attempt.evidence.integer("ticket") ?? 0)")))
  }
}

/// Says things of itself that nobody can use.
struct SloppyShake: TicketShake {
  static let name = "Sloppy shake"
  static let settings = [
    ShakeSetting("most", .integer(1...3), "How many", default: 4), ShakeSetting("most", .boolean, "Whether"),
  ]
  init(_ settings: ShakeSettings) {}
}
