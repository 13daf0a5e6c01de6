/// A shake as it arrives.
package struct ShakeRequest: Sendable, Equatable {
  package var user: UserID
  /// The type asked for; nil leaves it to the context and the directives in force.
  package var type: String?
  /// The campaign meant, by id or name; nil leaves it to the same.
  package var campaign: String?
  package var context: ShakeContext
  package var evidence: Evidence
  /// The server's looks at the files that the user brought. No client can say it: only a command of the server's own
  /// fills it, by a look through the lens.
  package var sights: [String: Sight]
  /// The idempotency key: the same key and body give the first answer for ever, the same key and another body a
  /// conflict. Nil for a shake that is meant to be another one each time.
  package var key: String?
  /// Whether a customer asks for themselves, to whom a campaign that is still a draft is none.
  package var isByCustomer = false
  /// Whether a program of an integrator's asks, to whom dry runs of some types tell nothing.
  package var isByProgram = false
  /// The program that asks, whose keys answer nobody else's requests; nil for those who may know of everybody's keys.
  package var asker: String?

  package init(
    user: UserID, type: String? = nil, campaign: String? = nil, context: ShakeContext = ShakeContext(),
    evidence: Evidence = Evidence(), sights: [String: Sight] = [:], key: String? = nil
  ) {
    self.user = user
    self.type = type
    self.campaign = campaign
    self.context = context
    self.evidence = evidence
    self.sights = sights
    self.key = key
  }
}

/// The answer to a shake.
package struct ShakeAnswer: Sendable, Equatable {
  package enum Outcome: Sendable, Equatable {
    /// - Parameter transfer: in the ledger, as text: `trf_…`.
    case won(coins: Int64, transfer: String)
    /// A prize that isn't coins.
    case wonGift(WonGift)
    /// It counted, and the award was nothing this time.
    case nothing
    case refused(Refusal)
    case needsMore(NextStep)
    /// It counted; what is paid for it is decided later.
    case waits(Notice)
  }

  package let shake: ShakeID
  package let campaign: CampaignID
  package let type: String
  package let outcome: Outcome
  /// The key was known: this is the first answer, and nothing moved now.
  package let isReplay: Bool

  package init(shake: ShakeID, campaign: CampaignID, type: String, outcome: Outcome, isReplay: Bool) {
    self.shake = shake
    self.campaign = campaign
    self.type = type
    self.outcome = outcome
    self.isReplay = isReplay
  }
}

/// A prize that isn't coins.
package struct WonGift: Sendable, Equatable {
  /// Its kind and its name, as the campaign's award calls it: `voucher:coffee`.
  package let gift: String
  /// What users call it.
  package let title: String
  /// The id of what the user has now: `vch_…`; nil for what has none.
  package let given: String?

  package init(_ gift: String, title: String, given: String?) {
    (self.gift, self.title, self.given) = (gift, title, given)
  }
}

/// Takes shakes through the pipeline: resolve, admit, verify, decide, post, tell.
package protocol ShakeRunner: Sendable {
  /// Runs one shake in a transaction of its own, which is committed when this returns.
  /// - Parameters:
  ///   - reason: why, for the audit log.
  ///   - isDryRun: finds out what would happen, and changes nothing.
  /// - Throws: for what is no attempt at all: an unknown user, campaign or type, a key used with another body. An
  ///   attempt that a rule refuses is an answer.
  func run(_ request: ShakeRequest, reason: String?, isDryRun: Bool) throws -> ShakeAnswer

  /// Hands in one shake, to be committed together with others, where this runner does that.
  /// - Parameter completion: is called once, on any thread, when the answer is durable.
  /// - Returns: false where it runs them one by one; then nothing was handed in.
  func submit(
    _ request: ShakeRequest, completion: @escaping @Sendable (Result<ShakeAnswer, any Error>) -> Void
  ) -> Bool
}

extension ShakeRunner {
  package func submit(
    _ request: ShakeRequest, completion: @escaping @Sendable (Result<ShakeAnswer, any Error>) -> Void
  ) -> Bool {
    false
  }
}

/// Keys of the services around shakes.
package enum Shakes {
  package static let runner = ServiceKey<any ShakeRunner>("shakes.runner")
  package static let settling = ServiceKey<any ShakeSettling>("shakes.settling")
}

extension ShakeAnswer {
  /// The coins of a shake that was won; nil for any other.
  package var coins: Int64? { if case .won(let coins, _) = outcome { coins } else { nil } }
  /// The prize of a shake that won one in place of coins.
  package var gift: WonGift? { if case .wonGift(let gift) = outcome { gift } else { nil } }
  /// Why it was refused; nil where it wasn't.
  package var refusal: Refusal? { if case .refused(let refusal) = outcome { refusal } else { nil } }
}
