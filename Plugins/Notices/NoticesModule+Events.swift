package import QixModule

/// What becomes of notices, for pages that follow them.
extension NoticesModule: EventSource {
  package static let eventTypes = [
    EventType("notice.made", "A user has a new notice in the app.", told),
    EventType("notice.read", "A user has read notices.", told),
  ]

  private static let told: [Field<Notice>] = [
    Field("notice", .id) { $0.id },
    Field("kind", .text) { $0.kind },
  ]

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    try Notice.find(event.subject(), in: connection).map { EventDetails(told, of: $0) }
  }
}
