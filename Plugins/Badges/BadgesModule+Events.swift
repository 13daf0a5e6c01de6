package import QixModule

/// Badges that users get and lose.
extension BadgesModule: EventSource {
  package static let eventTypes = [
    EventType("badge.awarded", "A user got a badge.", told),
    EventType("badge.revoked", "A badge was taken from a user.", told),
  ]

  private static let told: [Field<(name: String, title: String)>] = [
    Field("badge", .text) { $0.name },
    Field("title", .text) { $0.title },
  ]

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    try connection.fetchOne("SELECT name, title FROM badges_badges WHERE badge = \(Int64(event.low))") {
      EventDetails(told, of: (name: $0["name"], title: $0["title"]))
    }
  }
}
