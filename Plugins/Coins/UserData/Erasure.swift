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
    accounts = Set(try Wallet.place(of: .wallet(user), in: connection)?.numbers ?? [])
  }

  func run() throws {
    try connection.run(
      "UPDATE coins_approvals SET reason = NULL WHERE recipient = ?1 AND reason IS NOT NULL", .id(user))
    var texts = try textsOfTheirTransfers()
    guard !texts.isEmpty else { return }
    // No index leads from a text to its transfers: one pass over all of them, which an erasure is rare enough for.
    let texted = try connection.statement(
      """
      SELECT t.debit, t.credit, t.details FROM coins_transfers AS t
      JOIN coins_accounts AS d ON d.account = t.debit JOIN coins_accounts AS c ON c.account = t.credit
      WHERE t.details IS NOT NULL AND (d.kind = ?1 OR c.kind = ?1)
      """
    )
    texted.bind(AccountKind.wallet.rawValue, at: 1)
    try texted.forEach { row in
      if !accounts.contains(row.integer(0)), !accounts.contains(row.integer(1)) { texts.remove(row.integer(2)) }
      return !texts.isEmpty
    }
    let erase = try connection.statement("UPDATE coins_details SET reason = NULL, metadata = NULL WHERE details = ?1")
    for text in texts.sorted() {
      erase.bind(text, at: 1)
      try erase.run()
    }
  }

  /// Found by the entries; holds and what gives them back have none and are found by the holds.
  private func textsOfTheirTransfers() throws -> Set<Int64> {
    var texts: Set<Int64> = []
    let step = try connection.statement(
      """
      SELECT e.previous, t.details FROM coins_entries AS e JOIN coins_transfers AS t ON t.transfer = e.entry / 2
      WHERE e.entry = ?1
      """)
    for account in accounts {
      var entry =
        try connection.first("SELECT last_entry FROM coins_accounts WHERE account = ?1", .integer(account)) {
          $0.integer(0)
        } ?? 0
      while entry != 0 {
        step.bind(entry, at: 1)
        let found = try step.first { ($0.integer(0), $0.optionalInteger(1)) }
        guard let (previous, details) = found else {
          throw StorageError.corrupt("entry \(entry) of an account's history is not there")
        }
        if let details { texts.insert(details) }
        entry = previous
      }
      let held = try connection.rows(
        """
        SELECT t.details FROM coins_holds AS h JOIN coins_transfers AS t ON t.transfer IN (h.hold, h.resolved_by)
        WHERE (h.debit = ?1 OR t.credit = ?1) AND t.details IS NOT NULL
        """, .integer(account)
      ) { $0.integer(0) }
      texts.formUnion(held)
    }
    return texts
  }
}
