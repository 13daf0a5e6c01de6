internal import QixReceipts
internal import QixShake

/// A person's reading of the paper, where the program's has something else or nothing.
struct Correction: Sendable {
  var merchant: String?
  var address: String?
  var taxNumber: String?
  var transaction: String?
  var date: String?
  var time: String?
  var currency: String?
  /// `12.40`, in the receipt's currency.
  var total: String?
  /// `2 ACME COLA 2.98`: pieces, the item's text, what they cost together. They take the place of all items.
  var items: [String] = []

  var isEmpty: Bool {
    items.isEmpty
      && [merchant, address, taxNumber, transaction, date, time, currency, total].allSatisfy { $0 == nil }
  }

  /// - Parameter standard: the campaign's currency, for a receipt that doesn't say its own.
  /// - Throws: `ReceiptShakeError.malformed`.
  func applied(to receipt: Receipt, currency standard: Currency?) throws(ReceiptShakeError) -> Receipt {
    var corrected = receipt
    corrected.merchant = try Self.text("merchant", merchant) ?? receipt.merchant
    if merchant != nil { corrected.firm = nil }
    corrected.address = try Self.text("address", address) ?? receipt.address
    corrected.taxNumber = try Self.text("tax-number", taxNumber) ?? receipt.taxNumber
    corrected.transaction = try Self.text("transaction", transaction) ?? receipt.transaction
    if let date {
      guard let day = CalendarDate(date) else {
        throw .malformed(option: "date", problem: "'\(date)' is not a day; write it like 2027-06-01")
      }
      corrected.date = Receipt.Field(day, confidence: 1)
    }
    if let time {
      guard let clock = ClockTime(time) else {
        throw .malformed(option: "time", problem: "'\(time)' is not a time of day; write it like 14:03")
      }
      corrected.time = Receipt.Field(clock, confidence: 1)
    }
    if let currency {
      guard let found = Currency(currency) else {
        throw .malformed(
          option: "currency", problem: "'\(currency)' is not a currency; write its three capital letters, such as EUR")
      }
      corrected.currency = Receipt.Field(found, confidence: 1)
      corrected.otherCurrencies = []
    }
    let decimals = (corrected.currency?.value ?? standard)?.decimals ?? 2
    if let total {
      corrected.total = Receipt.Field(try Self.amount("total", total, decimals: decimals), confidence: 1)
    }
    if !items.isEmpty {
      corrected.items = []
      for item in items { corrected.items.append(try Self.item(item, decimals: decimals)) }
    }
    return corrected
  }

  private static func text(_ option: String, _ text: String?) throws(ReceiptShakeError) -> Receipt.Field<String>? {
    guard let text else { return nil }
    guard !text.isEmpty, text.utf8.count <= 200, PlainText.isUncontrolled(text) else {
      throw .malformed(option: option, problem: "it is empty, longer than 200 bytes, or contains control characters")
    }
    return Receipt.Field(text, confidence: 1)
  }

  /// Digits, and a point where there are decimals.
  static func amount(
    _ option: String, _ text: some StringProtocol, decimals: Int
  ) throws(ReceiptShakeError) -> Int64 {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    func isDigits(_ text: some StringProtocol) -> Bool {
      !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    let places = parts.count == 2 ? parts[1].utf8.count : 0
    guard parts.count <= 2, parts.allSatisfy({ isDigits($0) }), places <= decimals, text.utf8.count <= 13,
      let number = Int64(parts.joined() + String(repeating: "0", count: decimals - places))
    else {
      throw .malformed(
        option: option,
        problem: "'\(text)' is not an amount; write digits, with a point before at most \(decimals.counted("decimal"))")
    }
    return number
  }

  private static func item(_ text: String, decimals: Int) throws(ReceiptShakeError) -> Item {
    let words = text.split(separator: " ")
    guard words.count >= 3, let pieces = Int64(words[0]), (1...10_000).contains(pieces), text.utf8.count <= 200 else {
      throw .malformed(
        option: "item", problem: "'\(text)' is not an item; write quantity, name and amount: '2 ACME COLA 2.98'")
    }
    return Item(
      text: words[1..<words.count - 1].joined(separator: " "), quantity: pieces * 1_000,
      amount: try amount("item", words[words.count - 1], decimals: decimals), confidence: 1)
  }
}
