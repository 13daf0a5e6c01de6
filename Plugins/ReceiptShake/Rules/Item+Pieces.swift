internal import QixReceipts

extension Item {
  /// Goods that are sold by weight are one piece.
  var pieces: Int64 { quantity >= 1_000 && quantity % 1_000 == 0 ? quantity / 1_000 : 1 }

  /// Pieces of one line that nothing on it bears out but the number itself.
  private static let mostUnproven: Int64 = 12

  /// Whether pieces and amount go together: nothing costs a hundredth or less, and a large number of pieces has a price
  /// of one beside it whose product is the amount.
  var isPlausible: Bool {
    guard amount >= 0 else { return true }
    return amount >= 2 * pieces && (pieces <= Self.mostUnproven || unitPrice != nil)
  }

  enum GivenBack { case nothing, pieces, unknown }

  /// Pieces and money that a line of a negative amount takes off: money alone by a discount, or where it is less than
  /// one piece costs; pieces where it is what they cost.
  func givesBack(of items: [Item]) -> GivenBack {
    if isMoneyOff { return .nothing }
    let bought = items.filter { $0.amount > 0 && $0.amount * pieces >= -amount * $0.pieces }
    let prices = items.filter { $0.amount > 0 }.map { (amount: $0.amount, pieces: $0.pieces) }
    if prices.contains(where: { $0.amount * pieces == -amount * $0.pieces }) { return .pieces }
    return bought.isEmpty ? .unknown : .nothing
  }
}
