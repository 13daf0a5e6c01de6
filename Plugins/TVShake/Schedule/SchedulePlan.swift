internal import QixShake

/// The schedule that some events ask for within a span, and the way there.
struct SchedulePlan: Sendable {
  let broadcasts: [Broadcast]
  /// The greatest revision of each event that is spoken for, also of those that have no broadcast any more.
  let sequences: [String: Int64]
  let from: Timestamp
  let until: Timestamp
  /// Nothing on other channels is touched; nil for all.
  let channel: String?
  /// Whether whatever else is on the plan's channels within the span goes.
  let isWhole: Bool

  /// The changes that were made.
  struct Outcome: Sendable {
    var added: [Window] = []
    var changed: [Window] = []
    /// Taken out once, and on again.
    var restored: [Window] = []
    var removed: [Window] = []
    var unchanged = 0
    /// Left as they are, since a later revision was here before.
    var older = 0

    var isNothing: Bool { added.isEmpty && changed.isEmpty && restored.isEmpty && removed.isEmpty }
  }

  private struct Place: Hashable {
    let channel: String
    let uid: String
    let instance: Timestamp

    init(_ channel: String, _ source: Window.Source) {
      (self.channel, uid, instance) = (channel, source.uid, source.instance)
    }
  }

  func apply(in connection: Connection, ids: inout IdentifierGenerator, at now: Timestamp) throws -> Outcome {
    let store = WindowStore(connection)
    var existing: [Place: Window] = [:]
    for uid in sequences.keys.sorted() {
      for window in try store.windows(from: uid) { existing[Place(window.channel, window.source)] = window }
    }
    var outcome = Outcome()
    var wanted: Set<Place> = []
    for broadcast in broadcasts {
      let place = Place(broadcast.channel, broadcast.source)
      wanted.insert(place)
      guard let window = existing[place] else {
        let window = Window(
          id: ids.next(at: now), channel: broadcast.channel, programme: broadcast.programme, start: broadcast.start,
          end: broadcast.end, zone: broadcast.zone, source: broadcast.source)
        try store.insert(window, at: now)
        outcome.added.append(window)
        continue
      }
      try update(window, to: broadcast, store, &outcome, at: now)
    }
    for window in existing.values where !wanted.contains(Place(window.channel, window.source)) {
      try remove(window, store, &outcome, at: now)
    }
    if isWhole { try removeOthers(store, &outcome, at: now) }
    outcome.removed.sort { ($0.start, $0.id) < ($1.start, $1.id) }
    if !outcome.isNothing { try store.touch() }
    return outcome
  }

  private func update(
    _ window: Window, to broadcast: Broadcast, _ store: WindowStore, _ outcome: inout Outcome, at now: Timestamp
  ) throws {
    guard broadcast.source.sequence >= window.source.sequence else {
      outcome.older += 1
      return
    }
    var next = window
    next.programme = broadcast.programme
    next.start = broadcast.start
    next.end = broadcast.end
    next.zone = broadcast.zone
    next.removed = nil
    let isSame = next == window
    next.source.sequence = broadcast.source.sequence
    guard !isSame else {
      if next != window { try store.revise(window.id, to: next.source.sequence) }
      outcome.unchanged += 1
      return
    }
    try store.update(next, at: now)
    if window.removed != nil { outcome.restored.append(next) } else { outcome.changed.append(next) }
  }

  /// A broadcast of an event that has it no more.
  private func remove(
    _ window: Window, _ store: WindowStore, _ outcome: inout Outcome, at now: Timestamp
  ) throws {
    guard window.removed == nil, window.end > from, window.start < until, channel.map({ $0 == window.channel }) ?? true
    else { return }
    let sequence = sequences[window.source.uid, default: 0]
    guard sequence >= window.source.sequence else {
      outcome.older += 1
      return
    }
    try store.remove(window.id, sequence: sequence, at: now)
    outcome.removed.append(window)
  }

  private func removeOthers(_ store: WindowStore, _ outcome: inout Outcome, at now: Timestamp) throws {
    for channel in channel.map({ [$0] }) ?? Set(broadcasts.map(\.channel)).sorted() {
      for window in try store.windows(on: channel, from: from, until: until) where sequences[window.source.uid] == nil {
        try store.remove(window.id, at: now)
        outcome.removed.append(window)
      }
    }
  }
}

extension SchedulePlan.Outcome {
  private static let changes: [Field<(change: String, window: Window)>] =
    [Field("change", .text) { $0.change }] + (Window.head + Window.wall).of { $0.window }

  static let fields: [Field<Self>] = [
    Field("added", .count) { $0.added.count },
    Field("changed", .count) { $0.changed.count },
    Field("restored", .count) { $0.restored.count },
    Field("removed", .count.orNull) { $0.removed.count },
    Field("unchanged", .count) { $0.unchanged },
    Field("older", .count, "skipped as older") { $0.older },
    Field("changes", rows: changes, title: "Changes") { $0.changes },
  ]

  var changes: [(change: String, window: Window)] {
    [("added", added), ("changed", changed), ("restored", restored), ("removed", removed)]
      .flatMap { change, windows in windows.map { (change: change, window: $0) } }
  }

  /// The ids of the broadcasts that changed.
  var primary: String? { isNothing ? nil : changes.map { "\($0.window.id)" }.joined(separator: "\n") }
}
