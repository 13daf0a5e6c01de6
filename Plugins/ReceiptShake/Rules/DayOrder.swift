internal import QixReceipts
internal import QixShake

/// The order of day and month in a date of figures, where both are possible.
enum DayOrder: String, CaseIterable, Sendable {
  case dayFirst = "day-first"
  case monthFirst = "month-first"

  /// Currencies of countries where one shop prints the month first and the next one doesn't (Unicode CLDR 44, short
  /// dates, and what tills there print).
  private static let mixed: Set<String> = ["CAD", "PHP", "BZD", "KYD", "PAB"]

  /// The order that is used where a currency is; nil where either is.
  init?(of currency: Currency?) {
    guard let currency, !Self.mixed.contains(currency.code) else { return nil }
    self = currency.code == "USD" ? .monthFirst : .dayFirst
  }
}

extension ReceiptRules {
  /// Confidence of a day that may as well be another one.
  private static let undecided = 0.5

  /// The receipt with its day in the order of the campaign's country. The parser knows the language alone, which is one in
  /// London and in New York.
  func dated(_ receipt: Receipt) -> Receipt {
    guard let date = receipt.date, let other = receipt.monthFirstDate else { return receipt }
    var receipt = receipt
    let isUnsigned = receipt.currency == nil && currency == nil
    switch order ?? (isUnsigned ? .dayFirst : DayOrder(of: currency(of: receipt))) {
    case .dayFirst: break
    case .monthFirst: receipt.date?.value = other
    case nil: receipt.date?.confidence = min(date.confidence, Self.undecided)
    }
    receipt.monthFirstDate = nil
    return receipt
  }
}
