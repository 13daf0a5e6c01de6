package import QixModule

/// Sessions that ended before their time. A session that ends by time has no event.
extension SessionsModule: EventSource {
  package static let eventTypes = [
    EventType("session.ended", "A session of a user was ended.", endsRights: true, told)
  ]

  private static let told: [Field<SessionID>] = [Field("session", .id) { $0 }]

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    EventDetails(told, of: event.subject())
  }
}
