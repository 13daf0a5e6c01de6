internal import QixHTTP
internal import QixModule
internal import Synchronization

/// A client that is told of events as they happen.
struct Listener: Sendable {
  let exchange: any HTTPExchange
  let audience: EventAudience
  /// Of whose events it is told; nil for everybody's.
  let user: UserID?
  /// Nil for all.
  let types: Set<String>?
  /// The answer that it follows; nil for a list of events.
  var topic: Topic?
  /// Whether it may still be told: its token or session may have ended.
  let isStillAllowed: @Sendable (Context) -> Bool
  /// The last event that it was told.
  var told = EventLog.start
  /// The last event that was looked at for it.
  var position = EventLog.start
  /// Microseconds of the clock that never jumps, at the last look at its rights.
  var looked = ProcessFigures.microseconds

  /// Bytes that may wait for a client. One that takes them too slowly is let go, and comes again.
  static let room = 64 << 10

  func wants(_ event: Event) -> Bool {
    topic == nil && (user == nil || user == event.user) && (types?.contains(event.type) ?? true)
  }

  /// - Returns: false where the client has gone, or is too slow.
  func offer(_ bytes: [UInt8]) -> Bool { (try? exchange.offer(bytes, most: Self.room)) ?? false }
}

/// Tells clients what happens, as server-sent events (WHATWG HTML, §9.2), each as a CloudEvent.
///
/// One thread reads what is new and hands it to everybody: an event is read once and written once for each audience,
/// however many listen.
final class Listeners: Sendable {
  let feed: any EventFeed
  private let context: Context
  private let topics: Topics
  /// Types of the events with which a right to listen may end.
  private let endings: Set<String>
  private let state = Mutex(State())
  private let work = Semaphore()
  private let ended = Semaphore()

  private struct State {
    var listeners: [Int: Listener] = [:]
    /// Those of one user, by the user; those of everybody's events.
    var byUser: [UserID: Set<Int>] = [:]
    var ofAll: Set<Int> = []
    var next = 0
    /// The last event that the thread has looked at; nil while it rests.
    var position: EventID?
    var isStopping = false
    var hasThread = false
  }

  /// Milliseconds between two looks for something new.
  private static let pause = 50
  /// Looks between two signs of life, and between two looks at the rights of each.
  private static let heartbeat = 300
  /// Events that are looked at for a client that comes back. One that was away for longer is told that it has missed some.
  private static let most = 50_000

  init(_ feed: any EventFeed, _ context: Context) {
    (self.feed, self.context, topics) = (feed, context, Topics(context))
    endings = Set(feed.types.filter(\.endsRights).map(\.name))
  }

  var count: Int { state.withLock { $0.listeners.count } }
  /// Whether one more may listen: others need connections too.
  var hasRoom: Bool { count < Self.mostListeners }

  private static let mostListeners = 12_000
  /// Streams of one customer; the oldest ends for one more. That its client has gone is often not known yet.
  private static let mostOfUser = 8

  /// Whether a client asks to be told of what happens from now on.
  static func isAsked(for head: HTTPHead) -> Bool {
    head.method == "GET" && head.fields.list("Accept").contains { $0.lowercased().hasPrefix("text/event-stream") }
  }

  /// Begins to tell a client.
  /// - Parameter cursor: the event that it had last; nil to begin now.
  func add(_ listener: Listener, after cursor: EventID?, _ fields: HTTPFields, _ database: Database) {
    var listener = listener
    listener.exchange.start(200, fields)
    do {
      try feed.keepOn(context.database, at: context.clock.now())
      startThread()
      _ = listener.offer(Array("retry: 2000\n\n".utf8))
      try catchUp(&listener, after: cursor, database)
      while !register(listener) { try catchUp(&listener, after: listener.position, database) }
      work.post()
    } catch {
      // It comes again, and is answered with the fault where that lasts.
      listener.exchange.end()
    }
  }

  /// Begins to tell a client an answer, and each change of it.
  /// - Throws: what the command throws, before anything was answered.
  func follow(_ topic: Topic, _ listener: Listener, _ fields: HTTPFields, _ seat: Context) throws {
    var listener = listener
    try feed.keepOn(context.database, at: context.clock.now())
    startThread()
    // Read before the answer is made: what happens since is looked at once more.
    listener.position = try seat.database.read { try EventLog($0).last }
    let topic = topics.enter(topic, look: { [self] in lookAgain($0, $1) }, drop: { [self] in drop($0) })
    listener.topic = topic
    let number = state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
    do {
      try topic.join(number, listener.exchange, fields, seat)
    } catch {
      topics.leave(topic, number)
      throw error
    }
    _ = register(listener, number)
    work.post()
  }

  /// Tells what has happened since, and brings the position to the end. It reads page by page: a read that stayed open
  /// while a client takes its time would keep the log of the database from being checkpointed.
  private func catchUp(_ listener: inout Listener, after cursor: EventID?, _ database: Database) throws {
    let (last, source) = try database.read { (try EventLog($0).last, try feed.source(in: $0)) }
    guard let cursor else { return listener.position = last }
    listener.position = cursor
    let missed = Array("event: missed\ndata: {}\n\n".utf8)
    // What comes before an event that this data has never had can't be told.
    var isWhole = cursor <= last
    if !isWhole { try push(missed, to: listener) }
    var looked = 0
    while listener.position < last, looked < Self.most {
      let (position, user) = (listener.position, listener.user)
      let (isKept, page) = try database.read { connection in
        // Nor what is no longer kept, maybe since the page before.
        let isKept = try position == EventLog.start || EventLog(connection).first.map { $0 <= position } ?? true
        return (isKept, try feed.page(after: position, of: user, limit: 500, in: connection))
      }
      if isWhole, !isKept {
        isWhole = false
        try push(missed, to: listener)
      }
      for event in page.events where listener.wants(event) {
        try push(Self.text(event, source, listener.audience), to: listener)
        listener.told = event.id
      }
      looked += 500
      listener.position = page.position
      if page.unknown != nil || page.position == position { break }
    }
    if isWhole, listener.position < last { try push(missed, to: listener) }
    listener.position = last
    try push(mark(last, listener), to: listener)
  }

  /// Hands on something that a client is to catch up with, and waits a little for one that takes it slowly.
  private func push(_ bytes: [UInt8], to listener: Listener) throws(HTTPClientGone) {
    for _ in 0..<Self.patience {
      if try listener.exchange.offer(bytes, most: 1 << 20) { return }
      Pause.wait(milliseconds: 10)
    }
    // It comes back, and goes on where it was.
    throw HTTPClientGone()
  }

  /// Hundredths of a second.
  private static let patience = 200

  /// - Parameter number: its own, where it has one already.
  /// - Returns: false where something has happened meanwhile that the thread has told without it.
  private func register(_ listener: Listener, _ number: Int? = nil) -> Bool {
    let (isIn, surplus) = state.withLock { state -> (Bool, ArraySlice<Int>) in
      if state.isStopping {
        listener.exchange.end()
        return (true, [])
      }
      if listener.topic == nil, let position = state.position, position > listener.position { return (false, []) }
      let number = number ?? state.next
      state.next = max(state.next, number + 1)
      state.listeners[number] = listener
      if let user = listener.user {
        state.byUser[user, default: []].insert(number)
      } else if listener.topic == nil {
        state.ofAll.insert(number)
      }
      // The thread begins where the first one stands.
      state.position = state.position ?? listener.position
      guard let user = listener.audience.user, let own = state.byUser[user], own.count > Self.mostOfUser else {
        return (true, [])
      }
      return (true, own.sorted().prefix(own.count - Self.mostOfUser))
    }
    drop(Array(surplus))
    return isIn
  }

  /// Lets everybody go. They come again.
  func stop() {
    let hasThread = state.withLock { state in
      state.isStopping = true
      return state.hasThread
    }
    work.post()
    if hasThread { ended.wait() }
    topics.stop()
    state.withLock { state in
      for listener in state.listeners.values { listener.exchange.end() }
      state = State()
      state.isStopping = true
    }
  }

  // MARK: The thread

  private func startThread() {
    let isNew = state.withLock { state in
      defer { state.hasThread = true }
      return !state.hasThread && !state.isStopping
    }
    guard isNew else { return }
    DetachedThread { [self] in
      run()
      ended.post()
    }.start()
  }

  private func run() {
    var seat = context
    context.seat(&seat, context.database.reader())
    var (looks, version): (Int, Int64?) = (0, nil)
    while true {
      let (isStopping, position) = state.withLock { ($0.isStopping, $0.position) }
      if isStopping { return }
      guard let position else {
        // Nobody listens.
        work.wait()
        version = nil
        continue
      }
      // A fault of the disk or of the data is told to those who read by themselves; here it is tried again.
      if let new = try? tellNews(after: position, since: version, seat) { version = new }
      looks += 1
      if looks % Self.heartbeat == 0 { lookAfter(seat) }
      Pause.wait(milliseconds: Self.pause)
    }
  }

  /// - Returns: the version of the data behind which everything was told.
  private func tellNews(after position: EventID, since version: Int64?, _ seat: Context) throws -> Int64 {
    var position = position
    while true {
      let (version, source, page) = try seat.database.read { connection -> (Int64, String, EventPage?) in
        let now = try connection.dataVersion()
        guard now != version else { return (now, "", nil) }
        return (now, try feed.source(in: connection), try feed.page(after: position, limit: 500, in: connection))
      }
      guard let page else { return version }
      // Outside of the read: the rights of listeners are looked up by the same connection.
      for event in page.events { tell(event, source, seat) }
      guard page.position != position else { return version }
      position = page.position
      state.withLock { if $0.position != nil { $0.position = position } }
    }
  }

  /// Microseconds behind a look at the rights of a listener, for which it is told without another.
  private static let trust: Int64 = 1_000_000

  private func tell(_ event: Event, _ source: String, _ seat: Context) {
    topics.note(event)
    // At once, and not at the next sign of life.
    if endings.contains(event.type) {
      look(state.withLock { state in state.listeners.filter { $0.value.audience.user == event.user } }.map { $0 }, seat)
    }
    let numbers = state.withLock { state in
      state.ofAll.union(event.user.flatMap { state.byUser[$0] } ?? [])
    }
    guard !numbers.isEmpty else { return }
    lookAgain(state.withLock { state in numbers.filter { state.listeners[$0]?.wants(event) ?? false } }, seat)
    var texts: [EventAudience: [UInt8]] = [:]
    var gone: [Int] = []
    state.withLock { state in
      for number in numbers {
        guard let listener = state.listeners[number], listener.wants(event), event.id > listener.position else {
          continue
        }
        let text = texts[listener.audience] ?? Self.text(event, source, listener.audience)
        texts[listener.audience] = text
        if listener.offer(text) { state.listeners[number]?.told = event.id } else { gone.append(number) }
      }
    }
    drop(gone)
  }

  /// Looks at the rights of those for whom that was done more than a second ago.
  private func lookAgain(_ numbers: some Sequence<Int>, _ seat: Context) {
    let now = ProcessFigures.microseconds
    let doubtful = state.withLock { state in
      numbers.compactMap { number in
        state.listeners[number].flatMap { now - $0.looked > Self.trust ? (number, $0) : nil }
      }
    }
    look(doubtful, seat)
  }

  /// Gives a sign of life, and lets those go who may no longer be told.
  private func lookAfter(_ seat: Context) {
    try? feed.keepOn(context.database, at: context.clock.now())
    let (all, position) = state.withLock { state in (state.listeners.map { ($0, $1) }, state.position) }
    look(all, seat)
    guard let position else { return }
    drop(
      all.filter { number, listener in
        !listener.offer(listener.topic == nil ? mark(position, listener) : Array(": still here\n\n".utf8))
      }.map(\.0))
  }

  /// Lets those go who may no longer be told.
  private func look(_ listeners: [(Int, Listener)], _ seat: Context) {
    let now = ProcessFigures.microseconds
    let (allowed, ended) = listeners.reduce(into: ([Int](), [Int]())) { parts, one in
      if one.1.isStillAllowed(seat) { parts.0.append(one.0) } else { parts.1.append(one.0) }
    }
    state.withLock { state in for number in allowed { state.listeners[number]?.looked = now } }
    drop(ended)
  }

  /// Moves a client's position on, without an event: who comes back begins behind it. A customer isn't told the newest
  /// event of anybody, by which they would know when others do something.
  private func mark(_ position: EventID, _ listener: Listener) -> [UInt8] {
    var mark = position
    if listener.audience.user != nil {
      let minuteAgo = context.clock.now().advanced(byMicroseconds: -60_000_000)
      mark = max(listener.told, min(position, EventLog.position(before: minuteAgo)))
    }
    return Array("id: \(mark)\n\n".utf8)
  }

  private func drop(_ numbers: [Int]) {
    guard !numbers.isEmpty else { return }
    let dropped = state.withLock { state in
      let dropped = numbers.compactMap { number -> (Int, Listener)? in
        guard let listener = state.listeners.removeValue(forKey: number) else { return nil }
        state.ofAll.remove(number)
        if let user = listener.user {
          state.byUser[user]?.remove(number)
          if state.byUser[user]?.isEmpty ?? false { state.byUser[user] = nil }
        }
        return (number, listener)
      }
      if state.listeners.isEmpty { state.position = nil }
      return dropped
    }
    for (number, listener) in dropped {
      if let topic = listener.topic { topics.leave(topic, number) }
      listener.exchange.end()
    }
  }

  private static func text(_ event: Event, _ source: String, _ audience: EventAudience) -> [UInt8] {
    Array("id: \(event.id)\nevent: \(event.type)\ndata: ".utf8) + event.cloudEvent(from: source, for: audience)
      + Array("\n\n".utf8)
  }
}
