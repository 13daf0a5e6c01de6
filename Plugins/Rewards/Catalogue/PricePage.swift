internal import QixModule

/// The page of a reward's prices.
struct PricePage {
  let history: PriceHistory
  let now: Timestamp
  /// Whether it leaves out what the reward cost before and is going to cost.
  var isOfNow = false

  static let fields: [Field<PricePage>] = [
    Field("price", .coins) { $0.history.coins(at: $0.now) },
    Field("regular_price", .coins, "without offers") { $0.history.regular(at: $0.now) },
    Field("next_price", .coins, for: .business) { $0.history.changes(after: $0.now).first?.coins },
    Field("next_change", .time, "from", for: .business) { $0.history.changes(after: $0.now).first?.at },
  ]

  static let table = Field<PricePage>("prices", rows: entries, title: "Prices") { page in
    page.isOfNow ? [] : page.history.prices.map { (price: $0, state: page.history.state(of: $0, at: page.now)) }
  }

  private static let entries: [Field<(price: Price, state: PriceHistory.State)>] = [
    Field("number", .integer) { $0.price.entry },
    Field("price", .text) { $0.price.terms.words },
    Field("from", .time) { $0.price.from },
    Field("until", .time) { $0.price.end },
    Field("state", .text) { $0.state.rawValue },
    Field("recorded", .time, "WRITTEN DOWN") { $0.price.recorded },
  ]
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
