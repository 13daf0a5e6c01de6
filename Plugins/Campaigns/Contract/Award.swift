package import QixShake

/// The award of an accepted shake.
package enum Award: Sendable, Equatable {
  /// So many coins each time, 1 or more.
  case fixed(Int64)
  /// So many coins for each unit of the proof (a question, a line of a receipt), up to a most; nil for no most.
  case perUnit(coins: Int64, most: Int64?)
  /// Coins that depend on a fact of the proof.
  case table(Table)
  /// One of several prizes, by lot.
  case weighted([Prize])
  /// A pot that grows with each try and is won by one in so many.
  case jackpot(Jackpot)

  /// Awards by a fact: the row with the greatest `from` that a number reaches, or the row whose `value` a text is.
  package struct Table: Sendable, Equatable {
    package var fact: String
    package var rows: [Row]
    /// Coins where no row fits; 0 for nothing.
    package var otherwise: Int64
    package init(fact: String, rows: [Row], otherwise: Int64 = 0) {
      (self.fact, self.rows, self.otherwise) = (fact, rows, otherwise)
    }
  }

  package enum Row: Sendable, Equatable {
    case from(Double, coins: Int64)
    case value(String, coins: Int64)
  }

  /// Coins, 0 for nothing, or a gift; and its weight, 1 or more, against the sum of all.
  package struct Prize: Sendable, Equatable {
    /// 0 where a gift is won.
    package var coins: Int64
    package var gift: Gift?
    package var weight: UInt64
    package init(coins: Int64, weight: UInt64) { (self.coins, self.weight) = (coins, weight) }
    package init(_ gift: Gift, weight: UInt64) { (coins, self.gift, self.weight) = (0, gift, weight) }
  }

  /// What is won in place of coins: a thing that a module gives (`GiftProviding`).
  package struct Gift: Sendable, Equatable {
    /// Its kind and its name: `voucher:coffee`.
    package var name: String
    /// The number of times that the campaign gives it, 1 or more; nil for as often as there is one.
    package var most: Int64?
    package init(_ name: String, most: Int64? = nil) { (self.name, self.most) = (name, most) }
  }

  package struct Jackpot: Sendable, Equatable {
    /// In the pot at the start and after each win.
    package var start: Int64
    /// Coins that each try adds that doesn't win.
    package var step: Int64
    package var most: Int64
    /// One in so many tries wins.
    package var odds: UInt64
    package init(start: Int64, step: Int64, most: Int64, odds: UInt64) {
      (self.start, self.step, self.most, self.odds) = (start, step, most, odds)
    }
  }

  /// The number of equally likely outcomes of the lot; nil where nothing is left to chance.
  package var bound: UInt64? {
    switch self {
    case .fixed, .perUnit, .table: nil
    case .weighted(let prizes): prizes.reduce(0) { $0 + $1.weight }
    case .jackpot(let jackpot): jackpot.odds
    }
  }

  /// The gifts that can be won.
  package var gifts: [Gift] { if case .weighted(let prizes) = self { prizes.compactMap(\.gift) } else { [] } }

  /// The gift that a drawn number wins; nil for coins, and for nothing.
  package func gift(number: UInt64) -> Gift? {
    if case .weighted(let prizes) = self { Self.prize(number, of: prizes).gift } else { nil }
  }

  private static func prize(_ number: UInt64, of prizes: [Prize]) -> Prize {
    var rest = number
    for prize in prizes {
      if rest < prize.weight { return prize }
      rest -= prize.weight
    }
    preconditionFailure("a number was drawn that no prize has")
  }

  /// The coins of a proof.
  /// - Parameters:
  ///   - number: drawn, from 0 to below `bound`; any where that is nil.
  ///   - pot: what is in the jackpot now.
  /// - Returns: 0 for nothing. Products beyond what can be counted are cut off at Int64's end.
  package func coins(for proof: Proof, number: UInt64, pot: Int64) -> Int64 {
    switch self {
    case .fixed(let coins): return coins
    case .perUnit(let coins, let most):
      let (product, isTooMuch) = coins.multipliedReportingOverflow(by: max(0, proof.units))
      return min(isTooMuch ? .max : product, most ?? .max)
    case .table(let table): return table.coins(for: proof)
    case .weighted(let prizes): return Self.prize(number, of: prizes).coins
    case .jackpot: return number == 0 ? pot : 0
    }
  }

  /// The least and the most coins that a proof can win, before a multiplier; of a jackpot, the most that it ever holds.
  package func range(for proof: Proof) -> ClosedRange<Int64> {
    switch self {
    case .fixed, .perUnit, .table:
      let coins = coins(for: proof, number: 0, pot: 0)
      return coins...coins
    case .weighted(let prizes):
      let coins = prizes.map(\.coins)
      return (coins.min() ?? 0)...(coins.max() ?? 0)
    case .jackpot(let jackpot): return 0...jackpot.most
    }
  }

  /// The most that one shake can win, for what is reserved while a shake isn't decided; nil where the proof alone tells.
  package func most(pot: Int64) -> Int64? {
    switch self {
    case .fixed(let coins): coins
    case .perUnit(_, let most): most
    case .table(let table): (table.rows.map(\.coins) + [table.otherwise]).max() ?? 0
    case .weighted(let prizes): prizes.map(\.coins).max() ?? 0
    case .jackpot: pot
    }
  }
}

extension Award.Row {
  package var coins: Int64 {
    switch self {
    case .from(_, let coins), .value(_, let coins): coins
    }
  }
}

extension Award.Table {
  func coins(for proof: Proof) -> Int64 {
    var best: (from: Double, coins: Int64)?
    for row in rows {
      switch row {
      case .from(let least, let coins):
        guard let number = proof.facts[fact]?.double, number >= least, best.map({ $0.from < least }) ?? true else {
          continue
        }
        best = (least, coins)
      case .value(let text, let coins): if proof.facts[fact]?.string == text { return coins }
      }
    }
    return best?.coins ?? otherwise
  }
}
