package import IdentityContract
package import QixModule

/// Numbers that were given and renewed, and tills that have read a code, from the audit log. Like sessions, they show
/// how a user has said who they are.
extension MembersModule: TimelineProviding {
  package static let timelineKinds: Set<TimelineKind> = [.session]

  private static let actions: Set<String> = ["members.number", "members.show", "members.renew", "members.resolve"]

  package static func timeline(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineEntry] {
    try query.log(actions, in: connection) { entry, user in
      let told: Sentence =
        switch entry.action {
        case "members.number": "Member number given."
        case "members.show": "Key of the member codes given to a session."
        case "members.renew": "Member codes renewed."
        default: "Member code shown\(place(in: entry.subject))."
        }
      let what = entry.action.replacing("members.", with: "member.")
      return TimelineEntry(TimelinePlace(entry), .session, what, told).with {
        $0.subject = "\(user)"
        ($0.by, $0.reason, $0.merged) = (entry.actor, entry.reason, query.merged(user))
      }
    }
  }

  package static func timelineCounts(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineKind: Int] {
    [.session: try query.logged(actions, in: connection)]
  }

  /// ` at the till 3`, of a subject that ends in `till 3`.
  private static func place(in subject: String) -> Sentence {
    let words = subject.split(separator: " ", maxSplits: 3)
    return words.count == 4 ? " at the till \(String(words[3]))" : ""
  }
}
