/// A type's verdict on an attempt.
package enum Verdict: Sendable, Equatable {
  case accepted(Proof)
  case refused(Refusal)
  /// Not decided yet; the client goes on with the next step. The idempotency key stays free.
  case needsMore(NextStep)
  /// It counts, and another part says later what it is worth (`Shakes.settling`). Until then nothing is paid; the
  /// proof's units are not looked at.
  case waits(Proof, Notice)
}

extension Verdict {
  /// The verdict that a closure comes to, or the refusal that it throws.
  /// - Throws: whatever else the closure throws.
  package static func deciding(_ body: () throws -> Verdict) throws -> Verdict {
    do { return try body() } catch let refusal as Refusal { return .refused(refusal) }
  }
}

/// The notice for the user of a shake that waits.
package struct Notice: Sendable, Equatable {
  /// A stable name for programs: the module's id, a dot, the state: `receiptshake.in-review`.
  package let code: String
  /// For the user, in a sentence without capital letter and full stop. No personal data.
  package let sentence: Sentence

  package init(_ code: String, _ sentence: Sentence) {
    self.code = code
    self.sentence = sentence.keyed(code)
  }
}

/// The facts that were shown, as far as the award depends on them.
package struct Proof: Sendable, Equatable {
  /// The number of units: questions answered rightly, lines of a receipt; 0 or more, 1 where nothing is counted.
  package var units: Int64
  /// Findings, for awards that depend on them and for `qix shake explain`: `score`, 80. No personal data; at
  /// most 16 KiB.
  package var facts: JSONObject
  /// The thing that this shake uses up.
  package var use: SingleUse?

  package init(units: Int64 = 1, facts: JSONObject = JSONObject(), use: SingleUse? = nil) {
    self.units = units
    self.facts = facts
    self.use = use
  }
}

/// A thing that counts once in a campaign, for each user or for all: the pipeline refuses a second shake that uses it.
package struct SingleUse: Sendable, Equatable {
  package enum Scope: Int64, Sendable {
    /// Once for each user: a broadcast window.
    case user = 1
    /// Once for all users: a receipt's number.
    case everybody = 2
  }

  package let scope: Scope
  /// Its name, 1 to 200 bytes, such as `window:2026-11-21T20:00Z`.
  package let text: String

  package init(_ scope: Scope, _ text: String) {
    self.scope = scope
    self.text = text
  }
}

/// The client's next step.
package struct NextStep: Sendable, Equatable {
  /// A stable name for programs: `heartbeat`.
  package let name: String
  /// For the user. Translations find it by its key: `.keyed("videoshake.watch-on", "watch on")`.
  package let sentence: Sentence
  /// The data that the client needs for it.
  package var fields: JSONObject
  /// The moment until which it can be done; nil for the campaign's end. Coins may be reserved until then.
  package var until: Timestamp?
  /// Whether the budget reserves the most that can be won until then, so that every user who finishes gets it.
  package var reserves: Bool

  package init(
    _ name: String, _ sentence: Sentence, fields: JSONObject = JSONObject(), until: Timestamp? = nil,
    reserves: Bool = false
  ) {
    self.name = name
    self.sentence = sentence
    self.fields = fields
    self.until = until
    self.reserves = reserves
  }
}
