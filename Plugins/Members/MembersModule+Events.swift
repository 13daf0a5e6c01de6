package import QixModule

/// Events for users who stand at a till.
extension MembersModule: EventSource {
  package static let eventTypes = [
    EventType("member.presented", "A till has read a user's member code.", told)
  ]

  private static let told: [Field<MemberHandle>] = [Field("till", .text, for: .trace) { $0.till }]

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    try MemberHandle.find(event.subject(), in: connection).map { EventDetails(told, of: $0) }
  }
}
