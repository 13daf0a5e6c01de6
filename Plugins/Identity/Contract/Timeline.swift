package import QixKernel
package import QixStorage

/// A module with entries for a user's line of time, `qix user timeline`.
///
/// Both functions read by an index and no further than they must: a wallet may have had a million movements.
package protocol TimelineProviding: Module {
  static var timelineKinds: Set<TimelineKind> { get }

  /// Entries of the kinds that are asked for, in the order of the line.
  /// - Returns: `query.limit` entries at most, the first ones behind `query.before`: each has its place by
  ///   `TimelinePlace`, and no two of a user have the same.
  static func timeline(_ query: TimelineQuery, in connection: Connection, context: Context) throws -> [TimelineEntry]

  /// The number of entries of each kind that is asked for; what is more than `query.limit` need not be exact.
  static func timelineCounts(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineKind: Int]
}

/// Kinds of entries, by which a line of time is narrowed.
package enum TimelineKind: String, Sendable, CaseIterable {
  case coins, shake, receipt, redemption, voucher, profile, merge, session, badge, referral, message
}

/// A question for entries of a user.
package struct TimelineQuery: Sendable {
  /// The user first, then the users who were merged into them.
  package let users: [UserID]
  package let kinds: Set<TimelineKind>
  /// Only entries behind this place; nil from the newest one on.
  package let before: TimelinePlace?
  package let limit: Int

  package init(users: [UserID], kinds: Set<TimelineKind>, before: TimelinePlace? = nil, limit: Int) {
    precondition(!users.isEmpty && limit > 0)
    (self.users, self.kinds, self.before, self.limit) = (users, kinds, before, limit)
  }

  /// The user who goes on under all of the ids.
  package var user: UserID { users[0] }

  /// The user whose entry it was before a merge; nil where it was the user's own.
  package func merged(_ owner: UserID) -> UserID? { owner == user ? nil : owner }

  /// Those of some entries that answer the question.
  package func cut(_ entries: [TimelineEntry]) -> [TimelineEntry] {
    let behind = entries.filter { kinds.contains($0.kind) && isBehind($0.place) }
    return Array(behind.sorted { $0.place > $1.place }.prefix(limit))
  }

  package func isBehind(_ place: TimelinePlace) -> Bool { before.map { place < $0 } ?? true }

  /// The id below which every id of its kind answers the question.
  package func bound<Tag: IdentifierTag>(_: Tag.Type = Tag.self) -> Identifier<Tag> {
    guard let before else { return Identifier(high: .max, low: .max) }
    if let id = Identifier<Tag>(before.key) { return id }
    let (milliseconds, rest) = before.at.microseconds.quotientAndRemainder(dividingBy: 1_000)
    // Of one millisecond the keys decide, and those of a kind differ from another kind's in the prefix.
    let takesIt = rest > 0 || "\(Tag.prefix)_" < before.key
    return Identifier(high: UInt64(max(0, milliseconds + (takesIt ? 1 : 0))) << 16, low: 0)
  }
}

/// The place of an entry in the line, which begins with the greatest one: the time at which it was recorded, and a key
/// that no other entry has.
package struct TimelinePlace: Sendable, Hashable, Comparable {
  package let at: Timestamp
  /// An id, or letters, digits, '_', '-', '.' and '+'.
  package let key: String

  package init(_ at: Timestamp, _ key: String) { (self.at, self.key) = (at, key) }

  /// The place of what an id was made for.
  package init<Tag: IdentifierTag>(_ id: Identifier<Tag>) { self.init(id.created, "\(id)") }

  /// A time that isn't that of the place; nil if they are less than a minute apart: an id is of a whole millisecond,
  /// and what is done together is recorded within seconds.
  package func apart(_ time: Timestamp) -> Timestamp? {
    abs(at.microseconds - time.microseconds) < 60_000_000 ? nil : time
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.at == right.at ? left.key < right.key : left.at < right.at
  }
}

extension TimelinePlace: LosslessStringConvertible {
  package var description: String { "\(at.microseconds).\(key)" }

  package init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let microseconds = Int64(parts[0]), microseconds >= 0, parts[1].utf8.count <= 200 else {
      return nil
    }
    self.init(Timestamp(microseconds: microseconds), String(parts[1]))
  }
}

/// Something that happened to a user, or that they did.
package struct TimelineEntry: Sendable {
  package let place: TimelinePlace
  package let kind: TimelineKind
  /// A name for programs, `coins.issue`.
  package let what: String
  /// What happened, in a sentence for staff.
  package let told: Sentence
  /// The id or name of what it happened to.
  package var subject: String?
  /// When it happened, if it was recorded at another time.
  package var happened: Timestamp?
  /// Coins that came in, or went out below 0; nil where none moved.
  package var coins: Int64?
  /// Coins that it still reserves.
  package var held: Int64?
  /// What has become of it by now: `held`, `review`.
  package var state: String?
  /// The campaign, reward, budget or series that it belongs to.
  package var of: String?
  package var by: String?
  package var reason: String?
  /// The user to whom it happened, who was merged into this one later.
  package var merged: UserID?
  /// The actions whose latest entry in the audit log, about the subject, says who did it and why; empty where `by` says
  /// so, or nobody did it.
  package var actions: Set<String> = []

  package init(_ place: TimelinePlace, _ kind: TimelineKind, _ what: String, _ told: Sentence) {
    (self.place, self.kind, self.what, self.told) = (place, kind, what, told)
  }

  /// An entry with more said of it.
  package func with(_ more: (inout TimelineEntry) throws -> Void) rethrows -> TimelineEntry {
    var entry = self
    try more(&entry)
    return entry
  }
}

/// The lines of all modules in force, as one.
package struct Timeline: Sendable {
  private let modules: [any TimelineProviding.Type]

  package init(_ modules: [any TimelineProviding.Type]) { self.modules = modules }

  package init(_ registry: Registry) { self.init(registry.modules.compactMap { $0 as? any TimelineProviding.Type }) }

  /// The kinds that some module has.
  package var kinds: Set<TimelineKind> { modules.reduce(into: []) { $0.formUnion($1.timelineKinds) } }

  package func page(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineEntry] {
    query.cut(
      try asked(query).flatMap { try $0.timeline(query, in: connection, context: context) })
  }

  /// The counts of the kinds that are asked for.
  package func counts(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineKind: Int] {
    var counts = Dictionary(uniqueKeysWithValues: query.kinds.intersection(kinds).map { ($0, 0) })
    for module in asked(query) {
      let own = try module.timelineCounts(query, in: connection, context: context)
      counts.merge(own.filter { query.kinds.contains($0.key) }) { $0 + $1 }
    }
    return counts
  }

  private func asked(_ query: TimelineQuery) -> [any TimelineProviding.Type] {
    modules.filter { !$0.timelineKinds.isDisjoint(with: query.kinds) }
  }
}
