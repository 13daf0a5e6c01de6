internal import CoinsContract
internal import QixModule

/// What becomes of requests for approval. A request without a decision expires without an event.
extension Approval {
  static let eventTypes = [
    EventType("approval.asked", "An approval was requested.", told),
    EventType("approval.kept", "The values of a request were kept, so that its requester can finish it.", told),
    EventType("approval.decided", "An approval was given, declined or withdrawn.", told),
    EventType("approval.used", "What was approved was done.", told),
  ]

  private static let told: [Field<Approval>] = [
    Field("approval", .id, for: .trace) { $0.id },
    Field("state", .text) { $0.state.name },
    Field("coins", .coins, for: .business) { $0.amount },
  ]

  static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    do {
      return EventDetails(told, of: try find(event.subject(), in: connection))
    } catch let error as any Diagnosable where error.category == .notFound {
      return nil
    }
  }
}
