internal import QixReceipts

/// What the items of a receipt cost, in hundredths, in ascending order. Who draws day, time and number anew leaves the
/// items as they are, and adds a bag at most.
struct Basket: Sendable, Equatable {
  /// Amounts that two receipts of one shop share, from which on they may be one: fewer are a habit, unless they are dear.
  static let fewest = 3
  /// How much of the dearer one's worth both have, from which on they may be one, whatever their totals; less where it is
  /// dear, since another dear thing is easily added.
  static let (most, mostOfDear) = (0.75, 0.5)
  private static let mostItems = 40

  let amounts: [Int64]

  init(_ items: [Item]) { amounts = items.map(\.amount).filter { $0 > 0 }.sorted() }

  /// Whether what both have is several things, or dear ones.
  /// - Parameter dear: from which worth on.
  func sharesEnough(_ other: Basket, dear: Int64) -> Bool {
    let shared = shared(other)
    return Set(shared).count >= Self.fewest || Self.worth(shared) >= Double(dear)
  }

  private func shared(_ other: Basket) -> [Int64] {
    var (left, right) = (amounts[...], other.amounts[...])
    var shared: [Int64] = []
    while let one = left.first, let another = right.first {
      if one == another { shared.append(one) }
      if one <= another { left.removeFirst() }
      if another <= one { right.removeFirst() }
    }
    return shared
  }

  /// Whether both have enough, and it is most of what the dearer one costs. By worth, not by number: ten cheap items that
  /// are added make no other purchase.
  /// - Parameter cheaper: whether it is enough that they are most of what the cheaper one costs: a part of a purchase.
  func isMostly(_ other: Basket, dear: Int64, cheaper: Bool) -> Bool {
    let worths = [Self.worth(amounts), Self.worth(other.amounts)]
    let (whole, shared) = (cheaper ? worths.min() : worths.max(), Self.worth(shared(other)))
    let least = shared >= Double(dear) ? Self.mostOfDear : Self.most
    return sharesEnough(other, dear: dear) && shared >= least * (whole ?? 0) || isMostlyByNumber(other, dear: dear)
  }

  /// Whether both are dear and have half of their items in common, two at least: who alters the price of the dearest, or
  /// adds one, leaves the others.
  private func isMostlyByNumber(_ other: Basket, dear: Int64) -> Bool {
    let shared = Set(shared(other)).count
    return shared >= 2 && 2 * shared >= max(amounts.count, other.amounts.count)
      && min(Self.worth(amounts), Self.worth(other.amounts)) >= Double(dear)
  }

  /// Whether what both have is dear.
  func sharesDear(_ other: Basket, _ dear: Int64) -> Bool { Self.worth(shared(other)) >= Double(dear) }

  /// As a floating-point number, which overflows nowhere.
  private static func worth(_ amounts: [Int64]) -> Double { amounts.reduce(0) { $0 + Double($1) } }

  /// Keyed hashes by which receipts of the same items are found: of each amount together with the total, of each two
  /// amounts that are neighbours, of which an added item parts two, of the dearest alone, and of the total alone, which
  /// is left where the items are folded away.
  func features(total: Int64?, _ keys: ReceiptKeys) -> [Int64] {
    // The dearest: what is added to a receipt is cheap.
    let kept = Set(amounts).sorted().suffix(Self.mostItems)
    var words = zip(kept, kept.dropFirst()).map { "\($0) and \($1)" }
    if let dearest = kept.last { words.append("\(dearest)") }
    if let total { words += kept.map { "\(total) \($0)" } + ["total \(total)"] }
    return words.map { Int64(bitPattern: keys.number("basket", $0)) }.sorted()
  }
}
