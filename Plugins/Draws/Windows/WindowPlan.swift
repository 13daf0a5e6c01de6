internal import DrawsContract
internal import QixCalendar
internal import QixModule

/// The division of a campaign's time into windows.
struct WindowPlan: Equatable {
  struct Span: Equatable {
    let opens: Timestamp
    let closes: Timestamp
  }

  /// More than any campaign needs, and few enough to be written in one transaction.
  static let most = 10_000
  /// Past windows, which are only skipped.
  private static let mostPast = 1_000_000
  /// No window lasts longer than a century, so that no sum of times overflows.
  private static let longest = Period(months: 1_200, days: 36_525, microseconds: 36_525 * Timestamp.day)

  let spans: [Span]

  /// Spans of a length, one behind the other, the last one cut off at the end.
  ///
  /// Each is counted from the start, so that months that begin on a 31st go on at the ends of months, and a plan that
  /// is made later has the same spans.
  /// - Parameter now: spans that are over by then are left out.
  init(
    from start: Timestamp, to end: Timestamp, length: Period?, in zone: TimeZone,
    now: Timestamp = Timestamp(microseconds: .min)
  ) throws {
    guard start < end else { throw DrawError.emptyPeriod }
    guard let length else {
      spans = [Span(opens: start, closes: end)]
      return
    }
    let longest = Self.longest
    guard (0...longest.months).contains(length.months), (0...longest.days).contains(length.days),
      (0...longest.microseconds).contains(length.microseconds), length != Period()
    else { throw DrawError.badLength(length) }
    var spans: [Span] = []
    var opens = start
    var count: Int64 = 0
    while opens < end {
      count += 1
      guard spans.count < Self.most, count <= Self.mostPast else {
        throw Failure(
          "draws.too-many-windows", .usage, "the period needs more than \(Self.most) draw windows",
          hint: "Use longer windows. For a campaign, use `qix campaign rules CAMPAIGN --draw-window P1D`. For "
            + "`qix draw commit`, give --every.")
      }
      let whole = Period(
        months: length.months * count, days: length.days * count, microseconds: length.microseconds * count)
      let closes = min(end, zone.adding(whole, to: start))
      guard opens < closes else { throw DrawError.badLength(length) }
      if closes > now { spans.append(Span(opens: opens, closes: closes)) }
      opens = closes
    }
    self.spans = spans
  }

  /// The pieces of the plan that lie ahead and aren't covered.
  /// - Parameter existing: in the order of time, none overlapping another.
  func uncovered(by existing: [Span], from now: Timestamp) -> [Span] {
    var pieces: [Span] = []
    var first = 0
    for span in spans {
      var opens = max(span.opens, now)
      while first < existing.count, existing[first].closes <= opens { first += 1 }
      var next = first
      while opens < span.closes {
        guard next < existing.count, existing[next].opens < span.closes else {
          pieces.append(Span(opens: opens, closes: span.closes))
          break
        }
        if existing[next].opens > opens { pieces.append(Span(opens: opens, closes: existing[next].opens)) }
        opens = max(opens, existing[next].closes)
        next += 1
      }
    }
    return pieces
  }
}
