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
    case .total: "the total is missing or not sure"
    case .date: "the date is missing or not sure"
    case .time: "the time is missing or not sure"
    case .currency: "the currency is not sure"
    case .merchant: "the merchant is missing or not sure"
    case .region: "the address is missing or not sure"
    case .items: "the items are not sure"
    case .paper:
      "it may be an offer, a copy, cancelled or money given back, pay for a top-up, a gift card or a part of a price, or "
        + "there are two of them in the picture"
    case .incomplete: "it is dear, and doesn't show its shop, or only one of its number, its time and its items"
    case .ahead: "its day lies ahead"
    case .alike: "another receipt has many of the same numbers"
    case .sameMoment: "another receipt has the same merchant, day, time and total"
    case .sameDay: "another receipt has the same day and total, and one of the two doesn't show its time and number"
    case .sameItems:
      "another receipt of the shop has several items that cost the same, and its total, most of its worth or half of its "
        + "items in them"
    case .sameMark:
      "another receipt of the shop has the same day and minute or the same number, and items in common or none that can be "
        + "compared"
    case .look: "another picture looks the same"
    case .rejected: "the same paper was handed in before, and it was rejected"
    }
  }
}
