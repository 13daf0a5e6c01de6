/// Signs against a paper's being one receipt of one purchase.
package enum PaperDoubt: String, CaseIterable, Sendable {
  /// A row says that it is an offer, a copy, cancelled or money given back.
  case noPurchase = "no-purchase"
  /// Two totals stand side by side: it is more than one.
  case several
}

struct PaperFinder {
  let rows: [Row]
  let words: Vocabulary

  func find() -> [PaperDoubt] {
    var doubts: [PaperDoubt] = []
    if rows.contains(where: saysNoPurchase) || rows.contains(where: givesMoneyBack) { doubts.append(.noPurchase) }
    if rows.contains(where: hasTwoTotals) { doubts.append(.several) }
    return doubts
  }

  /// Whether such words are all there is in the row: `RESO MERCE / REFUND`, and not `STRICTLY NO CASH REFUND` or
  /// `CUSTOMER'S COPY`. English stands on receipts everywhere.
  private func saysNoPurchase(_ row: Row) -> Bool {
    guard row.amounts.isEmpty, row.key.letters.count >= 4 else { return false }
    var rests = [row.key.letters[...]]
    for _ in 0..<4 {
      rests = rests.flatMap { rest in
        words[.noPurchase].filter { rest.starts(with: $0) }.map { rest.dropFirst($0.count) }
      }
      if rests.contains(where: \.isEmpty) { return true }
    }
    return false
  }

  /// The word for the total, and behind it an amount below 0.
  private func givesMoneyBack(_ row: Row) -> Bool {
    words.has(row, .total) && !words.has(row, .uncounted) && (row.amounts.last?.value ?? 0) < 0
  }

  /// The word for the total at two places of a row, with an amount behind each.
  private func hasTwoTotals(_ row: Row) -> Bool {
    guard row.amounts.count >= 2 else { return false }
    let printed = row.folded.bytes.split { !$0.isCapital }
    let labels = printed.filter { word in words[.total].contains { word.elementsEqual($0) } }
    guard labels.count >= 2 else { return false }
    return zip(labels, labels.dropFirst()).contains { first, second in
      row.amounts.contains { first.endIndex <= $0.range.lowerBound && $0.range.upperBound <= second.startIndex }
        && row.amounts.contains { second.endIndex <= $0.range.lowerBound }
    }
  }
}
