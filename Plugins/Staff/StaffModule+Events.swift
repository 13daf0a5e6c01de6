package import QixModule

/// Sessions of staff that begin, and those that are ended before their time.
extension StaffModule: EventSource {
  package static let eventTypes = [
    EventType("staff.signed-in", "A session of staff began.", told),
    EventType("staff.ended", "A session of staff was ended.", endsRights: true, told),
  ]

  private static let told: [Field<StaffSessionID>] = [Field("session", .id) { $0 }]

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    EventDetails(told, of: event.subject())
  }
}
