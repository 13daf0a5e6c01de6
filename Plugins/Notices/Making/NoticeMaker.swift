internal import IdentityContract
internal import NoticesContract
internal import QixCalendar
internal import QixModule

/// Makes notices of events, and those that a day brings by itself.
///
/// How far the events have been read is written down in the transaction that makes their notices: a process that ends
/// in between makes none twice, and misses none.
struct NoticeMaker {
  let context: Context
  private let kinds: [NoticeKind]
  private let directory: any UserDirectory
  private let policy: any ModePolicy
  private let zone: TimeZone

  /// Who reads events here, as the event log knows it.
  static let reader = "notices"
  /// Microseconds for which the event log keeps events without a run.
  private static let memory = 30 * Timestamp.day
  /// Events, or users of a day, in one transaction.
  private static let page = 1_000

  init(_ context: Context) throws {
    self.context = context
    kinds = context.noticeKinds
    directory = try context.service(Users.directory)
    policy = try context.service(Users.policy)
    // Asked for outside of any transaction, since it is read in one of its own.
    zone = try context.installationZone() ?? .utc
  }

  /// How far the events have been read.
  private struct Place {
    let position: EventID
    let day: Int64

    static func find(in connection: Connection) throws -> Place? {
      try connection.fetchOne("SELECT position, day FROM notices_place WHERE one = 1") {
        Place(position: try $0["position"], day: $0["day"])
      }
    }

    static func save(_ position: EventID, day: Int64, in connection: Connection) throws {
      try connection.execute(
        """
        INSERT INTO notices_place (one, position, day) VALUES (1, \(position), \(day))
        ON CONFLICT (one) DO UPDATE SET position = excluded.position, day = excluded.day
        """)
    }
  }

  /// Makes what there is to make.
  /// - Returns: how many notices were made.
  func run() throws -> Int64 {
    var made: Int64 = 0
    while !context.face.interruption.isRequested {
      let now = context.clock.now()
      let isDue = try context.database.read { connection in
        guard let place = try Place.find(in: connection) else { return true }
        return try !EventLog(connection).page(after: place.position, limit: 1).isEmpty
          || needsReader(at: now, in: connection)
      }
      guard isDue else { break }
      var count: Int64 = 0
      _ = try context.database.bookkeep(waits: true) { count = try readEvents(at: now, in: $0) }
      made += count
    }
    return try made + lookAtDay()
  }

  /// Returns whether the event log must be asked again to keep events: once an hour.
  private func needsReader(at now: Timestamp, in connection: Connection) throws -> Bool {
    guard let until = try EventLog(connection).until(Self.reader) else { return true }
    let end = now.advanced(byMicroseconds: Self.memory)
    return until < end.advanced(byMicroseconds: -Timestamp.day / 24) || until > end
  }

  /// Makes the notices of the next events. The first time there are none: users are told of what happens from then on.
  private func readEvents(at now: Timestamp, in connection: Connection) throws -> Int64 {
    let log = EventLog(connection)
    let place = try Place.find(in: connection)
    var (position, made) = (try place?.position ?? log.last, 0 as Int64)
    let reading = NoticeReading(connection, at: now, zone)
    for event in try place == nil ? [] : log.page(after: position, limit: Self.page) {
      position = event.id
      guard let user = event.user else { continue }
      for kind in kinds where kind.types.contains(event.type) {
        let matter = NoticeMatter(user, type: event.type, high: event.high, low: event.low)
        let source = NoticeID(high: event.id.high, low: event.id.low)
        if try make(kind, matter, from: source, reading) { made += 1 }
      }
    }
    try Place.save(position, day: place?.day ?? 0, in: connection)
    let types = kinds.reduce(into: Set<String>()) { $0.formUnion($1.types) }
    try log.keep(
      for: Self.reader, from: position, types: types, until: now.advanced(byMicroseconds: Self.memory))
    try log.tidy(at: now)
    return made
  }

  /// Looks once a day for what comes with time.
  private func lookAtDay() throws -> Int64 {
    let now = context.clock.now()
    let today = zone.date(at: now).daysSinceEpoch
    let kinds = kinds.filter { $0.due != nil }
    let found = try context.database.read { connection -> [(kind: NoticeKind, matter: NoticeMatter)]? in
      guard let place = try Place.find(in: connection), place.day != today else { return nil }
      let reading = NoticeReading(connection, at: now, zone)
      return try kinds.flatMap { kind in try (kind.due?(reading) ?? []).map { (kind, $0) } }
    }
    guard let found else { return 0 }
    var made: Int64 = 0
    for start in stride(from: 0, to: found.count, by: Self.page) {
      if context.face.interruption.isRequested { return made }
      _ = try context.database.bookkeep(waits: true) { connection in
        let reading = NoticeReading(connection, at: now, zone)
        for (kind, matter) in found[start..<min(start + Self.page, found.count)] {
          if try make(kind, matter, from: matter.subject(), reading) { made += 1 }
        }
      }
    }
    _ = try context.database.bookkeep(waits: true) { connection in
      guard let place = try Place.find(in: connection) else { return }
      try Place.save(place.position, day: today, in: connection)
    }
    return made
  }

  /// Makes a notice for the user who goes on under an id, as they chose.
  private func make(
    _ kind: NoticeKind, _ matter: NoticeMatter, from source: NoticeID, _ reading: NoticeReading
  ) throws -> Bool {
    let connection = reading.connection
    guard let user = try directory.heir(of: matter.user, in: connection) else { return false }
    do {
      try policy.requireActive(user, in: connection)
    } catch is UserError {
      return false
    }
    let own = NoticeMatter(user, type: matter.type, high: matter.high, low: matter.low)
    let ways = try Choices(connection).ways(of: user, kind.name)
    guard !ways.isEmpty, try kind.words(own, reading) != nil else { return false }
    var ids = IdentifierGenerator(random: context.random)
    let id: NoticeID = ids.next(at: reading.now)
    return try Notice.make(id, kind.name, own, from: source, by: ways, at: reading.now, in: connection) != nil
  }
}
