internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// Takes free text away that was kept with a user's transfers, and with requests to make coins for the user.
///
/// Transfers that were made together may share one text. One that also stands at another user's transfer says nothing of
/// this user, and others have a right to it: it stays. Where nobody else's wallet has a part in any of them, as where a
/// redemption's coins and pieces went back together, it is this user's alone.
struct Erasure {
  private let user: UserID
  private let connection: Connection
  /// The user's wallet and those that were merged into it.
  private let accounts: Set<Int64>

  init(of user: UserID, in connection: Connection) throws {
    (self.user, self.connection) = (user, connection)
    accounts = try Set(
      [.coins, .owed].flatMap { try Wallet.place(of: .wallet(user), asset: $0, in: connection)?.numbers ?? [] })
  }

  func run() throws {
    try connection.execute(
      """
      UPDATE coins_approvals SET reason = NULL, answer = NULL
      WHERE recipient = \(user) AND (reason IS NOT NULL OR answer IS NOT NULL)
      """)
    var texts = try textsOfTheirTransfers()
    guard !texts.isEmpty else { return }
    // No index leads from a text to its transfers: one pass over all of them, which an erasure is rare enough for.
    try connection.fetchWhile(
      """
      SELECT t.debit, t.credit, t.details FROM coins_transfers AS t
      JOIN coins_accounts AS d ON d.account = t.debit JOIN coins_accounts AS c ON c.account = t.credit
      WHERE t.details IS NOT NULL
        AND (d.kind = \(AccountKind.wallet.rawValue) OR c.kind = \(AccountKind.wallet.rawValue))
      """
    ) { row in
      if !accounts.contains(row["debit"]), !accounts.contains(row["credit"]) { texts.remove(row["details"]) }
      return !texts.isEmpty
    }
    for text in texts.sorted() {
      try connection.execute("UPDATE coins_details SET reason = NULL, metadata = NULL WHERE details = \(text)")
    }
  }

  /// Found by the entries; holds and what gives them back have none and are found by the holds.
  private func textsOfTheirTransfers() throws -> Set<Int64> {
    var texts: Set<Int64> = []
    for account in accounts {
      var entry = try connection.fetchOne("SELECT last_entry FROM coins_accounts WHERE account = \(account)") ?? 0
      while entry != 0 {
        let found = try connection.fetchOne(
          """
          SELECT e.previous, t.details FROM coins_entries AS e JOIN coins_transfers AS t ON t.transfer = e.entry / 2
          WHERE e.entry = \(entry)
          """
        ) { ($0["previous"] as Int64, $0["details"] as Int64?) }
        guard let (previous, details) = found else {
          throw StorageError.corrupt("entry \(entry) of an account's history is not there")
        }
        if let details { texts.insert(details) }
        entry = previous
      }
      let held: [Int64] = try connection.fetchAll(
        """
        SELECT t.details FROM coins_holds AS h JOIN coins_transfers AS t ON t.transfer IN (h.hold, h.resolved_by)
        WHERE (h.debit = \(account) OR t.credit = \(account)) AND t.details IS NOT NULL
        """)
      texts.formUnion(held)
    }
    return texts
  }
}
