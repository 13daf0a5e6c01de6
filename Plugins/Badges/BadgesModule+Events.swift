package import QixModule

/// Badges that users get and lose.
extension BadgesModule: EventSource {
  package static let eventTypes = [
    EventType("badge.awarded", "A user got a badge.", "badge text, title text"),
    EventType("badge.revoked", "A badge was taken from a user.", "badge text, title text"),
  ]

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    try connection.fetchOne("SELECT name, title FROM badges_badges WHERE badge = \(Int64(event.low))") {
      EventDetails([
        CellMember("badge", .text($0["name"] as String)), CellMember("title", .text($0["title"] as String)),
      ])
    }
  }
}
