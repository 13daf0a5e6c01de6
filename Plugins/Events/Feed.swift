internal import IdentityContract
internal import QixModule

/// The events of all enabled modules.
struct Feed: EventFeed {
  let types: [EventType]
  /// The modules by their types.
  private let sources: [String: any EventSource.Type]
  private let directory: any UserDirectory

  init(_ context: Context) throws {
    let modules = context.registry.modules.compactMap { $0 as? any EventSource.Type }
    types = modules.flatMap { $0.eventTypes }
    sources = Dictionary(
      modules.flatMap { module in module.eventTypes.map { ($0.name, module) } },
      uniquingKeysWith: { first, _ in preconditionFailure("two modules tell an event of \(first.id)") })
    directory = try context.service(Users.directory)
  }

  func page(after position: EventID, of user: UserID?, limit: Int, in connection: Connection) throws -> EventPage {
    var (events, position): ([Event], EventID) = ([], position)
    for kept in try EventLog(connection).page(after: position, limit: limit) {
      // Before it is read what it stands for: most are of others.
      if let user, kept.user != user {
        position = kept.id
        continue
      }
      guard let source = sources[kept.type] else {
        return EventPage(events: events, position: position, unknown: kept.type)
      }
      if let details = try source.details(of: kept, in: connection) {
        events.append(try event(kept, details, in: connection))
      }
      position = kept.id
    }
    return EventPage(events: events, position: position)
  }

  private func event(_ kept: KeptEvent, _ details: EventDetails, in connection: Connection) throws -> Event {
    #if DEBUG
      let fault = types.first { $0.name == kept.type }?.shape.fault(in: details.fields, schema: "\(kept.type)/1")
      precondition(fault == nil, "undeclared event: \(fault ?? "")")
    #endif
    return Event(
      id: kept.id, type: kept.type, at: details.at ?? kept.id.created, user: kept.user,
      externalID: try kept.user.flatMap { try directory.externalID(of: $0, in: connection) }, details.fields)
  }

  func source(in connection: Connection) throws -> String { try connection.value(of: EventsModule.source) }

  func keepOn(_ database: Database, at now: Timestamp) throws {
    let (hours, until) = try database.read { connection in
      (try connection.value(of: EventsModule.keepHours), try EventLog(connection).until(Self.reader))
    }
    let end = now.advanced(byMicroseconds: hours * Self.hour)
    // Once in a quarter of an hour is often enough.
    if let until, until > end.advanced(byMicroseconds: -Self.hour / 4), until <= end { return }
    _ = try database.bookkeep(waits: until == nil) { connection in
      let log = EventLog(connection)
      try log.keep(
        for: Self.reader, from: EventLog.position(before: now.advanced(byMicroseconds: -hours * Self.hour)), until: end)
      try log.tidy(at: now)
    }
  }

  private static let reader = "streams"
  private static let hour: Int64 = 3_600_000_000
}
