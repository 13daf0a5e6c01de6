internal import QixModule

/// The one for whom codes that don't exist are counted.
enum MissLimit: Sendable, Equatable, CaseIterable {
  case till, principal, home

  /// Over which time, in microseconds.
  static let window: Int64 = 10 * 60_000_000

  var what: String {
    switch self {
    case .till: "this till"
    case .principal: "the caller of this command"
    case .home: "all together"
    }
  }

  var setting: Setting<Int64> {
    switch self {
    case .till:
      .integer(
        "vouchers.misses-per-till", "Codes that don't exist, from one till in 10 minutes.", default: 10, in: range)
    case .principal:
      .integer(
        "vouchers.misses-per-operator",
        "Codes that don't exist, by one user of this system or one token in 10 minutes.",
        default: 60, in: range)
    case .home:
      .integer(
        "vouchers.misses", "Codes that don't exist, from all callers together in 10 minutes.", default: 600, in: range)
    }
  }

  private var range: ClosedRange<Int64> { 1...1_000_000 }
}

/// The presenter of a code: a principal, and its till.
struct Presenter: Sendable {
  let principal: String
  /// Empty where none was named: a till of its own.
  let till: String
}

/// Counts codes that don't exist, so that no code is found by trying. Times are those of `SteadyClock`.
enum Misses {
  /// - Throws: `vouchers.too-many-misses`.
  static func requireFew(
    by presenter: Presenter, at time: Timestamp, _ clock: any Clock, in connection: Connection
  ) throws {
    let since = time.advanced(byMicroseconds: -MissLimit.window)
    for limit in MissLimit.allCases {
      // The last allowed miss: when it no longer counts, there is room for another.
      let most = try connection.value(of: limit.setting)
      let last: Timestamp? = try connection.fetchOne(
        """
        SELECT made_at FROM vouchers_misses
        WHERE made_at > \(since) AND made_at <= \(time)
          AND (\(limit == .home ? .null : .text(presenter.principal)) IS NULL
          OR principal = \(limit == .home ? .null : .text(presenter.principal)))
          AND (\(limit == .till ? .text(presenter.till) : .null) IS NULL
          OR till = \(limit == .till ? .text(presenter.till) : .null))
        ORDER BY made_at DESC LIMIT 1 OFFSET \(most - 1)
        """)
      guard let last else { continue }
      let end = last.advanced(byMicroseconds: MissLimit.window)
      let until = SteadyClock.moment(end, at: time, by: clock)
      throw Failure(
        "vouchers.too-many-misses", .refused,
        "\(limit.what) tried too many codes that don't exist; wait until \(until)",
        hint: "This may be an attempt to guess codes. An operator sees the limit with "
          + "\(always: "qix setting show \(limit.setting.name)").")
    }
  }

  static func count(_ presenter: Presenter, _ clock: any Clock, in connection: Connection) throws {
    let time = try SteadyClock.advance(clock, in: connection)
    try connection.execute(
      """
      DELETE FROM vouchers_misses WHERE made_at <= \(time.advanced(byMicroseconds: -Timestamp.day)) OR made_at > \(time)
      """)
    try connection.execute(
      """
      INSERT INTO vouchers_misses (made_at, principal, till) VALUES (\(time), \(presenter.principal), \(presenter.till))
      """)
  }
}
