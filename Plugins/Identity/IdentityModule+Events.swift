internal import IdentityContract
package import QixModule

/// What happens to users.
extension IdentityModule: EventSource {
  package static let eventTypes = [
    EventType("user.created", "There is a new user.", told),
    EventType("user.mode-changed", "A user is in another mode: trial, signed or pro.", told),
    EventType("user.suspended", "A user was suspended.", told),
    EventType("user.resumed", "A user who was suspended may act again.", told),
    EventType("user.merged", "Another account of the user was merged into theirs.", merged),
    EventType("user.erased", "A user was erased.", told),
  ]

  private static let told = [Field<User>("mode", .text) { $0.mode.name }]
  private static let merged = [Field<KeptEvent>("merged", .id, for: .user) { $0.subject(UserTag.self) }]

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    if event.type == "user.merged" {
      return EventDetails(merged, of: event)
    }
    return try User.first(event.subject(), in: connection).map { EventDetails(told, of: $0) }
  }
}
