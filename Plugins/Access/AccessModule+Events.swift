package import QixModule

/// What becomes of tokens.
extension AccessModule: EventSource {
  package static let eventTypes = [
    EventType("token.ended", "A token was revoked.", endsRights: true, told),
    EventType("token.rotated", "A token got a new secret; the old one is no longer accepted.", endsRights: true, told),
  ]

  private static let told: [Field<Token>] = [
    Field("token", .id) { $0.id },
    Field("name", .text) { $0.name },
    Field("role", .text) { $0.role.rawValue },
  ]

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    try TokenStore(connection).token(event.subject()).map { EventDetails(told, of: $0) }
  }
}
