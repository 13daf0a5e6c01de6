internal import QixCrypto
package import QixKernel

/// Every change: who, what, when, why; each entry's hash covers the one before it.
package enum AuditLog {
  /// An entry as it is shown.
  package struct Entry: Sendable, Equatable {
    package let number: Int64
    package let at: Timestamp
    package let actor: String
    package let action: String
    package let subject: String
    package let reason: String?
  }

  /// The newest entry, whose hash stands for all before it.
  struct Head: Sendable, Equatable {
    let number: Int64
    let at: Timestamp
    let hash: [UInt8]
  }

  /// Nil for a database that has no entry, or no log yet.
  static func head(in connection: Connection) throws -> Head? {
    guard try connection.hasTable("qix_audit") else { return nil }
    return try connection.fetchOne("SELECT entry, at, hash FROM qix_audit ORDER BY entry DESC LIMIT 1") {
      Head(number: $0["entry"], at: $0["at"], hash: $0["hash"])
    }
  }

  /// Whether an entry is there as it was: nil when it is missing.
  static func holds(_ head: Head, in connection: Connection) throws -> Bool? {
    guard try connection.hasTable("qix_audit") else { return nil }
    return try connection.fetchOne("SELECT hash FROM qix_audit WHERE entry = \(head.number)") {
      ($0["hash"] as [UInt8]) == head.hash
    }
  }

  private static let columns = "entry, at, actor, action, subject, reason, hash"

  /// Writes an entry, inside the transaction of what it is about. `Database.write` does so by itself for the change that
  /// it makes; others are for what that change brings about elsewhere.
  /// - Parameter seal: of names; nil for that of those which the transaction has bound.
  package static func append(
    _ change: Change, by actor: String, at time: Timestamp, seal: [UInt8]? = nil, in connection: Connection
  ) throws {
    let last = try connection.fetchOne("SELECT entry, hash FROM qix_audit ORDER BY entry DESC LIMIT 1") {
      (number: $0["entry"] as Int64, hash: $0["hash"] as [UInt8])
    }
    let number = last?.number ?? 0
    guard number >= 0, number < .max else { throw StorageError.corrupt("the audit log ends with entry \(number)") }
    let seal = try seal ?? SealedFacts.settle(in: connection)
    let entry = Entry(
      number: number + 1, at: time, actor: actor, action: change.action, subject: change.subject,
      reason: change.reason)
    let hash = hash(entry, seal, after: last?.hash ?? genesis)
    let values: [Value] = [
      .integer(entry.number), .time(entry.at), .text(entry.actor), .text(entry.action), .text(entry.subject),
      .optional(entry.reason), .blob(hash),
    ]
    // Entries are also written before the column is there: by the migration that makes it.
    let statement = try connection.statement(
      seal == nil
        ? "INSERT INTO qix_audit (\(columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
        : "INSERT INTO qix_audit (\(columns), seal) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
    statement.bind(values + (seal.map { [.blob($0)] } ?? []))
    try statement.run()
    try index(entry, in: connection)
    connection.appended = Head(number: entry.number, at: time, hash: hash)
  }

  /// The entries to show; nil leaves a part open.
  package struct Filter: Sendable {
    package var action: String?
    package var actor: String?
    /// Words of the subject, such as an id: the whole of it, or a part between others.
    package var subject: String?
    /// From this moment on, by the clock of the time: entries are in their own order, also where that went back.
    package var since: Timestamp?
    package var until: Timestamp?

    package init(
      action: String? = nil, actor: String? = nil, subject: String? = nil, since: Timestamp? = nil,
      until: Timestamp? = nil
    ) {
      self.action = action
      self.actor = actor
      self.subject = subject
      self.since = since
      self.until = until
    }

    /// Whether an entry passes, apart from its subject.
    fileprivate func accepts(_ entry: Entry) -> Bool {
      (action.map { $0 == entry.action } ?? true) && (actor.map { $0 == entry.actor } ?? true)
        && (since.map { entry.at >= $0 } ?? true) && (until.map { entry.at < $0 } ?? true)
    }
  }

  /// Entries before a number, newest first. By a subject they are found by an index. What another filter passes over is
  /// read all the same: every change would have to pay for one more.
  package static func entries(
    before number: Int64 = .max, _ filter: Filter = Filter(), limit: Int, in connection: Connection
  ) throws -> [Entry] {
    if let subject = filter.subject, hasWords(subject) {
      var found: [Entry] = []
      guard limit > 0 else { return [] }
      try forEach(before: number, naming: subject, in: connection) { entry in
        if filter.accepts(entry) { found.append(entry) }
        return found.count < limit
      }
      return found
    }
    return try connection.fetchAll(
      """
      SELECT \(sql: columns) FROM qix_audit
      WHERE entry < \(number) AND (\(filter.action) IS NULL OR action = \(filter.action))
        AND (\(filter.actor) IS NULL OR actor = \(filter.actor))
        AND (\(filter.subject) IS NULL OR subject = \(filter.subject))
        AND (\(filter.since) IS NULL OR at >= \(filter.since)) AND (\(filter.until) IS NULL OR at < \(filter.until))
      ORDER BY entry DESC LIMIT \(limit)
      """, entry)
  }

  /// The number of the last entry, 0 for none.
  package static func lastEntry(in connection: Connection) throws -> Int64 {
    try connection.fetchOne("SELECT entry FROM qix_audit ORDER BY entry DESC LIMIT 1") ?? 0
  }

  /// The latest moment that was seen: what the clock shows, unless the log tells that it has shown a later one.
  ///
  /// Whatever expires is compared with this: a clock that goes back, or is set back, must not bring it to life again. The
  /// log's last thousand entries are enough to look at, since a clock doesn't go back and forth at each of them, and
  /// reading all of a long log would cost more than what it is for.
  /// - Parameters:
  ///   - now: what the clock shows.
  ///   - number: only what came after this entry counts, such as the one that made what may have expired.
  package static func latestMoment(
    _ now: Timestamp, after number: Int64 = 0, among count: Int64 = 1_000, in connection: Connection
  ) throws -> Timestamp {
    max(now, try latestLogged(after: number, among: count, in: connection) ?? now)
  }

  /// The latest moment of the log alone, whatever the clock shows; nil where the log has nothing behind that entry.
  package static func latestLogged(
    after number: Int64 = 0, among count: Int64 = 1_000, in connection: Connection
  ) throws -> Timestamp? {
    try connection.fetchOne(
      """
      SELECT max(at)
      FROM (SELECT at FROM qix_audit WHERE entry > \(number) ORDER BY entry DESC LIMIT \(count)) AS latest
      """)
  }

  /// Entries of one module before a number, newest first.
  package static func entries(
    before number: Int64 = .max, ofModule module: String, limit: Int, in connection: Connection
  ) throws -> [Entry] {
    // Every action that begins with the module and a full stop lies before the module and a slash, which comes next.
    try connection.fetchAll(
      """
      SELECT \(sql: columns) FROM qix_audit
      WHERE entry < \(number) AND action > \("\(module).") AND action < \("\(module)/") ORDER BY entry DESC
      LIMIT \(limit)
      """, entry)
  }

  /// Entries of some actions of which an id is a part of the subject, the newest first. The log is read until there are
  /// enough: for questions that somebody asks, not for what happens often.
  /// - Parameters:
  ///   - id: letters, digits and `_` alone.
  ///   - isShown: says of each whether it is one.
  package static func entries(
    about id: String, action actions: [String], limit: Int, in connection: Connection,
    where isShown: (Entry) -> Bool = { _ in true }
  ) throws -> [Entry] {
    var found: [Entry] = []
    try connection.fetchWhile(
      """
      SELECT \(sql: columns) FROM qix_audit WHERE action IN (\(list: actions)) AND subject LIKE \("%\(id)%")
      ORDER BY entry DESC
      """
    ) { row in
      let entry = entry(row)
      if isShown(entry) { found.append(entry) }
      return found.count < limit
    }
    return found
  }

  /// The name of whoever has done something; nil where its entry isn't found.
  /// - Parameters:
  ///   - subject: the beginning of the entry's; letters, digits, `_` and signs that mean nothing to LIKE.
  ///   - time: when it was done. Its entry was written then or a moment later: that leads near it, since there is no index.
  package static func actor(
    of action: String, _ subject: String, at time: Timestamp, in connection: Connection
  ) throws -> String? {
    var first: Int64 = 1
    var end = try lastEntry(in: connection) + 1
    while first < end {
      let middle = first + (end - first) / 2
      let at: Timestamp? = try connection.fetchOne("SELECT at FROM qix_audit WHERE entry = \(middle)")
      if let at, at >= time { end = middle } else { first = middle + 1 }
    }
    return try connection.fetchOne(
      """
      SELECT actor FROM qix_audit
      WHERE entry >= \(first) AND entry < \(first + near) AND action = \(action) AND subject LIKE \("\(subject)%")
      ORDER BY entry LIMIT 1
      """)
  }

  /// Entries that may be written between something and its own.
  private static let near: Int64 = 10_000

  /// Entries of some actions, the oldest first: for checks, which read the whole log.
  package static func forEach(
    action actions: [String], in connection: Connection, _ body: (Entry) throws -> Void
  ) throws {
    try connection.forEach("SELECT \(sql: columns) FROM qix_audit WHERE action IN (\(list: actions)) ORDER BY entry") {
      try body(entry($0))
    }
  }

  /// The result of recomputing the chain.
  package struct Verification: Sendable, Equatable {
    /// The number of entries that fit, from the first on.
    package var entries: Int64 = 0
    /// The number of the first that does not.
    package var firstFault: Int64?
    /// The hash of the last one that fits, which stands for all of them.
    package var head = genesis
  }

  /// Recomputes the chain.
  package static func verify(in connection: Connection) throws -> Verification {
    var result = Verification()
    try connection.fetchWhile("SELECT \(sql: columns), seal FROM qix_audit ORDER BY entry") { row in
      let entry = entry(row)
      let expected = hash(entry, sealed(row), after: result.head)
      guard entry.number == result.entries + 1, row["hash"] == expected else {
        result.firstFault = result.entries + 1
        return false
      }
      result.entries += 1
      result.head = expected
      return true
    }
    return result
  }

  package static let genesis = [UInt8](repeating: 0, count: 32)

  private static func sealed(_ row: Row) -> [UInt8]? {
    let bytes: [UInt8] = row["seal"]
    return bytes.isEmpty ? nil : bytes
  }

  static func entry(_ row: Row) -> Entry {
    Entry(
      number: row["entry"], at: row["at"], actor: row["actor"], action: row["action"], subject: row["subject"],
      reason: row["reason"])
  }

  /// SHA-256 over the previous hash, number, time, and each text with its length before it, so that no two different
  /// entries read the same; and over the seal of names, where there is one.
  private static func hash(_ entry: Entry, _ seal: [UInt8]?, after previous: [UInt8]) -> [UInt8] {
    var hasher = SHA256()
    hasher.update(previous)
    hasher.update(entry.number)
    hasher.update(entry.at.microseconds)
    for text in [entry.actor, entry.action, entry.subject] {
      hasher.update(Int64(text.utf8.count))
      hasher.update(text)
    }
    hasher.update(entry.reason.map { Int64($0.utf8.count) } ?? -1)
    hasher.update(entry.reason ?? "")
    if let seal { hasher.update(seal) }
    return hasher.finish()
  }
}
