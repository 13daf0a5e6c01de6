internal import CampaignsContract
internal import QixShake

/// Coins that each proof wins that can come up, by an award without lots, worked out once by the award itself.
struct AwardTable {
  /// A proof of which nothing but that it was accepted matters.
  static let plain = Proof()
  /// Values that can come up.
  static let mostValues: Int64 = 100_000

  /// One of them comes up each time, all equally likely, unless they are those of things.
  private let coins: [Int64]
  private let isOfThings: Bool

  /// - Parameters:
  ///   - values: that proofs show; nil for those that the type says, or else the award's standard.
  ///   - units: of the type's proofs.
  init(_ award: Award, values: ClosedRange<Int64>?, units: Repetition.Units? = nil) {
    func coins(_ proof: Proof) -> Int64 { award.coins(for: proof, number: 0, pot: 0) }
    var isOfThings = false
    switch award {
    case .fixed, .weighted, .jackpot: self.coins = [coins(Self.plain)]
    case .perUnit:
      switch units {
      case .ofThings(let units)? where values == nil:
        isOfThings = true
        self.coins = units.map { coins(Proof(units: $0)) }
      case .range(let units)? where values == nil: self.coins = units.map { coins(Proof(units: $0)) }
      default: self.coins = (values ?? Self.standard(for: award)).map { coins(Proof(units: $0)) }
      }
    case .table(let table):
      let texts = table.rows.compactMap { if case .value(let text, _) = $0 { text } else { nil } }
      let shown: [JSONValue] =
        texts.isEmpty ? (values ?? Self.standard(for: award)).map(JSONValue.integer) : texts.map(JSONValue.string)
      self.coins = shown.map { value in
        var facts = JSONObject()
        facts[table.fact] = value
        return coins(Proof(facts: facts))
      }
    }
    self.isOfThings = isOfThings
  }

  /// - Parameter thing: that the shake is about.
  func coins(of thing: Int64, random: inout SimulationRandom) -> Int64 {
    if isOfThings { return coins[Int(thing)] }
    return coins.count == 1 ? coins[0] : coins[Int(random.next(below: UInt64(coins.count)))]
  }

  /// The values that proofs show by default: up to where the award grows no more.
  static func standard(for award: Award) -> ClosedRange<Int64> {
    switch award {
    case .fixed, .weighted, .jackpot: return 1...1
    case .perUnit(let coins, let most): return 0...min(most.map { ($0 + coins - 1) / coins } ?? 10, mostValues - 1)
    case .table: return 0...100
    }
  }
}
