internal import CoinsContract
internal import QixModule

/// What the ledger counts beside coins: the pieces of each reward, which have no lots, and what users owe.
enum Assets {
  /// Makes an asset and the three accounts that belong to nobody; one that is there stays as it is.
  static func make(_ code: String, in connection: Connection) throws -> Asset {
    precondition((1...64).contains(code.utf8.count), "an asset's code has 1 to 64 bytes")
    if let asset = try find(code, in: connection) { return asset }
    let number = try connection.first("SELECT max(asset) + 1 FROM coins_assets") { $0.integer(0) } ?? 2
    return try make(code, as: Asset(number: number), in: connection)
  }

  /// The same under a number that is fixed.
  @discardableResult
  static func make(_ code: String, as asset: Asset, in connection: Connection) throws -> Asset {
    if let asset = try find(code, in: connection) { return asset }
    try connection.run(
      "INSERT INTO coins_assets (asset, code, has_lots) VALUES (?1, ?2, ?3)", .integer(asset.number), .text(code),
      .integer(asset == .owed ? 1 : 0))
    for kind in [AccountKind.issuer, .redeemed, .expired] {
      let owner = Owner(kind)
      try connection.run(
        """
        INSERT INTO coins_accounts (account, asset, kind, owner, floor, posted, held)
        VALUES ((SELECT max(account) + 1 FROM coins_accounts), ?1, ?2, ?3, ?4, 0, 0)
        """, .integer(asset.number), .integer(kind.rawValue), .id(owner.budget),
        .integer(kind == .issuer ? -Int64.max : 0))
    }
    return asset
  }

  static func find(_ code: String, in connection: Connection) throws -> Asset? {
    try connection.first("SELECT asset FROM coins_assets WHERE code = ?1", .text(code)) {
      Asset(number: $0.integer(0))
    }
  }
}
