package import IdentityContract
package import QixModule

/// Messages of notices that went out, or could not. A merge moves them to the survivor.
extension NoticesModule: TimelineProviding {
  package static let timelineKinds: Set<TimelineKind> = [.message]

  package static func timeline(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineEntry] {
    let bound: NoticeID = query.bound()
    return try connection.fetchAll(
      """
      SELECT n.id, n.kind,
        (SELECT count(*) FROM notices_deliveries AS d WHERE d.notice = n.id AND d.state = 4) AS failed
      FROM notices_notices AS n
      WHERE n.user = \(query.user) AND n.id < \(bound)
        AND EXISTS (SELECT 1 FROM notices_deliveries AS d WHERE d.notice = n.id AND d.state IN (3, 4))
      ORDER BY n.id DESC LIMIT \(query.limit)
      """
    ) { row in
      let (id, kind, isFailed): (NoticeID, String, Bool) = (try row["id"], row["kind"], row["failed"])
      let told: Sentence =
        isFailed ? "A notice could not be sent: \(kind)." : "A notice was sent: \(kind)."
      return TimelineEntry(TimelinePlace(id), .message, "notice.send", told).with {
        $0.subject = "\(id)"
        $0.state = isFailed ? "failed" : nil
      }
    }
  }

  package static func timelineCounts(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineKind: Int] {
    let count: Int64? = try connection.fetchOne(
      """
      SELECT count(*) FROM (
        SELECT n.id FROM notices_notices AS n
        WHERE n.user = \(query.user)
          AND EXISTS (SELECT 1 FROM notices_deliveries AS d WHERE d.notice = n.id AND d.state IN (3, 4))
        LIMIT \(query.limit)) AS entries
      """)
    return [.message: Int(count ?? 0)]
  }
}
