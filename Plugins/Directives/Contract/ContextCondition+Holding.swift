package import IdentityContract
package import QixKernel
package import QixShake

/// Where a user is, and when.
package struct ContextSituation: Sendable, Equatable {
  package var context: ShakeContext
  /// The type of shake that was asked for.
  package var type: String?
  package var at: Timestamp

  package init(context: ShakeContext, type: String? = nil, at: Timestamp) {
    (self.context, self.type, self.at) = (context, type, at)
  }
}

/// Facts about a user that must be looked up; asked only if everything else fits.
package protocol ContextUser {
  func mode() throws -> Mode
  func isMember(of segment: String) throws -> Bool
  /// Whether they meet all of these conditions.
  func meets(_ conditions: [String]) throws -> Bool
}

/// Why a condition doesn't hold.
package enum ContextMismatch: String, Sendable, CaseIterable {
  case link, session, place, asked, hours
  case mode, segment, condition

  package var sentence: String {
    switch self {
    case .link: "the link differs"
    case .session: "the session differs"
    case .place: "the place differs"
    case .asked: "it needs another requested type"
    case .hours: "the time is outside its hours"
    case .mode: "the user's account level is too low"
    case .segment: "the user is not in its segment"
    case .condition: "the user does not meet its conditions"
    }
  }
}

extension ContextCondition {
  /// Why it doesn't hold in a situation, whoever the user is; nil if it can.
  package func mismatch(in situation: ContextSituation) -> ContextMismatch? {
    let context = situation.context
    switch link {
    case .exact(let link): if context.link != link { return .link }
    case .prefix(let start): if context.link?.utf8.starts(with: start.utf8) != true { return .link }
    case nil: break
    }
    if let session, context.session != session { return .session }
    if let place, context.place != place { return .place }
    switch asked {
    case .type(let type): if situation.type != type { return .asked }
    case .nothing: if situation.type != nil { return .asked }
    case nil: break
    }
    if let hours, !hours.isOpen(at: situation.at) { return .hours }
    return nil
  }

  /// Why it doesn't hold for a user, wherever they are; nil if it does. What takes longer to find out comes later.
  package func mismatch(of user: some ContextUser) throws -> ContextMismatch? {
    if let mode, try user.mode() < mode { return .mode }
    if let segment, try !user.isMember(of: segment) { return .segment }
    if !conditions.isEmpty, try !user.meets(conditions) { return .condition }
    return nil
  }

  package func holds(in situation: ContextSituation, for user: some ContextUser) throws -> Bool {
    try mismatch(in: situation) == nil && mismatch(of: user) == nil
  }
}
