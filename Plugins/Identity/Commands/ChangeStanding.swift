internal import IdentityContract
internal import QixModule

extension UserNamed {
  static let standings: [Field<(found: User, standing: Standing)>] = [
    Field("user", .id) { $0.found.id },
    Field("standing", .text) { $0.standing.name },
    Field("was", .text) { $0.found.standing.name },
  ]

  /// Lets the user act, or not.
  /// - Parameter next: what can be done after it.
  func change(to standing: Standing, _ verb: String, in context: Context, next: (UserID) -> String) throws -> Document {
    let directory = context.userDirectory
    let (found, addsReason) = try context.change(
      "identity.\(verb)", isDone: { $0.found.standing == standing },
      asking: { connection in
        let user = try find(directory, in: connection).id
        // Who approves that one suspension ends has said nothing of the next.
        let suspension = try UserHistory.suspension(of: user, in: connection).map { Array("\($0.number)".utf8) }
        return AskedChange("\(verb) \(user)", of: user, detail: suspension ?? [])
      }
    ) { connection, change -> (found: User, addsReason: Bool) in
      let found = try find(directory, in: connection)
      guard found.standing != .erased else { throw UserError.erased(found.id) }
      change.subject = "\(found.id)"
      if found.standing != standing {
        try connection.execute("UPDATE identity_users SET standing = \(standing.rawValue) WHERE id = \(found.id)")
        try connection.tell(standing == .suspended ? "user.suspended" : "user.resumed", of: found.id, user: found.id)
        return (found, false)
      }
      guard standing == .suspended, context.invocation.reason != nil,
        let suspension = try UserHistory.suspension(of: found.id, in: connection),
        try UserHistory.reason(of: suspension, found.id, in: connection) == nil
      else { return (found, false) }
      // What is added is the entry in the audit log, and without a row that is written there is none.
      change.action = UserHistory.laterReason
      try connection.execute("UPDATE identity_users SET standing = standing WHERE id = \(found.id)")
      return (found, true)
    }
    var document = Document("user.\(verb)/1", Self.standings, of: (found: found, standing: standing))
    document.primary = "\(found.id)"
    if found.standing == standing {
      let isKept = standing != .suspended || context.invocation.reason == nil
      document.note(
        "The user was already \(standing.name)."
          + (addsReason ? " The reason is added." : isKept ? "" : " They have a reason, so this one is not kept."))
    } else {
      document.next("\(next(found.id))")
    }
    return document
  }
}

extension UserHistory {
  /// The action of an entry that gives a suspension the reason that it was made without.
  static let laterReason = "identity.suspend-reason"

  /// Returns the reason of a suspension, given with it or afterwards; nil where there is none.
  static func reason(
    of suspension: AuditLog.Entry, _ user: UserID, in connection: Connection
  ) throws -> String? {
    if let reason = suspension.reason, !reason.isEmpty { return reason }
    let later = try AuditLog.entries(naming: "\(user)", action: [laterReason], limit: 1, in: connection).first
    guard let later, later.number > suspension.number, let reason = later.reason else { return nil }
    return later.actor == suspension.actor ? reason : "\(reason) (added by \(later.actor))"
  }
}
