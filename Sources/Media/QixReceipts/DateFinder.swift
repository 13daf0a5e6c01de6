internal import QixKernel

/// Finds the day and the time of the purchase among the dates of a receipt.
struct DateFinder {
  let rows: [Row]
  let words: Vocabulary

  private struct Candidate {
    var date: CalendarDate
    var score: Double
    var row: Int
    var range: Range<Int>?
    /// Whether it may be another day than that of the purchase.
    var isStrange: Bool
  }

  /// - Returns: the day, `Receipt.monthFirstDate`, and the time.
  func find() -> (date: Receipt.Field<CalendarDate>?, monthFirst: CalendarDate?, time: Receipt.Field<ClockTime>?) {
    let scanner = DateScanner(order: words.locale.order, months: words.months)
    let period = words.locale.taxPeriod.flatMap { period in
      rows.contains { $0.key.contains(period.word) } ? period : nil
    }
    func isOutside(_ date: CalendarDate) -> Bool { period.map { date < $0.from || date > $0.to } ?? false }
    var candidates: [Candidate] = []
    for row in rows {
      var found = scanner.dates(in: row.folded).map { ($0.date, $0.quality, Optional($0.range)) }
      let isLabelled = words.has(row, .date)
      if found.isEmpty, isLabelled {
        // Blanks may have come between its digits.
        let dense = String(decoding: row.folded.bytes.filter { $0 != 0x20 }, as: UTF8.self)
        found = scanner.dates(in: FoldedText(dense)).map { ($0.date, $0.quality - 1, nil) }
      }
      for (date, quality, range) in found {
        var score = Double(quality)
        let isStrange = words.isOfAnotherDay(row, at: range, among: rows)
        if !isStrange, isLabelled || Self.looksLikeDate(row) { score += 3 }
        if DateScanner.time(in: row.folded, from: range.map { max(0, $0.upperBound - 2) } ?? 0) != nil { score += 3 }
        if isStrange { score -= words.contains(row, .notDate) ? 6 : 4 }
        if isOutside(date) { score -= 3 }
        candidates.append(Candidate(date: date, score: score, row: row.index, range: range, isStrange: isStrange))
      }
    }
    let counts = candidates.reduce(into: [:]) { $0[$1.date, default: 0] += 1 }
    for index in candidates.indices {
      candidates[index].score += Double(min(2, (counts[candidates[index].date] ?? 1) - 1))
    }
    // Of equals the upper one.
    guard let best = candidates.max(by: { ($0.score, -$0.row) < ($1.score, -$1.row) }) else {
      return (nil, nil, time(beside: nil))
    }
    let rival = candidates.filter { $0.date != best.date && $0.isStrange == best.isStrange }.map(\.score).max()
    let (place, read) =
      best.range.map { rows[best.row].source(of: $0) } ?? (rows[best.row].box, rows[best.row].confidence)
    var doubt = best.score >= 9 ? 0.01 : best.score >= 6 ? 0.04 : best.score >= 4 ? 0.1 : 0.4
    if let rival, best.score - rival < 2 { doubt += 0.2 }
    if counts[best.date] ?? 1 < 2 { doubt += (1 - read) * 0.5 }
    if candidates.allSatisfy({ $0.date != best.date || $0.isStrange }) { doubt = max(doubt, 0.3) }
    var date = best.date
    var other = monthFirst(best)
    if isAnotherWeekday(date, row: best.row, range: best.range) { doubt = max(doubt, 0.3) }
    if let settled = settled([date] + (other.map { [$0] } ?? []), row: best.row, range: best.range) {
      if settled == other { doubt = min(doubt, 0.04) }
      (date, other) = (settled, nil)
    }
    if let period, isOutside(date) {
      doubt = 0.5
      if let mended = Self.mended(date, from: period.from, to: period.to) { (date, doubt) = (mended, 0.25) }
    }
    return (Receipt.Field(date, confidence: rounded(1 - doubt), place: place), other, time(beside: best))
  }

  private func monthFirst(_ best: Candidate) -> CalendarDate? {
    guard words.locale.order == .dayFirst else { return nil }
    let others = DateScanner(order: .monthFirst, months: words.months).dates(in: rows[best.row].folded)
    return others.first { found in
      found.date != best.date && (best.range.map { $0.overlaps(found.range) } ?? true)
    }?.date
  }

  /// `DAT`, `DAIE`: a label that lost or changed a letter.
  private static func looksLikeDate(_ row: Row) -> Bool {
    let bytes = row.folded.bytes
    guard bytes.count >= 4 else { return false }
    return (0...(bytes.count - 4)).contains { index in
      bytes[index] == UInt8(ascii: "D")
        && (bytes[index + 1] == UInt8(ascii: "A") || bytes[index + 1] == UInt8(ascii: "0"))
        && [UInt8(ascii: "T"), UInt8(ascii: "L"), UInt8(ascii: "I")].contains(bytes[index + 2])
        && [UInt8(ascii: "E"), UInt8(ascii: "A"), UInt8(ascii: "C")].contains(bytes[index + 3])
    }
  }

  /// A year whose digit was taken for one that looks like it.
  private static func mended(_ date: CalendarDate, from first: CalendarDate, to last: CalendarDate) -> CalendarDate? {
    let confusions: [(Int64, Int64)] = [(3, 8), (0, 8), (6, 8), (8, 3), (1, 7), (7, 1), (5, 6), (4, 1), (2, 7)]
    for unit: Int64 in [1, 10] {
      let digit = date.year / unit % 10
      for (read, meant) in confusions where read == digit {
        if let mended = CalendarDate(year: date.year + (meant - read) * unit, month: date.month, day: date.day),
          mended >= first, mended <= last
        {
          return mended
        }
      }
    }
    return nil
  }

  /// The time in the date's row, or in the nearest row around it, or the first there is.
  private func time(beside date: Candidate?) -> Receipt.Field<ClockTime>? {
    var order = Array(rows.indices)
    if let date { order.sort { (abs($0 - date.row), $0) < (abs($1 - date.row), $1) } }
    for index in order {
      let start = index == date?.row ? max(0, (date?.range?.upperBound ?? 2) - 0) : 0
      let found = DateScanner.time(in: rows[index].folded, from: start) ?? DateScanner.time(in: rows[index].folded)
      guard let (time, range) = found else { continue }
      // From one to another: when the shop is open.
      let isSpan = DateScanner.time(in: rows[index].folded, from: range.upperBound + 1) != nil
      if isSpan, index != date?.row { continue }
      let source = rows[index].source(of: range)
      let isNear = date.map { abs($0.row - index) <= 1 } ?? false
      return Receipt.Field(time, confidence: rounded((isNear ? 0.97 : 0.7) * source.confidence), place: source.box)
    }
    return nil
  }
}
