internal import QixReceipts
internal import QixShake

/// Two receipts side by side, by what they say. Reading is never exact, so both sides are given the letters that it
/// takes for each other.
struct Comparison: Sendable, Equatable {
  enum Shops: Sendable { case same, different, unknown }

  /// From which confidence on something counts as surely read.
  static let sure = 0.9
  /// An item of a picture that is hard to read is hardly ever surer.
  static let sureItem = 0.8
  /// Digits of a transaction's number that are enough to tell it from others of the shop.
  private static let fewestDigits = 5
  /// A number of a transaction has no form by which a misread digit would show.
  static let sureNumber = 0.85

  /// A time that stands elsewhere than beside the date may be no time of the purchase.
  static let sureTime = 0.75
  /// A name that is found by nothing but its place may be a slogan, or the street below a name that is covered.
  static let sureName = 0.85

  /// Whether both are of one shop: unknown where they name theirs by different means, or one doesn't surely.
  let shops: Shops
  /// How many of day, time, total and the transaction's number were surely read on both and are another: then they are
  /// two papers, or one of them was changed.
  let differences: Int
  /// Whether the numbers of the transactions were surely read on both and are another.
  let differsInNumber: Bool
  /// Whether the numbers were read as another's, surely or not: of a copy a digit was misread, of two customers it is theirs.
  let readsOtherNumber: Bool
  /// Whether each lists items, surely read, and not one costs the same: then they are two purchases.
  let differsInItems: Bool
  /// Whether what they list may be one purchase: several or dear things that cost the same with the same total, or else
  /// most of it; or, where one lists nothing, the same total that is dear, or of one day and not surely another number.
  let listTheSame: Bool
  /// Whether both list the same dear things at the same total, or are of one day and dear and one lists nothing, so that it
  /// is no matter whether their shop can be told.
  let listTheSameDear: Bool
  /// Whether what both list may be of one purchase: half of what the cheaper one costs has the other's price or name, or
  /// one of both lists nothing.
  let overlap: Bool
  /// Whether a thing of both is dear and has the same name, whatever it costs.
  let nameTheSameDear: Bool
  /// Whether both surely name the same minute.
  let isOneMinute: Bool
  /// Whether both have the number of the same transaction, of so many digits that few have it.
  let isOneNumber: Bool
  /// Whether what the other said can be compared.
  let isKnown: Bool
  /// Whether both name the same day.
  let isOneDay: Bool
  /// Whether both surely name a time.
  let bothSayWhen: Bool

  /// - Parameters:
  ///   - other: nil where what it said is gone with its user.
  ///   - dear: what a purchase costs that is nobody's habit, in the smallest units; by default nothing does.
  init(_ receipt: Receipt, _ other: Receipt?, dear: Int64 = .max) {
    guard let other else {
      (shops, differences, differsInNumber, differsInItems) = (.unknown, 0, false, false)
      (readsOtherNumber, listTheSame, isOneDay, bothSayWhen) = (false, false, false, false)
      (listTheSameDear, overlap, isOneMinute, isOneNumber, isKnown) = (false, false, false, false, false)
      nameTheSameDear = false
      return
    }
    shops = Self.shops(receipt, other)
    differsInNumber = Self.areOther(
      receipt.transaction, other.transaction, from: Self.sureNumber, by: { TransactionNumber.plain($0) })
    readsOtherNumber = Self.areOther(
      receipt.transaction, other.transaction, from: 0, by: { TransactionNumber.plain($0) })
    let items = [receipt.items, other.items].map { items in items.filter { $0.confidence >= Self.sureItem } }
    let (amounts, others) = (Set(items[0].map(\.amount)), Set(items[1].map(\.amount)))
    differsInItems = !amounts.isEmpty && !others.isEmpty && amounts.isDisjoint(with: others)
    // Of one day a part of what somebody bought is as suspicious; of all days many buy what is in others' baskets.
    isOneDay = receipt.date != nil && receipt.date?.value == other.date?.value
    let costTheSame = receipt.total != nil && receipt.total?.value == other.total?.value
    let (basket, another) = (Basket(receipt.items), Basket(other.items))
    let isListed = !basket.amounts.isEmpty && !another.amounts.isEmpty
    let isDear = (receipt.total?.value ?? 0) >= dear
    listTheSame =
      if !costTheSame {
        basket.isMostly(another, dear: dear, cheaper: isOneDay)
      } else if isListed {
        basket.sharesEnough(another, dear: dear)
      } else {
        isOneDay && !differsInNumber || isDear
      }
    isKnown = true
    listTheSameDear = costTheSame && (basket.sharesDear(another, dear) || isDear && isOneDay && !isListed)
    overlap = Self.overlap(receipt.items, other.items)
    let names = [receipt, other].map { Set($0.items.filter { $0.amount >= dear }.compactMap(\.name)) }
    nameTheSameDear = !names[0].isDisjoint(with: names[1])
    let numbers = [receipt, other].map { TransactionNumber.plain($0.transaction?.value ?? "") }
    isOneNumber = numbers[0].count >= Self.fewestDigits && numbers[0] == numbers[1]
    bothSayWhen = [receipt.time, other.time].allSatisfy { ($0?.confidence ?? 0) >= Self.sureTime }
    isOneMinute = isOneDay && bothSayWhen && receipt.time?.value.minutes == other.time?.value.minutes
    differences = [
      differsInNumber, Self.areOther(receipt.date, other.date, by: { $0 }),
      Self.areOther(receipt.time, other.time, by: \.minutes), Self.areOther(receipt.total, other.total, by: { $0 }),
    ].count { $0 }
  }

  private static func overlap(_ one: [Item], _ other: [Item]) -> Bool {
    func worth(_ items: [Item]) -> Double { items.reduce(0) { $0 + Double(max(0, $1.amount)) } }
    let (cheaper, dearer) = worth(one) < worth(other) ? (one, other) : (other, one)
    let (prices, names) = (
      Set(dearer.map(\.amount)), Set(dearer.map { Folding.shapes($0.text) }.filter { !$0.isEmpty })
    )
    return worth(cheaper.filter { prices.contains($0.amount) || names.contains(Folding.shapes($0.text)) })
      >= 0.5 * worth(cheaper)
  }

  private static func areOther<Value, Key: Equatable>(
    _ one: Receipt.Field<Value>?, _ other: Receipt.Field<Value>?, from least: Double = sure, by key: (Value) -> Key
  ) -> Bool {
    guard let one, let other, one.confidence >= least, other.confidence >= least else { return false }
    return key(one.value) != key(other.value)
  }

  /// By the tax number or a name, whichever fits: a part of a name is the name with the rest covered, and who covers the
  /// brand leaves the firm's.
  private static func shops(_ receipt: Receipt, _ other: Receipt) -> Shops {
    var compared = false
    let names = [receipt.merchant, receipt.firm].flatMap { one in [other.merchant, other.firm].map { (one, $0) } }
    for (one, another) in [(receipt.taxNumber, other.taxNumber)] + names {
      guard let one, let another else { continue }
      let shapes = [Folding.shapes(one.value), Folding.shapes(another.value)].sorted { $0.count < $1.count }
      guard shapes[0].count >= 3 else { continue }
      if Folding.contains(shapes[0], in: shapes[1]) { return .same }
      if min(one.confidence, another.confidence) >= Self.sureName { compared = true }
    }
    return compared ? .different : .unknown
  }
}
