internal import QixModule
internal import QixNetwork

/// The last good answer of a source.
struct DirectiveCopy: Sendable, Equatable {
  let body: [UInt8]
  let etag: String?
  let version: Int64
  /// When the source last said that this is what holds.
  let confirmed: Timestamp

  /// - Throws: `StorageError.corrupt`: only what could be read was kept.
  func document() throws -> DirectiveDocument {
    do throws(DirectiveError) {
      return try DirectiveDocument(parsing: body, from: .source)
    } catch {
      throw StorageError.corrupt("a copy of fetched directives can't be read: \(error.description)")
    }
  }

  /// Until when it holds: as the document says, and as long as the source's operator wants an old copy to hold.
  func end(of document: DirectiveDocument, maxAge: Int64?) -> Timestamp? {
    [document.expires, maxAge.map { confirmed.advanced(byMicroseconds: $0) }].compactMap { $0 }.min()
  }
}

/// The state of a source: the copy, and how fetching goes.
struct SourceState: Sendable, Equatable {
  var copy: DirectiveCopy?
  /// When it was last asked.
  var tried: Timestamp?
  var fault: Fault?
  /// Tries in vain since the last good one.
  var failures: Int64 = 0
  /// Before this moment nobody asks who wasn't told to; nil where it is asked at its age.
  var retry: Timestamp?
  /// Until when a process has it in its hands.
  var leased: Timestamp?

  /// Microseconds for which a process has a source in its hands: longer than any fetch, and gone soon where the process
  /// is.
  static let lease: Int64 = 10_000_000

  struct Fault: Sendable, Equatable {
    let code: String
    let sentence: String
    /// Of the first try in vain since the last good one.
    let since: Timestamp
  }

  static func find(_ source: String, in connection: Connection) throws -> SourceState {
    let state = try connection.fetchOne(
      """
      SELECT body, etag, version, confirmed_at, tried_at, fault_code, fault, failing_since, failures,
        retry_at, leased_until
      FROM directives_copies WHERE source = \(source)
      """
    ) { row in
      var state = SourceState(tried: row["tried_at"])
      if let confirmed = row["confirmed_at"] as Timestamp? {
        state.copy = DirectiveCopy(
          body: row["body"], etag: row["etag"], version: row["version"], confirmed: confirmed)
      }
      if let code = row["fault_code"] as String? {
        state.fault = Fault(code: code, sentence: row["fault"], since: row["failing_since"])
      }
      state.failures = row["failures"]
      state.retry = row["retry_at"]
      state.leased = row["leased_until"]
      return state
    }
    return state ?? SourceState()
  }

  /// Whether a fetch is due, and nobody else is at it.
  /// - Parameter age: in microseconds.
  func isDue(at now: Timestamp, age: Int64) -> Bool {
    // A lease from a time to come was made before the clock was set back, and so was a try.
    if let leased, now < leased, leased <= now.advanced(byMicroseconds: Self.lease) { return false }
    guard let tried, tried <= now else { return true }
    return now >= retry ?? tried.advanced(byMicroseconds: age)
  }

  /// Takes a source in one's hands before it is asked: whoever asks in vain must not ask at each shake, and two processes
  /// don't ask at the same time.
  /// - Returns: what is known of it; nil where it isn't due any more, or is another one by now.
  static func take(
    _ source: DirectiveSource, at now: Timestamp, age: Int64, in connection: Connection
  ) throws -> SourceState? {
    guard try isCurrent(source, in: connection) else { return nil }
    let state = try find(source.name, in: connection)
    guard state.isDue(at: now, age: age) else { return nil }
    try connection.execute(
      """
      INSERT INTO directives_copies (source, tried_at, leased_until)
      VALUES (\(source.name), \(now), \(now.advanced(byMicroseconds: lease)))
      ON CONFLICT (source) DO UPDATE SET tried_at = excluded.tried_at, leased_until = excluded.leased_until
      """)
    return state
  }

  /// Gives it out of one's hands without an answer.
  static func release(_ source: DirectiveSource, in connection: Connection) throws {
    guard try isCurrent(source, in: connection) else { return }
    try connection.execute("UPDATE directives_copies SET leased_until = NULL WHERE source = \(source.name)")
  }

  /// Keeps a copy; nothing where the source is another one by now.
  static func keep(_ copy: DirectiveCopy, of source: DirectiveSource, in connection: Connection) throws {
    guard try isCurrent(source, in: connection) else { return }
    // Somebody may have fetched at the same time, and what they keep may be newer.
    let kept = try find(source.name, in: connection).copy
    if let kept, kept.version > copy.version { return try release(source, in: connection) }
    try connection.execute(
      """
      INSERT INTO directives_copies (source, body, etag, version, confirmed_at, tried_at)
      VALUES (\(source.name), \(copy.body), \(copy.etag), \(copy.version), \(copy.confirmed), \(copy.confirmed))
      ON CONFLICT (source) DO UPDATE SET body = excluded.body, etag = excluded.etag, version = excluded.version,
        confirmed_at = excluded.confirmed_at, tried_at = excluded.tried_at, fault_code = NULL, fault = NULL,
        failing_since = NULL, failures = 0, retry_at = NULL, leased_until = NULL
      """)
    // That the same holds on is news only where its age counts.
    if kept?.body != copy.body || source.maxAge != nil { try DirectiveStore.bump(in: connection) }
  }

  static func keep(
    _ fault: Fault, of source: DirectiveSource, at now: Timestamp, random: any RandomSource, in connection: Connection
  ) throws {
    guard try isCurrent(source, in: connection) else { return }
    let failures = try find(source.name, in: connection).failures + 1
    let backoff = DirectiveFetch.backoff(age: try connection.value(of: DirectivesModule.maxAge))
    let retry = now.advanced(byMicroseconds: backoff.microseconds(failures: failures, random: random))
    try connection.execute(
      """
      INSERT INTO directives_copies (source, tried_at, fault_code, fault, failing_since, failures, retry_at)
      VALUES (\(source.name), \(now), \(fault.code), \(fault.sentence), \(fault.since), \(failures), \(retry))
      ON CONFLICT (source) DO UPDATE SET tried_at = excluded.tried_at, fault_code = excluded.fault_code,
        fault = excluded.fault, failing_since = coalesce(directives_copies.failing_since, excluded.failing_since),
        failures = excluded.failures, retry_at = excluded.retry_at, leased_until = NULL
      """)
  }

  /// Whether a source is still what it was: while we waited for another machine somebody may have changed it.
  private static func isCurrent(_ source: DirectiveSource, in connection: Connection) throws -> Bool {
    try connection.has(
      """
      SELECT 1 FROM directives_sources
      WHERE name = \(source.name) AND url = \(source.url.text) AND added_at = \(source.added)
      """)
  }
}
