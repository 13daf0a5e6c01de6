internal import QixModule

/// The page of a reward's prices.
enum PricePage {
  static func fields(of history: PriceHistory, at now: Timestamp, into document: inout Document) {
    let coins = history.coins(at: now)
    document.field("price", .coins(coins))
    let regular = history.regular(at: now)
    document.field("regular_price", "without offers", .coins(regular))
    let next = history.changes(after: now).first
    document.field("next_price", .coins(next?.coins), confidential: .business)
    document.field("next_change", "from", .timestamp(next?.at), confidential: .business)
  }

  static func table(
    of history: PriceHistory, at now: Timestamp, into document: inout Document, isEmpty: Bool = false
  ) {
    document.table("prices", title: "Prices", entries(of: history, at: now), rows: isEmpty ? [] : history.prices)
  }

  private static func entries(of history: PriceHistory, at now: Timestamp) -> [RowField<Price>] {
    [
      RowField(number: "number") { .integer($0.entry) },
      RowField("price") { .text($0.terms.words) },
      RowField("from") { .timestamp($0.from) },
      RowField("until") { .timestamp($0.end) },
      RowField("state") { .text(history.state(of: $0, at: now).rawValue) },
      RowField("recorded", "WRITTEN DOWN") { .timestamp($0.recorded) },
    ]
  }
}

extension PriceHistory {
  /// The state of a price at a moment.
  enum State: String, Sendable {
    case ahead
    case inForce = "in force"
    case over
    case withdrawn
  }

  func state(of price: Price, at now: Timestamp) -> State {
    if let withdrawn = price.withdrawn, withdrawn <= now || withdrawn <= price.from { return .withdrawn }
    if now < price.from { return .ahead }
    if price.isOffer { return price.isInForce(at: now) ? .inForce : .over }
    let isLatest = prices.allSatisfy {
      $0.isOffer || !$0.isInForce(at: now) || ($0.from, $0.entry) <= (price.from, price.entry)
    }
    return isLatest ? .inForce : .over
  }
}

extension Price.Terms {
  /// `120`, `20 % off`.
  var words: String {
    switch self {
    case .coins(let coins): "\(coins)"
    case .percentOff(let percent): "\(percent) % off"
    }
  }
}

extension Price {
  /// For the audit log.
  var words: String {
    if withdrawn != nil { return "withdrew \(entry)" }
    return "\(terms.words) from \(from)" + (until.map { " until \($0)" } ?? "")
  }
}
