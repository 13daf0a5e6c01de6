package import QixKernel
package import QixOCR

/// The content of a till receipt, as far as it could be read. Amounts are in the smallest units of `currency`.
package struct Receipt: Hashable, Sendable {
  /// The name that the shop is known by.
  package var merchant: Field<String>?
  /// The firm behind it, where another name stands above its own.
  package var firm: Field<String>?
  package var address: Field<String>?
  /// The merchant's number with the tax office or the register of companies.
  package var taxNumber: Field<String>?
  package var date: Field<CalendarDate>?
  /// The day that the date's figures are where the month comes first, of a date that was read day-first and may be either:
  /// 3/11. Nil where it can't be.
  package var monthFirstDate: CalendarDate?
  package var time: Field<ClockTime>?
  /// The receipt's or the invoice's number.
  package var transaction: Field<String>?
  package var till: Field<String>?
  package var items: [Item] = []
  package var subtotal: Field<Int64>?
  /// Tax amounts, one for each rate.
  package var taxes: [Field<Int64>] = []
  /// The amount that rounding to coins in use added; negative where it took away.
  package var rounding: Field<Int64>?
  package var total: Field<Int64>?
  /// The money handed over, and the change.
  package var cash: Field<Int64>?
  package var change: Field<Int64>?
  package var card: Field<Int64>?
  /// The currency as printed; nil where nothing says it.
  package var currency: Field<Currency>?
  /// Other currencies that the printed sign may stand for: `$` is of many countries, and a receipt of theirs says no more.
  package var otherCurrencies: [Currency] = []
  /// Signs against its being one receipt of one purchase.
  package var doubts: [PaperDoubt] = []
  /// The name of the locale whose words fitted best: `ms`, `it`.
  package var locale: String?
  /// Numbers among the lines that are the shop's, and on each of its receipts: of its address, telephones, taxes, tills.
  package var shopNumbers: [String] = []
  /// All that was read, for reviewers and for finding duplicates.
  package var lines: [TextLine] = []
  /// The picture's size in pixels.
  package var width = 0
  package var height = 0

  package init() {}
}

extension Receipt {
  /// A value with where it stands and how sure it is.
  package struct Field<Value: Hashable & Sendable>: Hashable, Sendable {
    package var value: Value
    /// The probability that the value is right, 0…1.
    package var confidence: Double
    /// Nil where it stands nowhere by itself, being computed.
    package var place: Box?

    package init(_ value: Value, confidence: Double, place: Box? = nil) {
      (self.value, self.confidence, self.place) = (value, confidence, place)
    }
  }
}

/// An article that was bought, a line of the receipt.
package struct Item: Hashable, Sendable {
  package var text: String
  /// In thousandths: 1000 for one piece, 350 for 0.350 kg.
  package var quantity: Int64
  package var unitPrice: Int64?
  package var amount: Int64
  /// The number with its check digit, of 8, 12, 13 or 14 digits, where one is printed.
  package var gtin: String?
  package var confidence: Double
  package var place: Box?
  package var kind: Kind

  /// What a line of a receipt stands for.
  package enum Kind: String, Sendable {
    case goods
    /// It takes off money and gives nothing back: a discount, a voucher.
    case moneyOff
    /// A bottle or a box is to come back for it.
    case deposit
    /// What is paid for isn't bought by it, or not yet: a top-up, a gift card, a part of a price, cash that is paid out.
    case noGoods
  }

  package init(
    text: String, quantity: Int64 = 1_000, unitPrice: Int64? = nil, amount: Int64, gtin: String? = nil,
    confidence: Double, place: Box? = nil, kind: Kind = .goods
  ) {
    self.text = text
    self.quantity = quantity
    self.unitPrice = unitPrice
    self.amount = amount
    self.gtin = gtin
    self.confidence = confidence
    self.place = place
    self.kind = kind
  }
}

/// A rectangle in whole pixels of the upright picture.
package struct Box: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// The time of a clock on the wall.
package struct ClockTime: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let hour: Int
  package let minute: Int
  /// Nil where it isn't printed.
  package let second: Int?

  /// Nil where there is no such time.
  package init?(hour: Int, minute: Int, second: Int? = nil) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second ?? 0) else { return nil }
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// Reads `14:03` or `14:03:22`.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 2 }) else { return nil }
    let numbers = parts.compactMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
    guard numbers.count == parts.count else { return nil }
    self.init(hour: numbers[0], minute: numbers[1], second: numbers.count == 3 ? numbers[2] : nil)
  }

  package var description: String {
    ([hour, minute] + (second.map { [$0] } ?? [])).map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.hour, left.minute, left.second ?? 0) < (right.hour, right.minute, right.second ?? 0)
  }
}

extension Receipt {
  /// Digit groups of three digits and more, punctuation within a word left out, sorted and each once: what tells two
  /// receipts of one shop apart, and hardly changes from one photo of a receipt to the next.
  package var numericTokens: [String] {
    var tokens: Set<String> = []
    for line in lines { Self.numbers(in: line.text, &tokens) }
    return tokens.sorted()
  }

  /// The digit groups of a text.
  package static func numbers(in text: String) -> Set<String> {
    var tokens: Set<String> = []
    numbers(in: text, &tokens)
    return tokens
  }

  /// Adds the digit groups of a text.
  static func numbers(in text: String, _ tokens: inout Set<String>) {
    var group: [UInt8] = []
    func end() {
      if group.count >= 3 { tokens.insert(String(decoding: group, as: UTF8.self)) }
      group = []
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9": group.append(UInt8(scalar.value))
      case _ where scalar.properties.isAlphabetic || scalar.properties.isWhitespace: end()
      default: break
      }
    }
    end()
  }
}
