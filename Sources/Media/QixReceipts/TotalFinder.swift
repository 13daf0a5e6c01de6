/// Finds what was to be paid, by weighing what speaks for each amount: the words beside it, and the sums that must come
/// out (docs/decisions/0058-reading-receipts.md).
struct TotalFinder {
  let rows: [Row]
  let classes: [RowClass]
  let words: Vocabulary

  struct Found {
    var total: Receipt.Field<Int64>?
    var subtotal: Receipt.Field<Int64>?
    var taxes: [Receipt.Field<Int64>] = []
    var rounding: Receipt.Field<Int64>?
    var cash: Receipt.Field<Int64>?
    var change: Receipt.Field<Int64>?
    var card: Receipt.Field<Int64>?
  }

  /// An amount with its row.
  struct Entry {
    var value: Int64
    var row: Int
    var amount: Amount
    var tier = 0.0
  }

  /// The weight of the signs for an amount.
  private struct Weight {
    var score = 0.0
    /// The independent ways that lead to it: its label, its repetition, what was paid, sums.
    var ways: Set<String> = []
    var tier = 0.0
  }

  /// The amount that belongs to a row: its last, or one that lost its point, or that of the row beside it.
  private func amount(of index: Int) -> (Amount, row: Int)? {
    let row = rows[index]
    if let amount = row.amounts.last { return (amount, index) }
    if let amount = Amount.loose(in: row.folded, signs: words.signs) { return (amount, index) }
    switch classes[index] {
    case .total, .subtotal, .net, .cash, .card, .paid, .change: break
    default: return nil
    }
    guard !words.hasWord(row, .columns) else { return nil }
    for neighbour in [index + 1, index - 1] where rows.indices.contains(neighbour) {
      let other = rows[neighbour]
      if abs(other.middle - row.middle) < 1.6 * max(row.height, other.height), other.key.letters.count <= 2,
        let amount = other.amounts.last
      {
        return (amount, neighbour)
      }
    }
    return nil
  }

  func find() -> Found {
    // Sums of tables behind the totals are no totals.
    let end =
      classes.indices.first { index in
        classes[index] == .summary && (Double(index) > 0.35 * Double(rows.count))
      } ?? rows.count
    var (totals, parts, taxes, roundings, given, changes): ([Entry], [Entry], [Entry], [Entry], [Entry], [Entry]) =
      ([], [], [], [], [], [])
    let usual = rows.map(\.height).sorted()[rows.count / 2]
    for index in rows.indices {
      guard classes[index] != .other, let (amount, place) = amount(of: index) else { continue }
      var entry = Entry(value: amount.value, row: place, amount: amount)
      let isLate = index >= end
      switch classes[index] {
      case .total(let tier):
        entry.tier = isLate ? (tier <= 5 ? 0.5 : tier - 2) : tier
        // Printed larger than the rest.
        if rows[index].height > 1.3 * usual { entry.tier += 1 }
        if entry.value > 0 { totals.append(entry) }
      case .subtotal where !isLate:
        entry.tier = 1
        parts.append(entry)
        if entry.value > 0 { totals.append(entry) }
      case .net where !isLate: parts.append(entry)
      case .tax where !isLate:
        entry.value = abs(entry.value)
        taxes.append(entry)
      case .rounding: roundings.append(entry)
      case .cash, .card, .paid:
        entry.value = abs(entry.value)
        given.append(entry)
      case .change:
        entry.value = abs(entry.value)
        changes.append(entry)
      default: break
      }
    }
    let steps = steps(among: totals, roundings, before: end)
    for index in totals.indices where steps.final[totals[index].value] != nil {
      // A part of a later total.
      totals[index].tier = 1
      parts.append(totals[index])
    }
    var weights = weigh(totals, parts, taxes, roundings, given, changes, end: end)
    for value in Set(steps.final.values) where steps.final[value] == nil {
      weights[value, default: Weight()].score += 5
      weights[value]?.ways.insert("steps")
      for (part, final) in steps.final where final == value && weights[part]?.ways.contains("items") ?? false {
        weights[value]?.ways.insert("items")
      }
    }
    var found = Found()
    found.total = choose(weights, totals, given, end: end)
    if let total = found.total, steps.open.contains(where: { $0.contains(total.value) }),
      weights[total.value]?.ways.isDisjoint(with: ["change", "exact"]) ?? true
    {
      found.total?.confidence = min(total.confidence, Self.reduced)
    }
    if let total = found.total, isReduced(total.value, totals, given) {
      found.total?.confidence = min(total.confidence, Self.reduced)
    }
    func field(_ entry: Entry) -> Receipt.Field<Int64> {
      let source = rows[entry.row].source(of: entry.amount.range)
      return Receipt.Field(entry.value, confidence: rounded(0.9 * source.confidence), place: source.box)
    }
    found.subtotal = parts.first { classes[$0.row] == .subtotal }.map(field)
    found.taxes = taxes.filter { $0.value > 0 }.map(field)
    found.rounding = roundings.last { abs($0.value) <= Self.mostRounding }.map(field)
    found.change = changes.first.map(field)
    found.card = given.first { classes[$0.row] == .card }.map(field)
    found.cash = given.first { classes[$0.row] == .cash }.map(field)
    // Change can't be more than the cash given, nor the cash less than the total.
    if let total = found.total?.value, let cash = found.cash?.value, let change = found.change?.value {
      let fits = cash - change == total
      found.cash?.confidence = fits ? 0.99 : 0.5
      found.change?.confidence = fits ? 0.99 : 0.5
    }
    return found
  }

  /// The confidence where less than the total was to be paid.
  private static let reduced = 0.4
  /// Half of a unit: India rounds to whole rupees.
  private static let mostRounding: Int64 = 50
  /// Rows behind a total in which it may be made less.
  private static let behind = 12

  /// Whether less was paid than the total, or to be paid: by a discount that stands behind it, points, goods given back.
  private func isReduced(_ total: Int64, _ totals: [Entry], _ given: [Entry]) -> Bool {
    guard let row = totals.filter({ $0.value == total }).map(\.row).max() else { return false }
    let amounts = rows[min(row + 1, rows.count)..<min(row + 1 + Self.behind, rows.count)].flatMap {
      $0.amounts.map(\.value)
    }
    let left = Set(amounts.filter { 0 < $0 && $0 < total })
    if amounts.contains(where: { $0 < 0 && left.contains(total + $0) }) { return true }
    // Who pays by two means pays the total with both; a misread digit is a doubt, too.
    let paid = given.map(\.value).filter { $0 > 0 }
    guard let most = paid.max() else { return false }
    return max(most, Set(paid).reduce(0, +)) < total - total / 50
  }

  private func weigh(
    _ totals: [Entry], _ parts: [Entry], _ taxes: [Entry], _ roundings: [Entry], _ given: [Entry], _ changes: [Entry],
    end: Int
  ) -> [Int64: Weight] {
    var weights: [Int64: Weight] = [:]
    func add(_ value: Int64, _ score: Double, _ way: String) {
      guard value > 0 else { return }
      weights[value, default: Weight()].score += score
      weights[value]?.ways.insert(way)
    }
    for (value, entries) in Dictionary(grouping: totals, by: \.value) {
      let tier = entries.map(\.tier).max() ?? 0
      add(value, tier, "label")
      weights[value]?.tier = tier
      if entries.count > 1 { add(value, Double(min(2, entries.count - 1)), "repeated") }
    }
    let labelled = Set(weights.keys)
    // Cash less change.
    var paid: Set<Int64> = []
    for entry in given {
      for change in changes where abs(entry.row - change.row) <= 6 && entry.value >= change.value {
        let value = entry.value - change.value
        if change.value > 0, labelled.contains(entry.value), !labelled.contains(value) {
          // Cash of exactly the total leaves no change: the change was misread.
          if paid.insert(entry.value).inserted { add(entry.value, 2.5, "exact") }
          continue
        }
        guard value > 0, paid.insert(value).inserted else { continue }
        if change.value > 0 {
          add(value, labelled.contains(value) ? 5 : 3.5, "change")
        } else {
          add(value, 2.5, "paid")
        }
      }
    }
    if changes.isEmpty {
      for entry in given where paid.insert(entry.value).inserted {
        add(entry.value, labelled.contains(entry.value) ? 2 : 1, "paid")
      }
    }
    addSums(&weights, parts, taxes, roundings, given, labelled: labelled, end: end)
    // An identity of two numbers and a label that differ by a misread digit, or a digit too many: the label is wrong.
    for value in paid {
      for other in labelled where other != value && Self.isSlip(other, value) {
        add(value, 1.5, "slip")
        weights[other]?.ways.insert("contradicted")
        break
      }
    }
    return weights
  }

  /// Net and tax, total and rounding, and the items.
  private func addSums(
    _ weights: inout [Int64: Weight], _ parts: [Entry], _ taxes: [Entry], _ roundings: [Entry], _ given: [Entry],
    labelled: Set<Int64>, end: Int
  ) {
    let printed = Set(rows[..<end].flatMap(\.amounts).map(\.value))
    let small = Set(roundings.map(\.value).filter { abs($0) <= Self.mostRounding && $0 != 0 }.flatMap { [$0, -$0] })
    func add(_ value: Int64, _ score: Double, _ way: String) {
      guard value > 0 else { return }
      weights[value, default: Weight()].score += score
      weights[value]?.ways.insert(way)
    }
    var sums: Set<Int64> = []
    let taxSums = Set(taxes.map(\.value) + (taxes.count > 1 ? [taxes.reduce(0) { $0 + $1.value }] : []))
    for part in Set(parts.map(\.value)) {
      for tax in taxSums where tax > 0 {
        for rounding in small.union([0]) where printed.contains(part + tax + rounding) {
          sums.insert(part + tax + rounding)
        }
      }
    }
    for sum in sums { add(sum, 3, "tax") }
    var pairs: Set<[Int64]> = []
    let handed = Set(given.map(\.value))
    for base in labelled.union(parts.map(\.value)) {
      for rounding in small where labelled.contains(base + rounding) || handed.contains(base + rounding) {
        pairs.insert([base, base + rounding])
      }
    }
    for pair in pairs {
      // Where both are printed, the rounded one is what is paid.
      if pairs.contains([pair[1], pair[0]]) {
        if pair[1] % 5 == 0, pair[0] % 5 != 0 { add(pair[1], 2.5, "rounding") }
      } else {
        add(pair[1], 2.5, "rounding")
      }
    }
    let stop = classes.indices.first { index in
      switch classes[index] {
      case .total, .subtotal, .net: !rows[index].amounts.isEmpty
      default: false
      }
    }
    guard let stop else { return }
    var sum: Int64 = 0
    for row in rows[..<stop] where row.index > 2 && (classes[row.index] == .other || classes[row.index] == .discount) {
      if let value = row.amounts.last?.value {
        sum += classes[row.index] == .discount ? -abs(value) : value
      }
    }
    if weights[sum] != nil { add(sum, 1.5, "items") }
  }

  /// Whether the first is the second with one digit misread, or one before or behind it too many.
  static func isSlip(_ read: Int64, _ true: Int64) -> Bool {
    let (a, b) = (Array(String(read).utf8), Array(String(`true`).utf8))
    if a.count == b.count { return zip(a, b).count { $0 != $1 } == 1 }
    return a.count == b.count + 1 && (a.dropFirst().elementsEqual(b) || a.dropLast().elementsEqual(b))
  }

  private func choose(
    _ weights: [Int64: Weight], _ totals: [Entry], _ given: [Entry], end: Int
  ) -> Receipt.Field<Int64>? {
    guard let highest = weights.values.map(\.score).max() else {
      // Without a label: what was paid, or the largest amount.
      if let entry = given.first(where: { $0.value > 0 }) {
        return Receipt.Field(entry.value, confidence: 0.3, place: rows[entry.row].source(of: entry.amount.range).box)
      }
      let all = rows[..<end].flatMap { row in row.amounts.map { (row, $0) } }.filter { $0.1.value > 0 }
      return all.max { $0.1.value < $1.1.value }.map { row, amount in
        Receipt.Field(amount.value, confidence: 0.1, place: row.source(of: amount.range).box)
      }
    }
    let first = Dictionary(totals.map { ($0.value, $0.row) }, uniquingKeysWith: min)
    // Of several the one that is printed last: sums come below what they are made of.
    let best = weights.filter { $0.value.score >= highest - 1e-6 }.keys.max {
      (first[$0] ?? -1, $0) < (first[$1] ?? -1, $1)
    }
    guard let best, let weight = weights[best] else { return nil }
    let runnerUp = weights.filter { $0.key != best }.map(\.value.score).max() ?? 0
    let entry = totals.filter { $0.value == best }.max { $0.tier < $1.tier }
    let source = entry.map { rows[$0.row].source(of: $0.amount.range) }
    return Receipt.Field(
      best, confidence: Self.confidence(weight, runnerUp: runnerUp, read: source?.confidence ?? 0.9),
      place: source?.box)
  }

  /// How often such a total is right. Each independent way leaves less room for a mistake; a rival that comes near, a
  /// label that says something else, and doubtful letters leave more.
  private static func confidence(_ weight: Weight, runnerUp: Double, read: Double) -> Double {
    let doubts: [String: Double] = [
      "label": weight.tier >= 4 ? 0.1 : 0.3, "repeated": 0.25, "change": 0.05, "paid": 0.3, "tax": 0.15,
      "rounding": 0.4, "items": 0.15, "slip": 0.9, "steps": 0.05, "exact": 0.3,
    ]
    var doubt = weight.ways.reduce(1.0) { $0 * (doubts[$1] ?? 1) }
    let margin = weight.score - runnerUp
    if margin < 2 { doubt = min(1, doubt * 3 + 0.02) } else if margin < 4 { doubt *= 1.5 }
    if weight.ways.contains("contradicted") { doubt = max(doubt, 0.3) }
    // A misread digit is as probable as the reader's doubt, unless a sum has checked it.
    let isChecked = !weight.ways.isDisjoint(with: ["change", "tax", "items", "repeated", "paid", "steps", "exact"])
    doubt = min(1, doubt + (1 - read) * (isChecked ? 0.1 : 1))
    return rounded(1 - doubt)
  }
}

/// Rounds to thousandths, as confidences are written.
func rounded(_ value: Double) -> Double { (min(1, max(0, value)) * 1_000).rounded() / 1_000 }
