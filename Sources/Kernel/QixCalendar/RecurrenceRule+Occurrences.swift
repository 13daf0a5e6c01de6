package import QixKernel

extension RecurrenceRule {
  /// Returns the times at which it occurs, as a wall clock shows them, ascending.
  ///
  /// A start that isn't one of the rule's own times is left out, and a COUNT doesn't count it; RFC 5545 §3.8.5.3 leaves
  /// it undefined, and `gives(_:)` tells. Times that the wall clock skips or shows twice are the caller's:
  /// `TimeZone.moment(wall:)`.
  /// - Parameters:
  ///   - start: from which it counts, on the wall; a whole second.
  ///   - zone: for the rule's UNTIL and for the span.
  ///   - from: only times at this moment or later.
  ///   - until: only times before this moment; nil leaves it to the rule.
  package func occurrences(
    startingAt start: Timestamp, in zone: TimeZone, from: Timestamp, until: Timestamp?
  ) throws(RecurrenceError) -> [Timestamp] {
    guard isFinite || until != nil else { throw .endless }
    let recurrence = Recurrence(self, start: Timestamp.seconds(of: start))
    guard try recurrence.first() != nil else { throw .never }
    // Clocks are less than a day from UTC; what is found too much is taken away below.
    let first = Timestamp.seconds(of: from) - 86_400
    let last = min(until.map { Timestamp.seconds(of: $0) + 86_401 } ?? .max, wallEnd(in: zone))
    var found: [Timestamp] = []
    var isTooMany = false
    try recurrence.forEach(from: first, until: last) { second in
      let wall = Timestamp(microseconds: second * 1_000_000)
      let moment = zone.moment(wall: wall)
      guard moment >= from, until.map({ moment < $0 }) ?? true, contains(wall, at: moment) else { return true }
      isTooMany = found.count == Self.mostOccurrences
      if !isTooMany { found.append(wall) }
      return !isTooMany
    }
    guard !isTooMany else { throw .tooMany(Self.mostOccurrences) }
    return found
  }

  /// Returns those of some times that are the rule's own: by the wall clock, and within its COUNT and UNTIL.
  package func gives(
    _ walls: Set<Timestamp>, startingAt start: Timestamp, in zone: TimeZone
  ) throws(RecurrenceError) -> Set<Timestamp> {
    let recurrence = Recurrence(self, start: Timestamp.seconds(of: start))
    let sorted = walls.sorted()
    var found: Set<Timestamp> = []
    func look(from: Timestamp, to last: Timestamp) throws(RecurrenceError) {
      try recurrence.forEach(
        from: Timestamp.seconds(of: from), until: Timestamp.seconds(of: last) + 1
      ) { second in
        let wall = Timestamp(microseconds: second * 1_000_000)
        if walls.contains(wall), contains(wall, at: zone.moment(wall: wall)) { found.insert(wall) }
        return true
      }
    }
    if count == nil {
      for wall in sorted { try look(from: wall, to: wall) }
    } else if let first = sorted.first, let last = sorted.last {
      // They have to be counted all the same, so once for all.
      try look(from: first, to: last)
    }
    return found
  }

  /// A second on the wall behind the last occurrence that UNTIL can allow.
  private func wallEnd(in zone: TimeZone) -> Int64 {
    let end: Timestamp? =
      switch end {
      case .moment(let moment): zone.wallTime(at: moment).advanced(byMicroseconds: Timestamp.day)
      case .wall(let wall): wall.advanced(byMicroseconds: 1_000_000)
      case .day(let day): Timestamp(startOf: day).advanced(byMicroseconds: Timestamp.day)
      case nil: nil
      }
    return end.map { Timestamp.seconds(of: $0) } ?? .max
  }

  /// Whether UNTIL allows an occurrence; the end belongs to it (RFC 5545 §3.3.10).
  private func contains(_ wall: Timestamp, at moment: Timestamp) -> Bool {
    switch end {
    case .moment(let end): moment <= end
    case .wall(let end): wall <= end
    case .day(let day): wall.date <= day
    case nil: true
    }
  }
}
