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
}
