internal import QixModule
internal import QixNetwork
internal import QixTokens

/// The keys that a provider publishes, kept for as long as it says and fetched again when they are needed.
///
/// Nothing is fetched within a transaction: another machine may take its time.
struct KeyCache: Sendable {
  let database: Database
  let http: any HTTPClient
  let clock: any Clock

  /// A copy of a provider's keys.
  struct Copy: Sendable, Equatable {
    let text: [UInt8]
    let fetched: Timestamp
    let freshUntil: Timestamp
  }

  /// Keys, and where they come from.
  struct Answer: Sendable {
    let keys: JSONWebKeySet
    let fetched: Timestamp
    /// Why an old copy had to do; nil where it didn't have to.
    var staleBecause: String?
  }

  static let minute: Int64 = 60_000_000
  /// Microseconds for which a set is used without asking, whatever its provider says: keys are changed, and keys are
  /// taken back.
  static let freshness = 5 * minute...24 * 60 * minute
  /// Microseconds that keys are fresh where a provider says nothing.
  static let usualFreshness = 60 * minute
  /// For which a copy stands in where the provider can't be reached.
  static let longestUse = 7 * 24 * 60 * minute
  /// Microseconds between two fetches for unknown names of keys: senders of tokens must not cause endless fetches.
  static let pause = minute

  /// The keys of a provider.
  /// - Parameters:
  ///   - unknownKey: whether the cached keys lack one; they are fetched again unless that was less than a minute ago.
  ///   - isForced: whether to fetch them again in any case.
  /// - Throws: `OpenIDError.noKeys` when there are none and none can be fetched.
  func keys(of provider: Provider, unknownKey: Bool = false, isForced: Bool = false) throws -> Answer {
    let (copy, tried) = try database.read { try Self.stored(provider, in: $0) }
    let now = clock.now()
    let isFresh = copy.map { $0.fetched <= now && now < $0.freshUntil } ?? false
    let isAllowed = tried.map { now < $0 || now >= $0.advanced(byMicroseconds: Self.pause) } ?? true
    let isNeeded = isForced || (unknownKey ? isAllowed : !isFresh)
    if let copy, !isNeeded { return try answer(copy, of: provider) }
    // After a failure too, not at each token.
    if !isForced, !isAllowed {
      guard let copy else {
        throw OpenIDError.noKeys(provider: provider.name, problem: "the last attempt was just now")
      }
      return try answer(copy, of: provider, staleBecause: "they could not be fetched just now", at: now)
    }
    // Written down first, so that a fetch in vain isn't repeated at each call. Where the database is busy, an unknown
    // key is no reason to go on.
    let isNoted = try database.bookkeep { try Self.note(now, of: provider, in: $0) }
    if unknownKey, !isForced, !isNoted, let copy { return try answer(copy, of: provider) }
    do {
      let new = try fetch(provider, at: now)
      _ = try database.bookkeep { try Self.store(new, tried: now, of: provider, in: $0) }
      return try answer(new, of: provider)
    } catch let error as any Diagnosable where !(error is StorageError) && error.category != .interrupted {
      guard let copy, !isForced else {
        // A library that isn't there is mended otherwise than by waiting, as its own error says.
        if error.code.hasPrefix("library.") { throw error }
        throw OpenIDError.noKeys(provider: provider.name, problem: error.description)
      }
      return try answer(copy, of: provider, staleBecause: error.description, at: now)
    }
  }

  private func answer(
    _ copy: Copy, of provider: Provider, staleBecause problem: String? = nil, at now: Timestamp? = nil
  ) throws -> Answer {
    if let problem, let now, now >= copy.fetched.advanced(byMicroseconds: Self.longestUse) {
      throw OpenIDError.noKeys(provider: provider.name, problem: "\(problem); the old ones are too old")
    }
    return Answer(keys: try JSONWebKeySet(copy.text), fetched: copy.fetched, staleBecause: problem)
  }

  private func fetch(_ provider: Provider, at now: Timestamp) throws -> Copy {
    let url = try HTTPURL(provider.keysURL)
    var request = HTTPRequest.get(url)
    request.limits = TransferLimits(connectMilliseconds: 3_000, totalMilliseconds: 5_000)
    request.bodyLimit = JSONWebKeySet.longest
    let response = try http.send(request)
    try response.requireSuccess()
    // Another host answers for another issuer.
    guard response.url.origin == url.origin else {
      throw NetworkError.redirected(host: url.host, problem: "its keys must come from the named host")
    }
    // A set without a key that can be used would lock everybody out; the copy of before does better.
    guard !(try JSONWebKeySet(response.body).keys.isEmpty) else {
      throw TokenError.keySet("it has no key of RS256 or ES256")
    }
    let age = response.maxAge.map { $0 * 1_000_000 } ?? Self.usualFreshness
    let freshness = min(max(age, Self.freshness.lowerBound), Self.freshness.upperBound)
    return Copy(text: response.body, fetched: now, freshUntil: now.advanced(byMicroseconds: freshness))
  }

  /// The copy that is kept, and when a new one was last asked for.
  static func stored(_ provider: Provider, in connection: Connection) throws -> (copy: Copy?, tried: Timestamp?) {
    let row = try connection.fetchOne(
      "SELECT keys, fetched_at, fresh_until, tried_at FROM openid_keys WHERE provider = \(provider.name)"
    ) { row in
      let copy = (row["fetched_at"] as Timestamp?).map {
        Copy(text: row["keys"], fetched: $0, freshUntil: row["fresh_until"])
      }
      return (copy, row["tried_at"] as Timestamp)
    }
    guard let row else { return (nil, nil) }
    return (row.0, row.1)
  }

  private static func note(_ now: Timestamp, of provider: Provider, in connection: Connection) throws {
    guard try exists(provider, in: connection) else { return }
    try connection.execute(
      """
      INSERT INTO openid_keys (provider, tried_at) VALUES (\(provider.name), \(now))
      ON CONFLICT (provider) DO UPDATE SET tried_at = excluded.tried_at
      """)
  }

  private static func store(_ copy: Copy, tried: Timestamp, of provider: Provider, in connection: Connection) throws {
    guard try exists(provider, in: connection) else { return }
    try connection.execute(
      """
      INSERT INTO openid_keys (provider, tried_at, keys, fetched_at, fresh_until)
      VALUES (\(provider.name), \(tried), \(copy.text), \(copy.fetched), \(copy.freshUntil))
      ON CONFLICT (provider) DO UPDATE SET tried_at = excluded.tried_at, keys = excluded.keys,
        fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until
      """)
  }

  /// Whether it is still what it was: it may have been changed while we waited for another machine.
  private static func exists(_ provider: Provider, in connection: Connection) throws -> Bool {
    try connection.has(
      "SELECT 1 FROM openid_providers WHERE name = \(provider.name) AND keys_url = \(provider.keysURL)")
  }
}
