package import IdentityContract
package import QixModule

/// Changes of a user, and merges, out of the audit log.
extension IdentityModule: TimelineProviding {
  package static let timelineKinds: Set<TimelineKind> = [.profile, .merge]

  private static let merge: Set<String> = ["identity.merge"]
  private static let profile = UserHistory.changes.subtracting(merge)

  package static func timeline(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineEntry] {
    let actions = (query.kinds.contains(.profile) ? profile : []).union(query.kinds.contains(.merge) ? merge : [])
    let changes = try query.log(actions, in: connection) { entry, user in
      guard UserHistory.isShown(entry, to: context.principal) else { return nil }
      return told(entry, query.merged(user))
    }
    // Before the log names a user there is its id, which tells when it was made.
    let made = query.users.map { user in
      TimelineEntry(TimelinePlace(user), .profile, "user.created", "User created.").with {
        $0.subject = "\(user)"
        $0.merged = query.merged(user)
        $0.actions = ["identity.create", "sessions.trial"]
      }
    }
    return query.cut(changes + made)
  }

  package static func timelineCounts(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineKind: Int] {
    [
      .profile: try query.users.count
        + query.logged(profile, in: connection) { UserHistory.isShown($0, to: context.principal) },
      .merge: try query.logged(merge, in: connection),
    ]
  }

  private static func told(_ entry: AuditLog.Entry, _ merged: UserID?) -> TimelineEntry {
    let (what, sentence) = sentence(for: entry)
    let kind: TimelineKind = merge.contains(entry.action) ? .merge : .profile
    return TimelineEntry(TimelinePlace(entry), kind, what, sentence).with {
      $0.subject = entry.subject.split(separator: " ").first.map { String($0.prefix { $0 != ":" && $0 != "," }) }
      ($0.by, $0.reason, $0.merged) = (entry.actor, entry.reason, merged)
    }
  }

  /// The name for programs, and what was done, in words.
  private static func sentence(for entry: AuditLog.Entry) -> (what: String, Sentence) {
    /// What stands behind the id that a subject begins with.
    let rest = entry.subject.split(separator: " ", maxSplits: 1).dropFirst().joined()
    return switch entry.action {
    case "identity.suspend": ("user.suspend", "User suspended.")
    case UserHistory.laterReason: ("user.suspend-reason", "Reason of the suspension added.")
    case "identity.resume": ("user.resume", "User resumed.")
    case "identity.set": ("user.set", "Profile changed: \(rest.replacing(",", with: ", ")).")
    case "identity.upgrade": ("user.upgrade", "Account level raised to \(rest).")
    case "identity.link": ("user.link", "Account linked: \(rest).")
    case "identity.unlink": ("user.unlink", "Linked account removed.")
    case "identity.otp-verify": ("auth.otp-verify", "One-time code confirmed.")
    case "identity.note-add": ("user.note-add", "Note added.")
    case "identity.dispute-open": ("dispute.open", "Disputed: \(rest.replacing(" ", with: ", ")).")
    case "identity.dispute-close": ("dispute.close", "Dispute answered: \(rest.replacing(" ", with: ", ")).")
    case "identity.merge": ("user.merge", "Users merged: \(entry.subject).")
    case "identity.erase": ("user.erase", "User erased.")
    case "coins.approve": ("coins.approve", "Approved: \(rest).")
    case "coins.decline": ("coins.decline", "Declined: \(rest).")
    default: (entry.action, "Approval requested: \(entry.subject).")
    }
  }
}
