internal import QixModule

/// The outbox: events in the order in which they happened, numbered on and on.
struct Outbox: EventOutbox {
  /// A paused webhook listens too: what happens meanwhile is told when it goes on.
  func isListening(in connection: Connection) throws -> Bool {
    try connection.first("SELECT 1 FROM webhooks_webhooks LIMIT 1") { _ in true } ?? false
  }

  func post(_ events: [EventID], of source: any EventSource.Type, in connection: Connection) throws {
    var number = try Self.last(in: connection)
    var rows = RowBatch(into: "webhooks_outbox", ["number", "source", "event"], in: connection)
    for event in events {
      number += 1
      rows.append(number)
      rows.append(source.id)
      rows.append(event)
      _ = try rows.endRow()
    }
    try rows.flush()
  }

  /// The greatest number, 0 for none.
  static func last(in connection: Connection) throws -> Int64 {
    try connection.first("SELECT max(number) FROM webhooks_outbox") { $0.integer(0) } ?? 0
  }

  /// The modules in force that post events, by their ids.
  static func sources(of registry: Registry) -> [String: any EventSource.Type] {
    let sources = registry.modules.compactMap { $0 as? any EventSource.Type }
    return Dictionary(uniqueKeysWithValues: sources.map { ($0.id, $0) })
  }

  /// The events behind a number, each with its own, in their order, as far as they are of one module, which reads them all
  /// at once.
  /// - Throws: `WebhookError.sourceMissing` where that module is switched off.
  static func events(
    after number: Int64, limit: Int64, from sources: [String: any EventSource.Type], in connection: Connection
  ) throws -> [(number: Int64, event: OutboxEvent)] {
    let rows = try connection.rows(
      "SELECT number, source, event FROM webhooks_outbox WHERE number > ?1 ORDER BY number LIMIT ?2", .integer(number),
      .integer(limit)
    ) { (number: $0.integer(0), source: $0.text(1), event: try $0.identifier(2, EventTag.self)) }
    guard let first = rows.first else { return [] }
    guard let source = sources[first.source] else { throw WebhookError.sourceMissing(first.source) }
    let run = rows.prefix { $0.source == first.source }
    let events = try source.events(run.map(\.event), in: connection)
    return zip(run, events).map { ($0.number, $1) }
  }

  /// Takes away what every webhook is done with, but for the last row: numbers must not begin again.
  static func tidy(in connection: Connection) throws {
    try connection.run(
      """
      DELETE FROM webhooks_outbox WHERE number < (SELECT min(position) FROM webhooks_webhooks)
        AND number < (SELECT max(number) FROM webhooks_outbox)
      """)
  }
}

extension OutboxEvent {
  /// The body of the request: the same bytes each time.
  /// - Parameter pseudonym: what users are called there; nil where the receiver may know who they are.
  func body(_ pseudonym: WebhookPseudonym?) -> [UInt8] {
    var writer = JSONWriter(reserving: 512)
    writer.beginObject()
    writer.member("id", "\(id)")
    writer.member("type", type)
    writer.member("at", "\(at)")
    writer.key("data")
    writer.beginObject()
    for field in fields {
      if field.confidential == .user, let pseudonym {
        writer.member("pseudonym", pseudonym.name(of: field.value.string ?? ""))
      } else {
        writer.key(field.name)
        writer.value(field.value)
      }
    }
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }
}
