internal import DirectivesContract
internal import QixShake

/// "In this context, do this."
struct Directive: Sendable, Equatable {
  /// Its name in its document: 1 to 64 small letters, digits, hyphens, underscores and full stops.
  var name: String
  var condition: ContextCondition
  var decision: DirectiveDecision
  /// Of several that hold, the greater one's.
  var priority: Int64 = 0
  /// From this moment on; nil for always.
  var from: Timestamp?
  /// Until before this one; nil for ever.
  var until: Timestamp?

  static let priorities: ClosedRange<Int64> = -1_000_000...1_000_000
}

/// The decision on shakes for which a directive holds.
enum DirectiveDecision: Sendable, Equatable {
  /// One of the two at least.
  case shake(campaign: String?, type: String?)
  /// There is nothing to win here now, and what the user is told.
  case nothing(sentence: String, hint: String?)

  var type: String? { if case .shake(_, let type) = self { type } else { nil } }
  var campaign: String? { if case .shake(let campaign, _) = self { campaign } else { nil } }
}

/// Why a directive doesn't hold.
enum DirectiveMismatch: Sendable, Equatable {
  case notYet
  case over
  /// Its condition doesn't.
  case context(ContextMismatch)
  /// It names another type than the one that was asked for.
  case otherType
  /// It leads to a campaign, or a type, that doesn't exist.
  case noCampaign
  case noType

  var code: String {
    switch self {
    case .notYet: "not-yet"
    case .over: "over"
    case .context(let mismatch): mismatch.rawValue
    case .otherType: "other-type"
    case .noCampaign: "no-campaign"
    case .noType: "no-type"
    }
  }

  var sentence: String {
    switch self {
    case .notYet: "its time has not begun"
    case .over: "its time is over"
    case .context(let mismatch): mismatch.sentence
    case .otherType: "the requested type differs from its type"
    case .noCampaign: "there is no such campaign"
    case .noType: "there is no such type"
    }
  }
}

extension Directive {
  /// Why it doesn't hold; nil if it does. The same situation and user give the same answer.
  func mismatch(in situation: ContextSituation, user: some ContextUser) throws -> DirectiveMismatch? {
    if let from, situation.at < from { return .notYet }
    if let until, situation.at >= until { return .over }
    if let mismatch = condition.mismatch(in: situation) { return .context(mismatch) }
    // Users who ask for a type get that one or none.
    if let asked = situation.type, let type = decision.type, asked != type { return .otherType }
    return try condition.mismatch(of: user).map { .context($0) }
  }

  func matches(_ situation: ContextSituation, user: some ContextUser) throws -> Bool {
    try mismatch(in: situation, user: user) == nil
  }
}
