internal import IdentityContract
package import QixModule

/// What happens to users.
extension IdentityModule: EventSource {
  package static let eventTypes = [
    EventType("user.created", "There is a new user.", "mode text"),
    EventType("user.mode-changed", "A user is in another mode: trial, signed or pro.", endsRights: true, "mode text"),
    EventType("user.suspended", "A user was suspended.", endsRights: true, "mode text"),
    EventType("user.resumed", "A user who was suspended may act again.", "mode text"),
    EventType("user.merged", "Another account of the user was merged into theirs.", endsRights: true, "merged id?"),
    EventType("user.erased", "A user was erased.", endsRights: true, "mode text"),
  ]

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    if event.type == "user.merged" {
      return EventDetails([CellMember("merged", .confidential(.user, .identifier(event.subject(UserTag.self))))])
    }
    guard let user = try User.first(event.subject(), in: connection) else { return nil }
    return EventDetails([CellMember("mode", .text(user.mode.name))])
  }
}
