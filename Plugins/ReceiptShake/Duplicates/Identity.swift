internal import QixCrypto
internal import QixReceipts

/// The marks by which a receipt is recognised, as keyed hashes: nothing of it can be read without the vault's key.
struct Identity: Sendable {
  /// Of the picture's SHA-256.
  let picture: [UInt8]
  let purchase: Purchase
  /// Of how the picture looks.
  let look: [UInt8]?
  let tokens: Tokens
  /// Those of the numbers that are the shop's and not the purchase's.
  var ofShop = Tokens([])
  /// Of what its items cost: `Basket.features`.
  var basket: [Int64] = []
  /// Of its long numbers, which are hardly ever on two receipts of one day: of a transaction, of a payment.
  var longNumbers: [Int64] = []
  /// Of its day and minute, and of its transaction's number alone: what a forger who alters the prices leaves.
  var marks: [Int64] = []
  /// Of the names of its dearest items: what one who alters a price leaves.
  var names: [Int64] = []
  /// From which worth on receipts of the same items may be one: `ReceiptRules.dear`.
  var dear = Int64.max
  /// Its own text, and the key that opens the others'; nil where that can't be compared.
  var says: (receipt: Receipt, keys: ReceiptKeys)?
}

extension Identity {
  /// Digits of a number from which on it is long.
  private static let long = 8
  private static let mostLong = 10

  private static func marks(_ receipt: Receipt, _ keys: ReceiptKeys) -> [Int64] {
    var words: [String] = []
    if let date = receipt.date?.value, let time = receipt.time?.value { words.append("\(date) \(time.minutes)") }
    let number = TransactionNumber.plain(receipt.transaction?.value ?? "")
    if !number.isEmpty { words.append(String(decoding: number, as: UTF8.self)) }
    return words.map { Int64(bitPattern: keys.number("mark", $0)) }
  }

  /// Of the dearest three.
  private static func names(_ receipt: Receipt, _ keys: ReceiptKeys) -> [Int64] {
    let items = receipt.items.sorted { $0.amount > $1.amount }
    return Set(items.lazy.compactMap(\.name).prefix(3)).sorted().map { Int64(bitPattern: keys.number("name", $0)) }
  }

  /// - Parameter dear: see there; by default nothing is.
  init(_ receipt: Receipt, look: String?, digest: Hash256, dear: Int64 = .max, _ keys: ReceiptKeys) {
    self.init(
      picture: keys.hash("picture", ["\(digest)"]), purchase: Purchase(receipt, keys),
      look: look.map { keys.hash("look", [$0]) },
      tokens: Tokens(receipt.numericTokens.prefix(10_000).map { keys.number("token", $0) }),
      ofShop: Tokens(receipt.shopNumbers.map { keys.number("token", $0) }),
      basket: Basket(receipt.items).features(total: receipt.total?.value, keys),
      longNumbers: Set(receipt.numericTokens).subtracting(receipt.shopNumbers).filter { $0.utf8.count >= Self.long }
        .sorted().prefix(Self.mostLong).map { Int64(bitPattern: keys.number("long", $0)) },
      marks: Self.marks(receipt, keys), names: Self.names(receipt, keys), dear: dear,
      says: (receipt.withoutLines, keys))
  }
}

extension Identity {
  /// Of what a person says that a receipt says: its picture and its numbers are compared already.
  init(correcting receipt: Receipt, dear: Int64 = .max, _ keys: ReceiptKeys) {
    self.init(
      picture: [], purchase: Purchase(receipt, keys), look: nil, tokens: Tokens([]),
      basket: Basket(receipt.items).features(total: receipt.total?.value, keys), marks: Self.marks(receipt, keys),
      names: Self.names(receipt, keys), dear: dear, says: (receipt, keys))
  }
}

/// A purchase by what was printed of it, as keyed hashes. The shop isn't in them: its name can be covered where its tax
/// number is shown and the other way round, so shops are compared by what both receipts say (`Comparison`).
struct Purchase: Sendable, Equatable {
  /// Of day, total and minute; nil where one of them is missing.
  let byTime: [UInt8]?
  /// Of day, total and the transaction's number; likewise.
  let byNumber: [UInt8]?
  /// Of day and total; likewise.
  var byDay: [UInt8]?
}

extension Purchase {
  init(_ receipt: Receipt, _ keys: ReceiptKeys) {
    guard let date = receipt.date?.value, let total = receipt.total?.value else {
      // What is missing is like nothing else.
      self.init(byTime: nil, byNumber: nil)
      return
    }
    let facts = ["\(date)", "\(total)"]
    let number = receipt.transaction.map { TransactionNumber.plain($0.value) } ?? []
    self.init(
      byTime: receipt.time.map { keys.hash("moment", facts + ["\($0.value.minutes)"]) },
      byNumber: number.isEmpty ? nil : keys.hash("transaction", facts + [String(decoding: number, as: UTF8.self)]),
      byDay: keys.hash("day", facts))
  }
}

extension Item {
  /// Its name as readers tell it from others; nil where it is none, or so short that many things have it.
  var name: String? {
    let shapes = Folding.shapes(text)
    return kind == .goods && amount > 0 && shapes.count >= 4 ? String(decoding: shapes, as: UTF8.self) : nil
  }
}
