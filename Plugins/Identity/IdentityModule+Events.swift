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
    EventType("dispute.opened", "A user says that they haven't done something.", disputed),
    EventType("dispute.closed", "A dispute was answered.", disputed),
  ]

  private static let told = [Field<User>("mode", .text) { $0.mode.name }]
  private static let merged = [Field<KeptEvent>("merged", .id, for: .user) { $0.subject(UserTag.self) }]

  private static let disputed: [Field<Dispute>] = [
    Field("dispute", .id) { $0.id },
    Field("kind", .text) { $0.kind },
    Field("subject", .id, for: .trace) { $0.subject },
  ]

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    if event.type == "user.merged" {
      return EventDetails(merged, of: event)
    }
    if event.type.hasPrefix("dispute.") {
      return try Dispute.find(event.subject(), in: connection).map { EventDetails(disputed, of: $0) }
    }
    return try User.first(event.subject(), in: connection).map { EventDetails(told, of: $0) }
  }
}
