package import IdentityContract
package import QixShake

/// Badges that shakes have brought, and those that people gave or took away, out of the audit log.
extension BadgesModule: TimelineProviding {
  package static let timelineKinds: Set<TimelineKind> = [.badge]

  private static let actions: Set<String> = ["badges.award", "badges.revoke"]

  package static func timeline(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineEntry] {
    let store = BadgeStore(connection)
    let awards = try store.awards(of: query.user)
    let brought = try store.all().compactMap { number, badge -> TimelineEntry? in
      guard let award = awards[number], let shake = award.shake else { return nil }
      return TimelineEntry(
        TimelinePlace(award.at, "badge.\(badge.name)"), .badge, "badge.award",
        "Badge \(badge.name) awarded by the shake \(shake)."
      ).with { $0.subject = badge.name }
    }
    let changed = try query.log(actions, in: connection) { entry, user in
      let name = String(entry.subject.prefix { $0 != ":" })
      let isAward = entry.action == "badges.award"
      return TimelineEntry(
        TimelinePlace(entry), .badge, isAward ? "badge.award" : "badge.revoke",
        isAward ? "Badge \(name) awarded by hand." : "Badge \(name) taken away."
      ).with {
        $0.subject = name
        ($0.by, $0.reason, $0.merged) = (entry.actor, entry.reason, query.merged(user))
      }
    }
    return query.cut(brought + changed)
  }

  package static func timelineCounts(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineKind: Int] {
    let brought = try BadgeStore(connection).awards(of: query.user).values.count { $0.shake != nil }
    return [.badge: try brought + query.logged(actions, in: connection)]
  }
}
