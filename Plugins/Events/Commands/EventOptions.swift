internal import IdentityContract
internal import QixModule

/// What lists of events are narrowed to, and how they go on.
struct EventOptions {
  @Option(
    "after", .identifier(EventID.self).serving(.cursor), placeholder: "EVENT",
    "Events after this one, the oldest first")
  private var after: EventID?
  @Option(
    "type", .text.serving(.eventTypes), placeholder: "TYPE",
    "Only this type, such as coins.issued; repeatable")
  private var types: [String]
  @Option("limit", .rows(upTo: 10_000), placeholder: "N", "Number of events at most", default: "50") private var limit:
    Int

  private static let events: [Field<(event: Event, audience: EventAudience)>] = [
    Field("event", .id) { $0.event.id },
    Field("type", .text) { $0.event.type },
    Field("time", .time) { $0.event.at },
    Field("user", .id, for: .user) { $0.event.user },
    Field("external_id", .text, for: .user) { $0.event.externalID },
    Field("data", .object) { $0.event.told(to: $0.audience) },
  ]

  static let fields: [Field<(events: [Event], audience: EventAudience, position: EventID)>] = [
    Field("events", rows: events) { page in page.events.map { (event: $0, audience: page.audience) } },
    Field("position", .id) { $0.position },
  ]

  /// Events that are looked at for one answer.
  private static let most = 20_000

  /// - Parameter user: only those that concern them.
  func run(_ schema: String, of user: UserID? = nil, in context: Context) throws -> Document {
    let feed = try context.service(Events.feed)
    if let unknown = types.first(where: { name in !feed.types.contains { $0.name == name } }) {
      throw UsageError(
        "there is no event type '\(unknown)'",
        hint: context.principal.isCustomer ? nil : "`qix event types` lists them.")
    }
    try feed.keepOn(context.database, at: context.clock.now())
    let (events, position, hasMore) = try context.database.read { try found(feed, user, in: $0) }
    let audience = EventAudience(context.principal.role ?? .guest, user: context.principal.user)
    let end = user == nil ? position : Self.ownPosition(position, events, after, in: context)
    var document = Document(schema, Self.fields, of: (events: events, audience: audience, position: end))
    if !events.isEmpty { document.primary = events.map { "\($0.id)" }.joined(separator: "\n") }
    if events.isEmpty, after == nil {
      document.note("There are no events. They are kept from now on; events.keep-hours says for how long.")
    }
    if hasMore { document.note("There are more events after \(position).") }
    return document
  }

  /// Where a user goes on: not at the newest event of anybody, which would tell when others do something.
  private static func ownPosition(
    _ position: EventID, _ events: [Event], _ after: EventID?, in context: Context
  ) -> EventID {
    let minuteAgo = context.clock.now().advanced(byMicroseconds: -60_000_000)
    return max(events.last?.id ?? after ?? EventLog.start, min(position, EventLog.position(before: minuteAgo)))
  }

  private func found(
    _ feed: any EventFeed, _ user: UserID?, in connection: Connection
  ) throws -> (events: [Event], position: EventID, hasMore: Bool) {
    let log = EventLog(connection)
    var position = try after ?? log.position(back: Self.most)
    var (events, looked): ([Event], Int) = ([], 0)
    while looked < Self.most {
      let page = try feed.page(after: position, of: user, limit: min(500, Self.most - looked), in: connection)
      for event in page.events
      where user.map({ $0 == event.user }) ?? true && (types.isEmpty || types.contains(event.type)) {
        // Behind a cursor the first ones, else the last ones.
        guard after == nil || events.count < limit else { return (events, events.last?.id ?? position, true) }
        events.append(event)
      }
      guard page.position != position else { break }
      looked += 500
      position = page.position
    }
    let hasMore = try after != nil && log.last > position
    return (after == nil ? events.suffix(limit) : events, position, hasMore)
  }
}
