internal import QixReceipts

extension Item {
  /// Goods that are sold by weight are one piece.
  var pieces: Int64 { quantity >= 1_000 && quantity % 1_000 == 0 ? quantity / 1_000 : 1 }

  /// Pieces of one line that nothing on it bears out but the number itself.
  private static let mostUnproven: Int64 = 12

  /// Whether pieces and amount go together: several cost what they cost at least, nothing costs a hundredth or less, and a
  /// large number of pieces has a price of one beside it whose product is the amount.
  /// - Parameter cheapest: what one costs at least, in the smallest units.
  func isPlausible(from cheapest: Int64) -> Bool {
    guard amount >= 0 else { return true }
    let least = pieces > 1 ? max(2, cheapest) : 2
    return Double(amount) >= Double(least) * Double(pieces) && (pieces <= Self.mostUnproven || unitPrice != nil)
  }

  enum GivenBack: Equatable {
    case nothing, unknown
    case pieces(Int64)
  }

  /// What a line of a negative amount takes off: money alone by a discount, or where it is less than one piece costs; a
  /// whole line, or as many of its pieces as cost that, whatever number of pieces it names itself.
  /// - Parameter bought: lines of the same goods.
  func givesBack(of bought: [Item]) -> GivenBack {
    if kind == .moneyOff { return .nothing }
    let bought = bought.filter { $0.amount > 0 }
    if let whole = bought.first(where: { $0.amount == -amount }) { return .pieces(max(whole.pieces, pieces)) }
    for item in bought where item.amount % item.pieces == 0 {
      let price = item.amount / item.pieces
      if price > 0, -amount % price == 0, -amount / price <= item.pieces { return .pieces(-amount / price) }
    }
    let cheapest = bought.map { $0.amount / $0.pieces }.min()
    return cheapest.map { -amount < $0 } ?? false ? .nothing : .unknown
  }
}
