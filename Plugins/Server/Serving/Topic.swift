internal import QixFormats
internal import QixHTTP
internal import QixModule
internal import Synchronization

/// An answer that clients follow: each gets it whole, and then what changes of it (JSON Patch, RFC 6902). It is made once
/// for all who follow it, and each change is written once.
final class Topic: Sendable {
  /// Names the address, its values and the reader.
  let name: String
  /// Types of the events after which it may be another.
  let follows: Set<String>
  /// Whose events alone may change it; nil for everybody's.
  let user: UserID?
  private let answer: @Sendable (Context) throws -> JSONValue
  /// The last answer. Its lock is held while the next one is made.
  private let last = Mutex<JSONValue?>(nil)
  private let members = Mutex<[Int: any HTTPExchange]>([:])
  private let isStale = Atomic<Bool>(false)
  private let due = Atomic<Int64>(0)
  /// Until when who comes is told the last answer.
  private let isFreshUntil = Atomic<Int64>(0)

  init(
    _ name: String, follows: Set<String>, user: UserID?, answer: @escaping @Sendable (Context) throws -> JSONValue
  ) {
    (self.name, self.follows, self.user, self.answer) = (name, follows, user, answer)
  }

  /// Bytes of an answer, whole.
  static let most = 1 << 20
  /// Microseconds between two looks at an answer, at the least; and how many times as long as a look has taken, so that
  /// a slow one takes a tenth of a processor at the most.
  private static let pause: (least: Int64, times: Int64) = (250_000, 10)
  /// Microseconds for which the last answer is good enough for who comes.
  private static let fresh: Int64 = 5_000_000

  /// Begins to tell a client, with the whole answer.
  /// - Throws: what the command throws, before anything was answered.
  func join(_ number: Int, _ exchange: any HTTPExchange, _ fields: HTTPFields, _ seat: Context) throws {
    try last.withLock { last in
      // Events don't tell of all that changes an answer: who comes later sees it as it is now.
      let isOld = isFreshUntil.load(ordering: .sequentiallyConsistent) <= ProcessFigures.microseconds
      if last == nil || isOld { _ = try renew(&last, seat) }
      guard let whole = last else { return }
      let text = Self.text("snapshot", whole)
      guard text.count <= Self.most else {
        throw Problem(400, "http.too-long", "this answer is too long to be followed", hint: "Ask for fewer rows.")
      }
      exchange.start(200, fields)
      _ = try exchange.offer(Array("retry: 2000\n\n".utf8) + text, most: 2 * Self.most)
      members.withLock { $0[number] = exchange }
    }
  }

  func leave(_ number: Int) { members.withLock { $0[number] = nil } }

  /// The clients who follow it.
  var numbers: [Int] { members.withLock { Array($0.keys) } }

  /// Notes that it may be another.
  /// - Returns: whether that wasn't known yet.
  func goStale() -> Bool { !isStale.exchange(true, ordering: .sequentiallyConsistent) }

  /// Whether it may be looked at again.
  func isDue(at now: Int64) -> Bool { due.load(ordering: .sequentiallyConsistent) <= now }

  /// Looks whether it has changed, and tells all who follow it.
  /// - Returns: those who have gone, or take it too slowly; all of them where it is answered no more.
  func refresh(_ seat: Context) -> [Int] {
    isStale.store(false, ordering: .sequentiallyConsistent)
    return last.withLock { last in last == nil ? [] : (try? renew(&last, seat)) ?? numbers }
  }

  /// Makes the answer once more, and tells all who follow it what has changed.
  /// - Returns: those who have gone, or take it too slowly.
  private func renew(_ last: inout JSONValue?, _ seat: Context) throws -> [Int] {
    let begun = ProcessFigures.microseconds
    defer {
      let now = ProcessFigures.microseconds
      due.store(now + max(Self.pause.least, (now - begun) * Self.pause.times), ordering: .sequentiallyConsistent)
      isFreshUntil.store(now + Self.fresh, ordering: .sequentiallyConsistent)
    }
    let now = try made(seat)
    let changes = last?.patch(to: now) ?? []
    last = now
    guard !changes.isEmpty else { return [] }
    let (whole, part) = (Self.text("snapshot", now), Self.text("change", .array(changes)))
    let text = part.count < whole.count ? part : whole
    return members.withLock { members in
      members.filter { !((try? $0.value.offer(text, most: Self.most)) ?? false) }.map(\.key)
    }
  }

  private func made(_ seat: Context) throws -> JSONValue { try answer(seat) }

  private static func text(_ event: String, _ value: JSONValue) -> [UInt8] {
    Array("event: \(event)\ndata: ".utf8) + value.serialized() + Array("\n\n".utf8)
  }
}

/// The answers that are followed, and the thread that looks after them.
final class Topics: Sendable {
  private let context: Context
  /// By whose events change them.
  private let topics = Mutex<[UserID?: [String: Entry]]>([:])
  private let stale = Mutex<[Topic]>([])
  private let work = Semaphore()
  private let ended = Semaphore()
  private let run = Mutex<(hasThread: Bool, isStopping: Bool)>((false, false))

  private struct Entry {
    let topic: Topic
    var members: Int
  }

  init(_ context: Context) { self.context = context }

  /// The topic that is followed already, or a new one, with one more who follows it.
  /// - Parameters:
  ///   - look: lets those clients go who may no longer be told, by their numbers.
  ///   - drop: lets clients go.
  func enter(
    _ topic: Topic, look: @escaping @Sendable ([Int], Context) -> Void, drop: @escaping @Sendable ([Int]) -> Void
  ) -> Topic {
    startThread { seat, topic in
      look(topic.numbers, seat)
      drop(topic.refresh(seat))
    }
    return topics.withLock { topics in
      let known = topics[topic.user]?[topic.name]
      topics[topic.user, default: [:]][topic.name] = Entry(
        topic: known?.topic ?? topic, members: (known?.members ?? 0) + 1)
      return known?.topic ?? topic
    }
  }

  func leave(_ topic: Topic, _ number: Int) {
    topic.leave(number)
    topics.withLock { topics in
      guard let entry = topics[topic.user]?[topic.name] else { return }
      topics[topic.user]?[topic.name] = entry.members > 1 ? Entry(topic: topic, members: entry.members - 1) : nil
      if topics[topic.user]?.isEmpty ?? false { topics[topic.user] = nil }
    }
  }

  /// Notes what an event may have changed.
  func note(_ event: Event) {
    let touched = topics.withLock { topics in
      // What happens to no user, such as that a card is published, may change the answers of all.
      let users: [UserID?] = event.user.map { [nil, $0] } ?? Array(topics.keys)
      return users.flatMap { topics[$0].map { Array($0.values) } ?? [] }.map(\.topic)
    }
    for topic in touched where topic.follows.contains(event.type) && topic.goStale() {
      stale.withLock { $0.append(topic) }
      work.post()
    }
  }

  func stop() {
    let hasThread = run.withLock { run in
      run.isStopping = true
      return run.hasThread
    }
    work.post()
    if hasThread { ended.wait() }
  }

  private func startThread(_ tell: @escaping @Sendable (Context, Topic) -> Void) {
    let isNew = run.withLock { run in
      defer { run.hasThread = run.hasThread || !run.isStopping }
      return !run.hasThread && !run.isStopping
    }
    guard isNew else { return }
    DetachedThread { [self] in
      var seat = context
      context.seat(&seat, context.database.reader())
      while !run.withLock({ $0.isStopping }) { refresh(seat, tell) }
      ended.post()
    }.start()
  }

  private func refresh(_ seat: Context, _ tell: (Context, Topic) -> Void) {
    let now = ProcessFigures.microseconds
    let ready = stale.withLock { stale in
      let ready = stale.filter { $0.isDue(at: now) }
      stale.removeAll { $0.isDue(at: now) }
      return ready
    }
    for topic in ready { tell(seat, topic) }
    guard ready.isEmpty else { return }
    if stale.withLock({ $0.isEmpty }) { work.wait() } else { Pause.wait(milliseconds: 25) }
  }
}
