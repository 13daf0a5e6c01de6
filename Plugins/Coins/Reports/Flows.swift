internal import CoinsContract
internal import QixModule

/// The flow of coins, by the ledger's transfers.
struct Flows: CoinFlows {
  func flows<Key: Hashable>(
    since: Timestamp?, until: Timestamp?, in connection: Connection, by key: (Timestamp) -> Key
  ) throws -> [Key: CoinFlow] {
    var flows: [Key: CoinFlow] = [:]
    try forEach(since: since, until: until, in: connection) { movement in
      guard movement.from == nil || movement.to == nil else { return }
      flows[key(movement.at), default: CoinFlow()] += movement.flow
    }
    return flows
  }

  /// A transfer that moved coins of users.
  struct Movement {
    let at: Timestamp
    /// The wallets' accounts; nil where coins came from elsewhere, or went there.
    let from: Int?
    let to: Int?
    let amount: Int64
    /// Nothing between two users.
    let flow: CoinFlow
  }

  /// Goes through what moved coins of users, in the order in which it was booked.
  func forEach(
    since: Timestamp?, until: Timestamp?, in connection: Connection, _ body: (Movement) throws -> Void
  ) throws {
    let kinds = try Self.kinds(in: connection)
    let unposted = TransferKind.allCases.filter { !$0.isPosted }.map { "\($0.rawValue)" }.joined(separator: ", ")
    func isImport(_ transfer: Int64?) throws -> Bool {
      guard let transfer else { return false }
      let kind: Int64? = try connection.fetchOne("SELECT kind FROM coins_transfers WHERE transfer = \(transfer)")
      return kind == TransferKind.import.rawValue
    }
    try connection.forEach(
      """
      SELECT debit, credit, amount, at, kind, related FROM coins_transfers
      WHERE kind NOT IN (\(sql: unposted)) AND (\(since) IS NULL OR at >= \(since))
        AND (\(until) IS NULL OR at < \(until)) ORDER BY transfer
      """
    ) { row in
      let (debit, credit) = (row["debit"] as Int, row["credit"] as Int)
      guard kinds.indices.contains(debit), kinds.indices.contains(credit) else { return }
      let amount: Int64 = row["amount"]
      let flow: CoinFlow
      switch (kinds[debit], kinds[credit]) {
      case (.issuer, .wallet):
        flow = row["kind"] == TransferKind.import.rawValue ? CoinFlow(imported: amount) : CoinFlow(granted: amount)
      case (.budget, .wallet): flow = CoinFlow(granted: amount)
      case (.wallet, .issuer):
        flow = try isImport(row["related"]) ? CoinFlow(imported: -amount) : CoinFlow(granted: -amount)
      case (.wallet, .budget): flow = CoinFlow(granted: -amount)
      case (.wallet, .redeemed): flow = CoinFlow(redeemed: amount)
      case (.redeemed, .wallet): flow = CoinFlow(redeemed: -amount)
      case (.wallet, .expired): flow = CoinFlow(expired: amount)
      // A reversal of an expiry is none that the ledger books today; were there one, the coins would be back.
      case (.expired, .wallet): flow = CoinFlow(expired: -amount)
      case (.wallet, .wallet): flow = CoinFlow()
      default: return
      }
      try body(
        Movement(
          at: row["at"], from: kinds[debit] == .wallet ? debit : nil, to: kinds[credit] == .wallet ? credit : nil,
          amount: amount, flow: flow))
    }
  }

  func overdue(at time: Timestamp, in connection: Connection) throws -> Int64 {
    try connection.fetchOne(
      "SELECT sum(remaining) FROM \(sql: DueHolds.lots(at: time)) AS l WHERE expires_at <= \(time)") ?? 0
  }

  /// The kinds of accounts of coins, by their numbers.
  private static func kinds(in connection: Connection) throws -> [AccountKind?] {
    var kinds: [AccountKind?] = []
    try connection.forEach(
      "SELECT account, kind FROM coins_accounts WHERE asset = \(Asset.coins.number) ORDER BY account"
    ) { row in
      let account: Int = row["account"]
      while kinds.count <= account { kinds.append(nil) }
      kinds[account] = AccountKind(rawValue: row["kind"])
    }
    return kinds
  }
}
