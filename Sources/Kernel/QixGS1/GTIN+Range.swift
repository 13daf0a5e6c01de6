extension GTIN {
  /// The range that the first digits put a number into (GS1 General Specifications, 1.4.2 and 1.4.3).
  package enum Range: String, Sendable, CaseIterable {
    /// One thing, the same everywhere.
    case tradeItem = "trade-item"
    /// Within one company (0–2 of a GTIN-8, 04 of a GTIN-13): any company may have given it to anything.
    case company
    /// Numbers of one region, most often with a price or a weight (02, 20–29): `variable` takes them apart.
    case restricted
    /// A coupon of a currency area (981–983) or of a country (05, 99).
    case coupon
    /// A refund receipt (980).
    case refund
    /// A book or a sheet of music (978, 979).
    case book
    /// An issue of a serial (977).
    case serial
    /// For demonstrations (952).
    case demonstration
    /// A packing of units (a GTIN-14 with indicator 1–8).
    case packing
    /// A packing of variable measure (a GTIN-14 with indicator 9).
    case variablePacking = "variable-packing"
  }

  package var range: Range {
    let all = Array(digits.utf8).map { Int($0) - 48 }
    if all[0] == 9 { return .variablePacking }
    if all[0] != 0 { return .packing }
    if all[..<6].allSatisfy({ $0 == 0 }) { return all[6] <= 2 || all[6] == 0 ? .company : .tradeItem }
    let two = all[1] * 10 + all[2], three = two * 10 + all[3]
    switch three {
    case 20...29, 200...299: return .restricted
    case 40...49: return .company
    case 50...59, 981...984, 990...999: return .coupon
    case 952: return .demonstration
    case 977: return .serial
    case 978, 979: return .book
    case 980: return .refund
    default: return .tradeItem
    }
  }

  /// Whether the number is of one product the world over, so that a catalogue of everybody's can know it.
  package var isGlobal: Bool {
    switch range {
    case .tradeItem, .book, .serial, .packing, .variablePacking: true
    case .company, .restricted, .coupon, .refund, .demonstration: false
    }
  }

  /// A restricted number taken apart as most shops do it: two digits that say what follows, five of the article, an inner
  /// check digit or a fifth, and the price or weight. What the digits mean is each region's and often each chain's own
  /// business (GS1 General Specifications, 2.1.11), so this is a split and no interpretation.
  package struct Variable: Sendable, Equatable {
    /// 02, 20 to 29.
    package let prefix: String
    /// Five digits.
    package let article: String
    /// Five digits: a price in minor units, a weight in grams, or neither.
    package let value: Int
    /// The number with zeros in place of price or weight, by which a catalogue can know the article.
    package let base: GTIN
  }

  /// Nil of numbers that carry neither price nor weight.
  package var variable: Variable? {
    guard range == .restricted else { return nil }
    let thirteen = Array(digits.utf8.dropFirst())
    let article = thirteen[2..<7]
    let base = Array(thirteen[..<7]) + [UInt8](repeating: UInt8(ascii: "0"), count: 5)
    let numbers = base.map { $0 - UInt8(ascii: "0") }
    let check = UInt8(Self.checkDigit(of: numbers))
    guard let number = try? GTIN(Self.text(numbers + [check])) else { return nil }
    return Variable(
      prefix: String(decoding: thirteen[..<2], as: UTF8.self), article: String(decoding: article, as: UTF8.self),
      value: thirteen[7..<12].reduce(0) { $0 * 10 + Int($1) - 48 }, base: number)
  }
}
