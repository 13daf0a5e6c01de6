/// A quantity and a price of one, by themselves in a row: `3 x 1.99`, `0,500 kg x 3.98`, `3 @ 1.99  5.97`.
struct Measure {
  /// In thousandths.
  let quantity: Int64
  let price: Int64

  /// The product of both, rounded.
  var amount: Int64 { (quantity * price + 500) / 1_000 }

  private static let units = Set(
    ["KG", "GR", "LT", "ML", "PCS", "STK", "UND", "UDS", "BUC", "UNIT", "UNITS", "EUR", "LEI", "ZRL"].map {
      Array($0.utf8)
    })

  /// Whether a row has a sign of multiplication and no word but units and what tells of a tax.
  static func isAlone(in row: Row) -> Bool {
    var bytes = row.folded.bytes
    for amount in row.amounts {
      bytes.replaceSubrange(amount.range, with: repeatElement(0x20, count: amount.range.count))
    }
    let words = bytes.split { !$0.isCapital }.map { Array($0) }
    return
      (words.contains([UInt8(ascii: "X")]) || bytes.contains(UInt8(ascii: "@")) || bytes.contains(UInt8(ascii: "*")))
      && words.allSatisfy { $0.count <= 2 || units.contains($0) }
  }

  /// - Parameter amount: the row's last, which is the price where the row doesn't say what both make.
  /// - Returns: nil where it is that product, or there is no quantity.
  init?(_ row: Row, amount: Int64) {
    guard let price = row.amounts.last, row.amounts.count <= 2, price.value > 0, price.value < 1_000_000,
      !row.folded.bytes[price.range.upperBound...].contains(where: \.isASCIIDigit)
    else { return nil }
    // Of two amounts the first may be a quantity with decimals, before the sign; a price stands behind it.
    let before = row.folded.bytes[..<price.range.lowerBound]
    if row.amounts.count == 2 {
      let first = row.amounts[0].range.lowerBound
      guard !before[..<first].contains(where: { "X@*".utf8.contains($0) }) else { return nil }
    }
    guard let quantity = ItemFinder.numbers(Array(before)).first else { return nil }
    (self.quantity, self.price) = (quantity, price.value)
  }
}
