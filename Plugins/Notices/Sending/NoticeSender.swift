internal import IdentityContract
internal import NoticesContract
internal import QixCalendar
internal import QixModule

/// Sends the messages of notices: each once, as long as no process ends between sending and writing that down.
///
/// A message is in a process's hands before it goes out, and nothing is sent within a transaction. A process that ends
/// in between leaves a doubt: the message is sent once more, under the same id, and then never again.
struct NoticeSender {
  let context: Context
  private let policy: any ModePolicy
  private let zone: TimeZone

  /// What became of messages.
  struct Count: Sendable {
    var sent: Int64 = 0
    var failed: Int64 = 0
    var gaveUp: Int64 = 0
  }

  /// Messages that are looked for at a time.
  private static let page: Int64 = 100

  /// A message that is in our hands.
  private struct Letter {
    let delivery: Delivery
    let notice: UserNotice
    let way: NoticeWay
  }

  init(_ context: Context) throws {
    self.context = context
    policy = try context.service(Users.policy)
    zone = try context.installationZone() ?? .utc
  }

  /// Sends what is due.
  /// - Parameter time: after which no further message is begun, in microseconds; nil for as long as it takes.
  /// - Throws: what the senders throw that can't be made ready; the messages wait then.
  func run(for time: Int64? = nil) throws -> Count {
    let end = time.map { context.clock.monotonicMicroseconds() + $0 }
    var count = Count()
    try giveUpLate(&count)
    let due = { now in try context.database.read { try Delivery.due(at: now, limit: Self.page, in: $0) } }
    var found = try due(context.clock.now())
    guard !found.isEmpty else { return count }
    let notices = try context.service(Users.notices).open()
    let wording = try Wording(context)
    while !found.isEmpty {
      for delivery in found {
        if context.face.interruption.isRequested { return count }
        guard let letter = try take(delivery, notices, wording, &count) else { continue }
        try send(letter, notices, &count)
        if let end, context.clock.monotonicMicroseconds() >= end { return count }
      }
      // Whatever was looked at is no longer due.
      found = found.count < Self.page ? [] : try due(context.clock.now())
    }
    return count
  }

  /// Gives up what has waited too long, without a look at any sender.
  private func giveUpLate(_ count: inout Count) throws {
    let now = context.clock.now()
    let late: SQL = "state = 1 AND due_at <= \(now) AND ends_at <= \(now)"
    guard try context.database.read({ try $0.has("SELECT 1 FROM notices_deliveries WHERE \(sql: late)") }) else {
      return
    }
    var gone: Int64 = 0
    _ = try context.database.bookkeep(waits: true) { connection in
      try connection.execute(
        """
        UPDATE notices_deliveries SET state = 4, ended_at = \(now), fault = coalesce(fault, 'it waited too long')
        WHERE \(sql: late)
        """)
      gone = Int64(connection.changes)
    }
    count.gaveUp += gone
  }

  /// Takes a message in our hands.
  /// - Returns: nil where another process was faster, or it isn't sent now.
  private func take(
    _ found: Delivery, _ notices: any OpenNotices, _ wording: Wording, _ count: inout Count
  ) throws -> Letter? {
    var (letter, gone): (Letter?, Count) = (nil, Count())
    _ = try context.database.bookkeep(waits: true) { connection in
      letter = try take(found, notices, wording, &gone, in: connection)
    }
    count.failed += gone.failed
    count.gaveUp += gone.gaveUp
    return letter
  }

  private func take(
    _ found: Delivery, _ notices: any OpenNotices, _ wording: Wording, _ count: inout Count, in connection: Connection
  ) throws -> Letter? {
    let now = context.clock.now()
    guard var delivery = try Delivery.find(found.notice, found.way, in: connection), delivery.isDue(at: now),
      let notice = try Notice.find(delivery.notice, in: connection)
    else { return nil }
    let choices = Choices(connection)
    if delivery.state == .sending {
      guard !delivery.isDoubtful else {
        delivery.end(.gaveUp, at: now, fault: "a process ended twice while it sent it")
        count.gaveUp += 1
        try delivery.save(in: connection)
        return nil
      }
      (delivery.isDoubtful, delivery.state, delivery.leasedUntil) = (true, .waiting, nil)
    }
    if let end = try choices.hours(of: notice.user)?.end(at: now, in: zone) {
      delivery.due = end
      try delivery.save(in: connection)
      return nil
    }
    let language = try choices.language(of: notice.user)
    let kind = context.noticeKinds.first { $0.name == notice.kind }
    let reading = NoticeReading(connection, at: now, zone, language)
    guard let kind, try isActive(notice.user, in: connection),
      try choices.ways(of: notice.user, kind.name).contains(delivery.way),
      let words = try kind.words(notice.matter, reading)
    else {
      delivery.end(.dropped, at: now)
      try delivery.save(in: connection)
      return nil
    }
    delivery.tries += 1
    guard let way = try notices.way(to: notice.user, byPhone: delivery.way == .phone, in: connection) else {
      delivery.fail(
        "the user has no verified \(delivery.way.name), or no sender is set up for it", at: now, context.random)
      count.failed += 1
      if delivery.state == .gaveUp { count.gaveUp += 1 }
      try delivery.save(in: connection)
      return nil
    }
    (delivery.state, delivery.leasedUntil) = (.sending, now.advanced(byMicroseconds: Delivery.lease))
    try delivery.save(in: connection)
    let key = StopKey.random(from: context.random)
    let isMail = delivery.way == .email
    if isMail { try key.save(for: notice.user, kind.name, delivery.way, at: now, in: connection) }
    return Letter(
      delivery: delivery,
      notice: UserNotice(
        purpose: kind.name, subject: wording.text(kind.title, in: language),
        text: isMail ? wording.mail(words, key, in: language) : "\(wording.text(words, in: language)).",
        id: "\(notice.id)_\(delivery.way.name)", expires: delivery.ends,
        unsubscribe: isMail ? wording.oneClick(key) : nil),
      way: way)
  }

  private func isActive(_ user: UserID, in connection: Connection) throws -> Bool {
    do {
      try policy.requireActive(user, in: connection)
      return true
    } catch is UserError {
      return false
    }
  }

  private func send(_ letter: Letter, _ notices: any OpenNotices, _ count: inout Count) throws {
    var delivery = letter.delivery
    do {
      try notices.send(letter.notice, by: letter.way)
      delivery.end(.sent, at: context.clock.now())
      count.sent += 1
    } catch {
      // Sentences of senders have neither the recipient nor the text in them.
      delivery.fail((error as? any Diagnosable)?.description ?? "\(error)", at: context.clock.now(), context.random)
      count.failed += 1
      if delivery.state == .gaveUp { count.gaveUp += 1 }
    }
    let (outcome, lease) = (delivery, letter.delivery.leasedUntil)
    _ = try context.database.bookkeep(waits: true) { connection in
      // It may have been erased, or taken over, meanwhile.
      guard let now = try Delivery.find(outcome.notice, outcome.way, in: connection), now.leasedUntil == lease else {
        return
      }
      try outcome.save(in: connection)
    }
  }
}
