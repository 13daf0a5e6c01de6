internal import IdentityContract
internal import QixCrypto
internal import QixModule

/// A change of what a user signs in with, which takes their own consent: a code that came back from a number or address
/// that they have proved. Users who have lost it are helped by two persons: one asks, with a reason, and another
/// approves.
struct Consent {
  let context: Context
  /// The requests whose codes came back.
  let given: [CodeRequestID]

  /// The operation.
  struct Wish: Sendable {
    /// All users who have to agree.
    let users: [UserID]
    /// In words without personal data: `replace the proved phone number of usr_…`.
    let operation: String
    /// Tells this change from others, such as the keyed hash of a new number.
    let detail: [UInt8]
    /// The new values under the user's key, which the approver sees masked; nil for none.
    var sealed: [UInt8]? = nil
    var coins: AskedChange.Coins? = nil
  }

  /// Uses up the users' consents, or a second person's approval where there are none.
  /// - Parameter change: the entry for the audit log, which is the request where it waits.
  /// - Returns: nil where it may be done; else the error to throw once the request is committed.
  /// - Throws: `UserError.consentNeeded`, `UserError.consentUnknown`.
  func admit(_ wish: Wish, _ change: inout Change, in connection: Connection) throws -> UserError.Waiting? {
    guard given.isEmpty else {
      for user in wish.users { try use(by: user, in: connection) }
      return nil
    }
    guard let reason = context.invocation.reason, let second = try context.service(ifProvided: Users.secondPerson)
    else {
      throw UserError.consentNeeded(wish.operation)
    }
    var hasher = SHA256()
    hasher.update("identity.approval/2")
    // An approval covers what the users have proved: an address added since would be handed on with it, or taken away.
    for bytes in try [Array(wish.operation.utf8), wish.detail] + wish.users.map(connection.digestOfProofs) {
      hasher.update(Int64(bytes.count))
      hasher.update(bytes)
    }
    let approval = ApprovalWish(
      fingerprint: hasher.finish(), operation: wish.operation, user: wish.users[0], reason: reason,
      sealed: wish.sealed, coins: wish.coins)
    guard let waits = try second.admit(approval, isDryRun: context.isDryRun, in: connection) else { return nil }
    change.action = "identity.request-approval"
    change.subject = wish.operation
    return UserError.Waiting(error: waits)
  }

  /// A consent is good for one change, for as long as a code is.
  func use(by user: UserID, in connection: Connection) throws {
    let now = try SteadyClock.advance(context.clock, in: connection)
    let since = now.advanced(byMicroseconds: -(try CodeRules(connection).validity))
    for id in given {
      try connection.execute(
        """
        UPDATE identity_codes SET state = 3 WHERE id = \(id) AND user = \(user) AND purpose = 2 AND state = 2
          AND given_at > \(since)
        """)
      if connection.changes == 1 { return }
    }
    throw UserError.consentUnknown(user)
  }
}

extension Set<Proof> {
  /// Whether there is a number or an address that a code for consent can go to.
  var canConsent: Bool { contains(.phone) || contains(.email) }
}

/// Consents for modules that change what users sign in with.
struct Consents: UserConsents {
  let context: Context

  func require(
    of user: UserID, to operation: String, _ given: [CodeRequestID], in connection: Connection
  ) throws {
    guard try Holdings(of: user, in: connection).proofs.canConsent else { return }
    guard !given.isEmpty else { throw UserError.consentNeeded(operation) }
    try Consent(context: context, given: given).use(by: user, in: connection)
  }
}

extension ConsentOption {
  func consent(in context: Context) -> Consent { Consent(context: context, given: given) }
}
