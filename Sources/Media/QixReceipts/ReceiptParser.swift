package import QixOCR

/// Makes of the text of a receipt what it says: rows that a photo has turned are straightened, each is told by its words,
/// and amounts are checked against each other (docs/decisions/0058-reading-receipts.md).
package struct ReceiptParser: Sendable {
  private let locales: [ReceiptLocale]

  /// More rows than any receipt has; what comes behind them is not looked at.
  private static let mostLines = 2_000
  /// A total of this confidence was reckoned from other amounts; one that the items contradict is less sure.
  private static let reckoned = 0.98
  private static let contradicted = 0.6

  package init(locales: [ReceiptLocale] = ReceiptLocale.all) { self.locales = locales }

  /// - Parameters:
  ///   - lines: what was read, in any order.
  ///   - width: of the picture, in pixels.
  package func parse(_ lines: [TextLine], width: Int, height: Int) -> Receipt {
    var receipt = Receipt()
    receipt.lines = lines
    (receipt.width, receipt.height) = (width, height)
    var rows = Row.rows(of: Array(lines.prefix(Self.mostLines)))
    guard !rows.isEmpty else { return receipt }
    let words = Vocabulary.fitting(rows, among: locales)
    receipt.locale = words.locale.name
    for index in rows.indices { rows[index].amounts = Amount.all(in: rows[index].folded, signs: words.signs) }
    let classes = rows.map { RowClass($0, words) }

    let names = MerchantFinder(rows: rows, words: words).find()
    (receipt.merchant, receipt.firm, receipt.address) = (names.merchant, names.firm, names.address)
    (receipt.date, receipt.monthFirstDate, receipt.time) = DateFinder(rows: rows, words: words).find()
    let sums = TotalFinder(rows: rows, classes: classes, words: words).find()
    receipt.total = sums.total
    receipt.subtotal = sums.subtotal
    receipt.taxes = sums.taxes
    receipt.rounding = sums.rounding
    (receipt.cash, receipt.change, receipt.card) = (sums.cash, sums.change, sums.card)
    let details = DetailFinder(rows: rows, words: words)
    receipt.taxNumber = details.taxNumber()
    receipt.transaction = details.transaction()
    receipt.till = details.till()
    (receipt.currency, receipt.otherCurrencies) =
      CurrencyFinder(rows: rows, classes: classes, words: words, sums: sums).find()
    receipt.doubts = PaperFinder(rows: rows, words: words).find()
    receipt.shopNumbers = details.shopNumbers(of: receipt)
    let top = rows.first { names.merchant?.place == $0.box }?.index
    receipt.items = ItemFinder(rows: rows, classes: classes, words: words, merchantRow: top).find()
    // Cash and change, or net and taxes, make a total surer than a label that is printed twice.
    // Not where what the items cost is printed as well, and is less.
    let items = receipt.items.reduce(0) { $0 + $1.amount }
    if receipt.itemsContradictTotal, let total = receipt.total,
      total.confidence < Self.reckoned || receipt.subtotal?.value == items && items < total.value
    {
      receipt.total?.confidence = min(total.confidence, Self.contradicted)
    }
    receipt.settleItems()
    let mayBeMore = zip(rows, classes).contains { row, kind in
      guard case .total = kind else { return false }
      return row.amounts.contains { $0.value == receipt.total?.value && $0.mayLackThousands(in: row.folded) }
    }
    if mayBeMore, let total = receipt.total { receipt.total?.confidence = min(total.confidence, Self.contradicted) }
    return receipt
  }
}
