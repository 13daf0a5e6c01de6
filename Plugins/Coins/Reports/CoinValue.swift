internal import QixModule

/// What a coin is worth: an exact decimal of a currency, finer than its smallest unit if need be, such as 0.005 EUR.
struct CoinValue: Hashable, Sendable, CustomStringConvertible {
  /// Billionths of the currency's unit.
  let billionths: Int64
  let currency: Currency

  private static let decimals = 9
  /// So that the worth of all coins that can be counted, at each of thousands of values, fits into 128 bits.
  private static let most: Int64 = 1_000_000

  /// Reads `0.01 EUR` or `EUR 0.01`: a point before at most nine decimals, no sign.
  init(_ text: String) throws(SettingError) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2 else { throw Self.unfit }
    let isCodeFirst = words[0].first.map { $0.isASCII && $0.isLetter } == true
    let (number, code) = isCodeFirst ? (words[1], words[0]) : (words[0], words[1])
    guard let currency = Currency(String(code)) else {
      throw SettingError("\(MoneyError.currency(String(code)))")
    }
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    func isDigits(_ text: Substring) -> Bool { !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    guard isDigits(parts[0]), parts.count == 1 || isDigits(parts[1]) else { throw Self.unfit }
    let fraction = parts.count == 2 ? parts[1] : ""
    guard fraction.utf8.count <= Self.decimals, let whole = Int64(parts[0]), whole <= Self.most,
      let rest = Int64(fraction + String(repeating: "0", count: Self.decimals - fraction.utf8.count))
    else { throw Self.unfit }
    (billionths, self.currency) = (whole * 1_000_000_000 + rest, currency)
    guard billionths > 0, billionths <= Self.most * 1_000_000_000 else { throw Self.unfit }
  }

  private static let unfit = SettingError(
    "it must be an amount of money above 0 and no more than \(most), with nine decimals at most, such as 0.01 EUR",
    hint: """
      Write digits, a full stop and the currency's three letters. Remove the value with \
      `qix setting reset coins.value`.
      """)

  /// `0.01 EUR`, `0.005 EUR`: with the currency's decimals at least.
  var description: String {
    let digits = String(billionths)
    let padded = String(repeating: "0", count: max(0, Self.decimals + 1 - digits.utf8.count)) + digits
    var fraction = padded.suffix(Self.decimals)
    while fraction.utf8.count > currency.decimals, fraction.last == "0" { fraction.removeLast() }
    return "\(padded.dropLast(Self.decimals))\(fraction.isEmpty ? "" : ".")\(fraction) \(currency)"
  }
}

/// The worth of coins, exact until it is written: then each figure is rounded to the currency's smallest unit, halves
/// away from zero. Amounts of several currencies stand beside one another.
struct Worth: Sendable, CustomStringConvertible {
  /// In billionths of the unit.
  private var sums: [Currency: Int128] = [:]

  init() {}

  init(_ coins: Int64, at value: CoinValue) { add(coins, at: value) }

  mutating func add(_ coins: Int64, at value: CoinValue) {
    sums[value.currency, default: 0] += Int128(coins) * Int128(value.billionths)
  }

  /// Whether no coins with a value were added.
  var isEmpty: Bool { sums.isEmpty }

  /// `2.50 EUR`, `2.50 EUR + 3.00 USD`; empty where nothing was added.
  var description: String {
    sums.sorted { $0.key.code < $1.key.code }.map { Self.rounded($0.value, $0.key) }.joined(separator: " + ")
  }

  private static func rounded(_ billionths: Int128, _ currency: Currency) -> String {
    var unit: Int128 = 1_000_000_000
    for _ in 0..<currency.decimals { unit /= 10 }
    let units = (billionths.magnitude + UInt128(unit) / 2) / UInt128(unit)
    let digits = String(units)
    let sign = billionths < 0 && units > 0 ? "-" : ""
    guard currency.decimals > 0 else { return "\(sign)\(digits) \(currency)" }
    let padded = String(repeating: "0", count: max(0, currency.decimals + 1 - digits.utf8.count)) + digits
    return "\(sign)\(padded.dropLast(currency.decimals)).\(padded.suffix(currency.decimals)) \(currency)"
  }
}

/// The values that a coin had, by `coins.value`: each from when it was set until the next. The first counts for what lies
/// before it, too, since coins are older than the setting.
struct CoinValues: Sendable {
  private var steps: [(since: Timestamp, value: CoinValue?)]

  init(in connection: Connection) throws {
    steps = try connection.history(of: CoinsModule.value)
    // A clock that was set back makes no value of before count again.
    for index in steps.indices.dropFirst() {
      steps[index].since = max(steps[index].since, steps[index - 1].since)
    }
    // As long as there was none, there is nothing that could count for what lies before.
    steps = Array(steps.drop { $0.value == nil })
  }

  /// The value by its number, which is the same for all moments between two changes; nil where there is none.
  func number(at moment: Timestamp) -> Int? {
    guard !steps.isEmpty else { return nil }
    let number = steps.lastIndex { $0.since <= moment } ?? 0
    return steps[number].value == nil ? nil : number
  }

  func value(_ number: Int?) -> CoinValue? { number.flatMap { steps[$0].value } }

  func value(at moment: Timestamp) -> CoinValue? { value(number(at: moment)) }

  /// Currencies, by their codes.
  var currencies: [Currency] {
    Set(steps.compactMap(\.value?.currency)).sorted { $0.code < $1.code }
  }
}
