extension Receipt {
  /// Whether the items cost surely something else than the total: by more than half, which allows for taxes, service
  /// and discounts that they don't contain. It can't be said where one item alone is the total: sums are read as items
  /// now and then.
  package var itemsContradictTotal: Bool {
    guard let total = total?.value, total > 0, !items.isEmpty else { return false }
    let sum = items.reduce(0) { $0 + $1.amount }
    if 2 * total > 3 * sum { return true }
    return 2 * sum > 3 * total && !items.contains { 4 * $0.amount >= 3 * total && $0.amount <= total }
  }

  /// Whether the items cost more than was paid: one of them was misread, or altered, or is a sum.
  package var itemsExceedTotal: Bool {
    guard let total = total?.value else { return false }
    // One in fifty, since prices are rounded.
    return items.reduce(0) { $0 + $1.amount } > total + max(2, total / 50)
  }

  /// Whether the items come to less than the total, and nothing besides bears it out: neither what was paid nor the taxes.
  /// One stroke of a pen makes 1,190 of 799.
  package var totalStandsAlone: Bool {
    guard let total = total?.value else { return false }
    let listed = items.reduce(0) { $0 + $1.amount }
    guard listed > 0 else { return false }
    let taxed = [listed, subtotal?.value ?? listed].map { $0 + taxes.reduce(0) { $0 + $1.value } }
    let paid = [card?.value, cash.map { $0.value - (change?.value ?? 0) }].compactMap(\.self)
    return !([listed] + taxed + paid).contains { $0 >= total - max(2, total / 50) }
  }

  /// Items that are together what was to be paid are surer for it: by chance a misread one adds up one time in hundreds.
  mutating func settleItems() {
    let sum = items.reduce(0) { $0 + $1.amount }
    guard sum > 0, sum == total?.value || sum == subtotal?.value else { return }
    for index in items.indices { items[index].confidence = rounded(min(0.98, items[index].confidence * 1.08)) }
  }
}
