internal import CoinsContract
internal import QixModule

/// The flow of coins, by the ledger's transfers.
struct Flows: CoinFlows {
  func flows<Key: Hashable>(
    since: Timestamp?, until: Timestamp?, in connection: Connection, by key: (Timestamp) -> Key
  ) throws -> [Key: CoinFlow] {
    let kinds = try Self.kinds(in: connection)
    let unposted = TransferKind.allCases.filter { !$0.isPosted }.map { "\($0.rawValue)" }.joined(separator: ", ")
    let select = try connection.statement(
      """
      SELECT debit, credit, amount, at, kind, related FROM coins_transfers
      WHERE kind NOT IN (\(unposted)) AND (?1 IS NULL OR at >= ?1) AND (?2 IS NULL OR at < ?2)
      """)
    select.bind(since?.microseconds, at: 1)
    select.bind(until?.microseconds, at: 2)
    let origin = try connection.statement("SELECT kind FROM coins_transfers WHERE transfer = ?1")
    func isImport(_ transfer: Int64?) throws -> Bool {
      guard let transfer else { return false }
      origin.bind(transfer, at: 1)
      return try origin.first { $0.integer(0) } == TransferKind.import.rawValue
    }
    var flows: [Key: CoinFlow] = [:]
    try select.forEach { row in
      let (debit, credit) = (Int(row.integer(0)), Int(row.integer(1)))
      guard kinds.indices.contains(debit), kinds.indices.contains(credit) else { return true }
      let amount = row.integer(2)
      let flow: CoinFlow
      switch (kinds[debit], kinds[credit]) {
      case (.issuer, .wallet):
        flow = row.integer(4) == TransferKind.import.rawValue ? CoinFlow(imported: amount) : CoinFlow(granted: amount)
      case (.budget, .wallet): flow = CoinFlow(granted: amount)
      case (.wallet, .issuer):
        flow = try isImport(row.optionalInteger(5)) ? CoinFlow(imported: -amount) : CoinFlow(granted: -amount)
      case (.wallet, .budget): flow = CoinFlow(granted: -amount)
      case (.wallet, .redeemed): flow = CoinFlow(redeemed: amount)
      case (.redeemed, .wallet): flow = CoinFlow(redeemed: -amount)
      case (.wallet, .expired): flow = CoinFlow(expired: amount)
      // A reversal of an expiry is none that the ledger books today; were there one, the coins would be back.
      case (.expired, .wallet): flow = CoinFlow(expired: -amount)
      default: return true
      }
      flows[key(row.time(3)), default: CoinFlow()] += flow
      return true
    }
    return flows
  }

  func overdue(at time: Timestamp, in connection: Connection) throws -> Int64 {
    try connection.first(
      "SELECT sum(remaining) FROM \(DueHolds.lots) AS l WHERE expires_at <= ?1", .time(time)
    ) { $0.integer(0) } ?? 0
  }

  /// The kinds of accounts of coins, by their numbers.
  private static func kinds(in connection: Connection) throws -> [AccountKind?] {
    var kinds: [AccountKind?] = []
    let select = try connection.statement("SELECT account, kind FROM coins_accounts WHERE asset = ?1 ORDER BY account")
    select.bind(Asset.coins.number, at: 1)
    try select.forEach { row in
      while kinds.count <= Int(row.integer(0)) { kinds.append(nil) }
      kinds[Int(row.integer(0))] = AccountKind(rawValue: row.integer(1))
      return true
    }
    return kinds
  }
}
