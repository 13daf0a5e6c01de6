package import IdentityContract
package import QixModule

/// Sessions that a user began and ended, out of the audit log: the table has only those that go on.
extension SessionsModule: TimelineProviding {
  package static let timelineKinds: Set<TimelineKind> = [.session]

  private static let actions: Set<String> = [
    "sessions.begin", "sessions.trial", "sessions.renew", "sessions.end", "identity.sign-in",
  ]

  package static func timeline(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineEntry] {
    try query.log(actions, in: connection) { entry, user in
      let told: Sentence =
        switch entry.action {
        case "sessions.begin": "Session begun for the user."
        case "sessions.trial": "Trial session begun."
        case "sessions.renew": "Session renewed."
        case "sessions.end": entry.subject == "\(user)" ? "All sessions ended." : "Session ended."
        default: "Signed in."
        }
      let what =
        entry.action == "identity.sign-in" ? "auth.sign-in" : entry.action.replacing("sessions.", with: "session.")
      return TimelineEntry(TimelinePlace(entry), .session, what, told).with {
        $0.subject = entry.subject.split(separator: " ").first.map(String.init)
        ($0.by, $0.reason, $0.merged) = (entry.actor, entry.reason, query.merged(user))
      }
    }
  }

  package static func timelineCounts(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineKind: Int] {
    [.session: try query.logged(actions, in: connection)]
  }
}
