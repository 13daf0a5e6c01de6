/// Why a person has to look at a receipt.
enum Sign: String, CaseIterable, Sendable {
  case total, date, time, currency, merchant, region, items
  /// It may be no receipt of a purchase, or more than one.
  case paper
  /// It is dear, and of what tells a receipt too much is folded away or can't be read.
  case incomplete
  /// Its day lies ahead.
  case ahead
  /// Another receipt has nearly the same numbers.
  case alike
  /// Another one is of the same merchant, day, time and total, but has other numbers.
  case sameMoment = "same-moment"
  /// Another one is of the same day and total, and nothing that both show tells them apart.
  case sameDay = "same-day"
  /// Another one of the shop has the same total, and several items that cost the same.
  case sameItems = "same-items"
  /// Another one of the shop has the same day and minute, or the same number, and items in common or none.
  case sameMark = "same-mark"
  /// Another picture looks the same.
  case look
  /// The same paper was rejected before, of whomever.
  case rejected

  /// The option of `correct` that says it; nil where no option does.
  var option: String? {
    switch self {
    case .total, .date, .time, .currency, .merchant: rawValue
    case .region: "address"
    case .items: "item"
    case .paper, .incomplete, .ahead, .alike, .sameMoment, .sameDay, .sameItems, .sameMark, .look, .rejected: nil
    }
  }

  /// For reviewers, in words that stand by themselves.
  var sentence: String {
    switch self {
    case .total: "the total is missing or uncertain"
    case .date: "the date is missing or uncertain"
    case .time: "the time is missing or uncertain"
    case .currency: "the currency is uncertain"
    case .merchant: "the merchant is missing or uncertain"
    case .region: "the address is missing or uncertain"
    case .items: "the items are uncertain"
    case .paper:
      "it may be an offer, copy, cancellation or refund, or pay for a top-up, a gift card or part of a price; or the "
        + "picture shows two receipts"
    case .incomplete: "its total is high, and it doesn't show its shop, or shows only one of number, time and items"
    case .ahead: "its day is in the future"
    case .alike: "another receipt has many of the same numbers"
    case .sameMoment: "another receipt has the same merchant, day, time and total"
    case .sameDay: "another receipt has the same day and total, and one of the two doesn't show its time and number"
    case .sameItems:
      "another receipt of the shop has several equally priced items, and the same total, most of its value or half of "
        + "its items"
    case .sameMark:
      "another receipt of the shop has the same number or the same day and minute, and common items or none to compare"
    case .look: "another picture looks the same"
    case .rejected: "the same paper was submitted before and rejected"
    }
  }
}
