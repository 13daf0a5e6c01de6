internal import QixKernel
internal import QixTerminal

/// How the prices of a reward are shown.
enum PricePage {
  static func fields(of history: PriceHistory, at now: Timestamp, into document: inout Document) {
    let coins = history.coins(at: now)
    document.field("price", "price", coins.map(Cell.coins) ?? .missing)
    let regular = history.regular(at: now)
    document.field("regular_price", "without offers", regular.map(Cell.coins) ?? .missing)
    let next = history.changes(after: now).first
    document.field("next_price", "next price", next.map { .coins($0.coins) } ?? .missing)
    document.field("next_change", "from", next.map { .timestamp($0.at) } ?? .missing)
  }

  static func table(of history: PriceHistory, at now: Timestamp, into document: inout Document) {
    document.table(
      "prices", title: "Prices",
      columns: [
        Column("number", "NUMBER", alignment: .trailing), Column("price", "PRICE"), Column("from", "FROM"),
        Column("until", "UNTIL"), Column("state", "STATE"), Column("recorded", "WRITTEN DOWN"),
      ],
      rows: history.prices.map { price in
        [
          .integer(price.entry), .text(price.terms.words), .timestamp(price.from),
          price.end.map(Cell.timestamp) ?? .missing, .text(history.state(of: price, at: now).rawValue),
          .timestamp(price.recorded),
        ]
      })
  }
}

extension PriceHistory {
  /// What a price is at a moment.
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
