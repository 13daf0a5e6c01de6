package import QixKernel
package import QixStorage

/// The presenter of a code: a principal, and its till.
package struct Presenter: Sendable {
  package let principal: String
  /// Empty where none was named: a till of its own.
  package let till: String

  package init(principal: String, till: String) { (self.principal, self.till) = (principal, till) }
}

/// Counts wrong codes, so that none is found by trying: those of a till, of a principal and of all together, in ten
/// minutes. Times are those of `SteadyClock`.
///
/// A module counts in a table of its own, `<module>_misses`, with the columns `made_at`, `principal` and `till` and an
/// index of `made_at`, under settings of its own: `<module>.misses-per-till`, `.misses-per-operator`, `.misses`.
package struct Misses: Sendable {
  /// The one for whom wrong codes are counted.
  package enum Limit: Sendable, CaseIterable {
    case till, principal, home

    /// The subject of a sentence: `this till`.
    package var what: String {
      switch self {
      case .till: "this till"
      case .principal: "the caller of this command"
      case .home: "all together"
      }
    }
  }

  private let module: String
  private let codes: String
  private let refusal: @Sendable (_ limit: Limit, _ until: Timestamp, _ setting: String) -> Failure

  /// The time over which they are counted, in microseconds.
  private static let window: Int64 = 10 * 60_000_000

  /// - Parameters:
  ///   - module: the id of the module that counts.
  ///   - codes: what is counted, as a sentence begins: `Codes that don't exist`.
  ///   - refusal: the error of a presenter who has to wait until a moment, under a limit that a setting has.
  package init(
    of module: String, _ codes: String,
    refusal: @escaping @Sendable (_ limit: Limit, _ until: Timestamp, _ setting: String) -> Failure
  ) {
    (self.module, self.codes, self.refusal) = (module, codes, refusal)
  }

  package var settings: [any DeclaredSetting] { Limit.allCases.map(setting) }

  private func setting(_ limit: Limit) -> Setting<Int64> {
    let range: ClosedRange<Int64> = 1...1_000_000
    return switch limit {
    case .till:
      .integer("\(module).misses-per-till", "\(codes), from one till in 10 minutes.", default: 10, in: range)
    case .principal:
      .integer(
        "\(module).misses-per-operator", "\(codes), by one user of this system or one token in 10 minutes.",
        default: 60, in: range)
    case .home:
      .integer("\(module).misses", "\(codes), from all callers together in 10 minutes.", default: 600, in: range)
    }
  }

  /// - Throws: the refusal of a presenter who has to wait.
  package func requireFew(
    by presenter: Presenter, at time: Timestamp, _ clock: any Clock, in connection: Connection
  ) throws {
    let since = time.advanced(byMicroseconds: -Self.window)
    for limit in Limit.allCases {
      let setting = setting(limit)
      // The last allowed miss: when it no longer counts, there is room for another.
      let most = try connection.value(of: setting)
      let last: Timestamp? = try connection.fetchOne(
        """
        SELECT made_at FROM \(sql: module)_misses
        WHERE made_at > \(since) AND made_at <= \(time)
          AND (\(limit == .home ? .null : .text(presenter.principal)) IS NULL
          OR principal = \(limit == .home ? .null : .text(presenter.principal)))
          AND (\(limit == .till ? .text(presenter.till) : .null) IS NULL
          OR till = \(limit == .till ? .text(presenter.till) : .null))
        ORDER BY made_at DESC LIMIT 1 OFFSET \(most - 1)
        """)
      guard let last else { continue }
      throw refusal(
        limit, SteadyClock.moment(last.advanced(byMicroseconds: Self.window), at: time, by: clock), setting.name)
    }
  }

  package func count(_ presenter: Presenter, _ clock: any Clock, in connection: Connection) throws {
    let time = try SteadyClock.advance(clock, in: connection)
    try connection.execute(
      """
      DELETE FROM \(sql: module)_misses
      WHERE made_at <= \(time.advanced(byMicroseconds: -Timestamp.day)) OR made_at > \(time)
      """)
    try connection.execute(
      """
      INSERT INTO \(sql: module)_misses (made_at, principal, till)
      VALUES (\(time), \(presenter.principal), \(presenter.till))
      """)
  }
}
