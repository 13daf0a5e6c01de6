package import QixShake

/// How webhooks fare.
extension WebhooksModule: EventSource {
  package static let eventTypes = [
    EventType("webhook.changed", "A webhook began to fail, works again, was paused or resumed.", told)
  ]

  private static let told: [Field<Webhook>] = [
    Field("webhook", .id) { $0.id },
    Field("state", .text) { $0.state.name },
    Field("failing_since", .time) { $0.failingSince },
    Field("fault", .text, for: .content) { $0.fault },
  ]

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    do {
      return EventDetails(told, of: try Webhook.find(event.subject(), in: connection))
    } catch WebhookError.notFound {
      return nil
    }
  }
}
