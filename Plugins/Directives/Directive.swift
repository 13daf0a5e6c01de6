internal import IdentityContract
internal import QixShake

/// "In this context, do this."
struct Directive: Sendable, Equatable {
  /// Its name in its document: 1 to 64 small letters, digits, hyphens, underscores and full stops.
  var name: String
  var condition: DirectiveCondition
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

/// Where and for whom a directive holds: everything that is said must be so.
struct DirectiveCondition: Sendable, Equatable {
  enum Link: Sendable, Equatable {
    case exact(String)
    case prefix(String)
  }

  /// Which type the user asks for.
  enum Asked: Sendable, Equatable {
    case type(String)
    /// For none: they just shake.
    case nothing
  }

  var link: Link?
  var session: String?
  var place: String?
  var asked: Asked?
  /// This mode or one above it.
  var mode: Mode?
  var segment: String?
  var hours: WeeklyHours?

  /// How many things it says; an exact link counts twice.
  var count: Int {
    let link = if case .exact = link { 2 } else { link == nil ? 0 : 1 }
    let others = [session != nil, place != nil, asked != nil, mode != nil, segment != nil, hours != nil]
    return link + others.count { $0 }
  }

  /// Bytes of the link.
  var linkLength: Int {
    switch link {
    case .exact(let text), .prefix(let text): text.utf8.count
    case nil: 0
    }
  }
}

/// Where somebody shakes, and when.
struct DirectiveSituation: Sendable, Equatable {
  var context: ShakeContext
  /// The type that was asked for.
  var type: String?
  var at: Timestamp
}

/// Facts about a user that must be looked up; asked only where everything else fits.
protocol DirectiveUser {
  func mode() throws -> Mode
  func isMember(of segment: String) throws -> Bool
}

/// Why a directive doesn't hold.
enum DirectiveMismatch: String, Sendable, CaseIterable {
  case notYet = "not-yet"
  case over
  case link, session, place
  case asked
  /// It names another type than the one that was asked for.
  case otherType = "other-type"
  case hours, mode, segment
  /// It leads to a campaign, or a type, that doesn't exist.
  case noCampaign = "no-campaign"
  case noType = "no-type"

  var sentence: String {
    switch self {
    case .notYet: "its time has not begun"
    case .over: "its time is over"
    case .link: "the link differs"
    case .session: "the session differs"
    case .place: "the place differs"
    case .asked: "it needs another requested type"
    case .otherType: "the requested type differs from its type"
    case .hours: "the time is outside its hours"
    case .mode: "the user's account level is too low"
    case .segment: "the user is not in its segment"
    case .noCampaign: "there is no such campaign"
    case .noType: "there is no such type"
    }
  }
}

extension Directive {
  /// Why it doesn't hold; nil where it does. The same situation and user give the same answer.
  func mismatch(in situation: DirectiveSituation, user: some DirectiveUser) throws -> DirectiveMismatch? {
    let context = situation.context
    if let from, situation.at < from { return .notYet }
    if let until, situation.at >= until { return .over }
    switch condition.link {
    case .exact(let link): if context.link != link { return .link }
    case .prefix(let start): if context.link?.utf8.starts(with: start.utf8) != true { return .link }
    case nil: break
    }
    if let session = condition.session, context.session != session { return .session }
    if let place = condition.place, context.place != place { return .place }
    switch condition.asked {
    case .type(let type): if situation.type != type { return .asked }
    case .nothing: if situation.type != nil { return .asked }
    case nil: break
    }
    // Whoever asks for a type gets that one or none.
    if let asked = situation.type, let type = decision.type, asked != type { return .otherType }
    if let hours = condition.hours, !hours.isOpen(at: situation.at) { return .hours }
    if let mode = condition.mode, try user.mode() < mode { return .mode }
    if let segment = condition.segment, try !user.isMember(of: segment) { return .segment }
    return nil
  }

  func matches(_ situation: DirectiveSituation, user: some DirectiveUser) throws -> Bool {
    try mismatch(in: situation, user: user) == nil
  }
}
