internal import CoinsContract
internal import QixModule

/// The place of a reward's pieces: a budget account of an asset of their own, in the ledger that has the coins too.
struct RewardStock {
  let ledger: any CoinLedger
  let connection: Connection

  init(_ ledger: any CoinLedger, _ connection: Connection) {
    self.ledger = ledger
    self.connection = connection
  }

  /// The stock of a reward, in pieces.
  struct Standing: Sendable, Equatable {
    /// On the shelf, with those that are held.
    let posted: Int64
    /// The part reserved for users who don't have them yet.
    let held: Int64
    /// Pieces that aren't reserved.
    let available: Int64
    /// In users' hands.
    let givenOut: Int64

    func words(of name: String) -> String {
      "'\(name)' has \(posted.counted("item")) on the shelf" + (held > 0 ? ", \(held) of them held for users" : "")
    }
  }

  /// Makes the asset and the shelf of a reward; what is there stays as it is.
  func open(for reward: Reward) throws -> Asset {
    let asset = try ledger.makeAsset(reward.stockCode, in: connection)
    _ = try ledger.makeBudget(reward.shelf, of: asset, in: connection)
    return asset
  }

  /// Nil where pieces are not counted.
  func standing(of reward: Reward) throws -> Standing? {
    guard let asset = reward.stock else { return nil }
    let shelf = try ledger.balance(of: .budget(reward.shelf), asset: asset, in: connection)
    let gone = try ledger.balance(of: .redeemed, asset: asset, in: connection)
    return Standing(posted: shelf.posted, held: shelf.held, available: shelf.available, givenOut: gone.posted)
  }
}
