internal import CampaignsContract
internal import DrawsContract
internal import QixCalendar
internal import QixCrypto
internal import QixShake
internal import Synchronization

/// The windows of this home.
final class WindowBook: DrawBook {
  private let context: Context
  private let secrets: DrawSecrets
  private let memory = Mutex(Memory())

  init(context: Context, secrets: DrawSecrets) {
    self.context = context
    self.secrets = secrets
  }

  /// A window that numbers are drawn in.
  private final class OpenWindow: Sendable {
    let window: DrawWindow
    let key: DrawKey

    init(_ window: DrawWindow, _ secret: borrowing SecretBytes) {
      self.window = window
      key = DrawKey(secret)
    }
  }

  private struct Memory {
    /// Of each campaign the window that was drawn in last, and in which transaction its row was looked at: another
    /// process may reveal it between two of them, and not within one.
    var windows: [CampaignID: (open: OpenWindow, seen: TransactionMark)] = [:]
    /// The transaction in which windows were made, and under which key. It may yet take them back, in part or in whole,
    /// so nothing that was looked up in it is believed later.
    var changing: (transaction: TransactionMark, secrets: WindowSecrets)?
  }

  /// Campaigns remembered at a time; each takes three pages of protected memory.
  private static let capacity = 256

  func number(
    below bound: UInt64, for shake: ShakeID, of campaign: CampaignID, at: Timestamp, in connection: Connection
  ) throws -> DrawnNumber {
    guard DrawKey.bounds.contains(bound) else {
      throw Failure(
        "draws.bound", .usage, "a draw must have 1 to 9223372036854775808 equally likely numbers, not \(bound)",
        hint: "Lower the weights or the odds of the award.")
    }
    let window: OpenWindow = try memory.withLock { try open(campaign, at, &$0, in: connection) }
    return DrawnNumber(
      value: window.key.number(below: bound, for: shake, of: campaign), bound: bound, window: window.window.id)
  }

  private func open(
    _ campaign: CampaignID, _ at: Timestamp, _ memory: inout Memory, in connection: Connection
  ) throws -> OpenWindow {
    let known = memory.windows[campaign]
    if let known, known.seen === connection.transaction, memory.changing?.transaction !== connection.transaction,
      known.open.window.terms.opens <= at, at < known.open.window.terms.closes
    {
      return known.open
    }
    guard let window = try DrawWindow.covering(at, of: campaign, in: connection) else {
      throw Failure(
        "draws.no-window", .refused, "campaign \(campaign) has no draw window at \(at)",
        hint: "Before shakes arrive, commit to windows with `qix draw commit \(campaign)`.")
    }
    guard window.revelation == nil else {
      throw Failure(
        "draws.revealed", .refused, "the secret of \(window.id) is public, so nothing more can be drawn in it",
        hint: "See it with `qix draw show \(window.id)`.")
    }
    if let known, known.open.window == window {
      memory.windows[campaign] = (known.open, connection.transaction)
      return known.open
    }
    let made = memory.changing?.transaction === connection.transaction ? memory.changing?.secrets : nil
    let secrets = try made ?? secrets.ofWindows(in: connection)
    let secret = try secrets.secret(of: window.terms, committed: window.commitment)
    let open = OpenWindow(window, secret)
    if memory.windows.count >= Self.capacity { memory.windows.removeAll(keepingCapacity: true) }
    memory.windows[campaign] = (open, connection.transaction)
    return open
  }

  func commit(
    _ campaign: CampaignID, from start: Timestamp, to end: Timestamp, length: Period?, in connection: Connection
  ) throws {
    _ = try windows(campaign, from: start, to: end, length: length, in: connection)
  }

  /// Commits to what is not committed to yet.
  /// - Returns: the new windows, in the order of time.
  func windows(
    _ campaign: CampaignID, from start: Timestamp, to end: Timestamp, length: Period?, in connection: Connection
  ) throws -> [DrawWindow] {
    let now = context.clock.now()
    guard now < end else { throw DrawError.emptyPeriod }
    let plan = try WindowPlan(
      from: start, to: end, length: length, in: try zone(of: campaign, for: length, in: connection),
      now: now)
    let existing = try connection.fetchAll(
      """
      SELECT opens_at, closes_at FROM draws_windows
      WHERE campaign = \(campaign) AND opens_at < \(end) AND closes_at > \(start)
      ORDER BY opens_at
      """
    ) { WindowPlan.Span(opens: $0["opens_at"], closes: $0["closes_at"]) }
    let secrets: WindowSecrets = try memory.withLock { memory in
      if let made = memory.changing, made.transaction === connection.transaction { return made.secrets }
      let made = try self.secrets.ofNewWindows(in: connection)
      memory.changing = (connection.transaction, made)
      return made
    }
    var generator = IdentifierGenerator(random: context.random)
    return try plan.uncovered(by: existing, from: now).map { span in
      let terms = WindowTerms(
        id: generator.next(at: now), campaign: campaign, opens: span.opens, closes: span.closes)
      let window = DrawWindow(terms: terms, committedAt: now, commitment: Commitment.to(secrets.secret(of: terms)))
      try window.insert(in: connection)
      return window
    }
  }

  /// The time zone in which the campaign's days begin; UTC for lengths in hours and minutes, which are the same
  /// everywhere.
  private func zone(of campaign: CampaignID, for length: Period?, in connection: Connection) throws -> TimeZone {
    guard let length, length.months != 0 || length.days != 0 else { return .utc }
    let directory = try context.service(Campaigns.directory)
    guard let found = try directory.find("\(campaign)", in: connection) else {
      throw DrawError.noCampaign("\(campaign)")
    }
    return try TimeZone(identifier: found.timeZone)
  }
}
