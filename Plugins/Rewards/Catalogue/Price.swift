internal import QixModule

/// A price of a reward from a moment on, as it was written down. Nothing of it ever changes but that it may be
/// withdrawn.
struct Price: Sendable, Equatable {
  /// Its number in the history of all prices, in the order in which they were written down.
  let entry: Int64
  let terms: Terms
  let from: Timestamp
  /// The end of an offer; nil for a price that holds until the next one.
  let until: Timestamp?
  let recorded: Timestamp
  /// When it was taken back: a price before it came into force, an offer also while it ran.
  var withdrawn: Timestamp?

  enum Terms: Sendable, Equatable {
    case coins(Int64)
    /// The share off the price in force; only for offers.
    case percentOff(Int64)
  }

  /// The most coins that a reward can cost, so that no calculation with it overflows.
  static let most: Int64 = 1_000_000_000_000_000

  /// So many percent less, in whole coins, rounded up.
  /// - Parameter percent: 1 to 99, so that 1 coin at least is left.
  static func reduced(_ coins: Int64, by percent: Int64) -> Int64 { (coins * (100 - percent) + 99) / 100 }
}

/// All prices of a reward.
struct PriceHistory: Sendable, Equatable {
  /// In the order in which they were written down.
  let prices: [Price]

  /// The price of one piece at a moment, in coins; nil before the first price.
  ///
  /// The price in force is the one with the latest beginning, of several that begin at the same moment the last that was
  /// written down. Where offers run, users pay the lowest of it and them; offers don't add up.
  func coins(at time: Timestamp) -> Int64? {
    guard let regular = regular(at: time) else { return nil }
    return prices.reduce(regular) { lowest, price in
      guard price.isOffer, price.isInForce(at: time) else { return lowest }
      return min(lowest, price.coins(of: regular))
    }
  }

  /// The price without offers.
  func regular(at time: Timestamp) -> Int64? {
    let inForce = prices.filter { !$0.isOffer && $0.isInForce(at: time) }
    let latest = inForce.max { ($0.from, $0.entry) < ($1.from, $1.entry) }
    return latest.map { $0.coins(of: 0) }
  }

  /// The moments behind `time` at which what users pay changes, with what it is from then on.
  func changes(after time: Timestamp) -> [(at: Timestamp, coins: Int64)] {
    let moments = Set(prices.flatMap { [$0.from, $0.end].compactMap(\.self) }.filter { $0 > time }).sorted()
    var last = coins(at: time)
    return moments.compactMap { moment in
      guard let now = coins(at: moment), now != last else { return nil }
      last = now
      return (moment, now)
    }
  }
}

extension Price {
  var isOffer: Bool { until != nil }

  /// Until before this moment it counts; nil where only another one ends it.
  var end: Timestamp? {
    guard let withdrawn else { return until }
    return until.map { min($0, withdrawn) } ?? withdrawn
  }

  /// Whether it counts at a moment. A price without an end counts from its beginning on, and a later one takes its
  /// place.
  func isInForce(at time: Timestamp) -> Bool { from <= time && end.map { time < $0 } ?? true }

  /// - Parameter regular: the price in force, of which an offer may be a part.
  func coins(of regular: Int64) -> Int64 {
    switch terms {
    case .coins(let coins): coins
    case .percentOff(let percent): Self.reduced(regular, by: percent)
    }
  }
}
