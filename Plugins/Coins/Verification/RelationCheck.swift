internal import CoinsContract
internal import QixModule

/// Checks what rows say of one another: lots of the transfers that credited them, draws of those that drew, holds and
/// reversals of what they may be.
///
/// The leaves of transfers are sealed; by these rules so is what follows from them.
enum RelationCheck {
  static let rules = lots + draws + holds + merges + debts + welcomes

  /// Kinds: 1 issue, 2 import, 3 fund, 4 transfer, 7 hold, 8 capture, 9 void, 10 time-out, 11 reverse; of accounts:
  /// 1 wallet. What a wallet is credited with keeps the expiry that it had in another wallet.
  private static let lots = [
    DataRule(
      """
      SELECT l.lot, l.transfer FROM coins_lots AS l LEFT JOIN coins_transfers AS t ON t.transfer = l.transfer
      LEFT JOIN coins_accounts AS d ON d.account = t.debit
      WHERE l.account IS DISTINCT FROM t.credit OR t.kind NOT IN (1, 2, 3, 4, 8)
        OR (d.kind <> 1 AND (l.amount <> t.amount OR l.expires_at IS DISTINCT FROM t.expires_at))
      """
    ) { "lot \($0.integer(0)) is not what transfer \($0.integer(1)) has credited" },
    DataRule(
      """
      WITH passed AS (
        SELECT t.transfer, t.kind, t.related FROM coins_transfers AS t
        JOIN coins_accounts AS d ON d.account = t.debit JOIN coins_accounts AS c ON c.account = t.credit
        WHERE t.kind IN (4, 8) AND d.kind = 1 AND c.kind = 1),
      sources AS (
        SELECT transfer, transfer AS source FROM passed UNION ALL
        SELECT transfer, related FROM passed WHERE kind = 8)
      SELECT transfer FROM (
        SELECT p.transfer, l.expires_at, l.amount FROM coins_lots AS l JOIN passed AS p ON p.transfer = l.transfer
        UNION ALL
        SELECT s.transfer, l.expires_at, -w.amount FROM sources AS s
        JOIN coins_draws AS w ON w.transfer = s.source JOIN coins_lots AS l ON l.lot = w.lot) AS parts
      GROUP BY transfer, expires_at HAVING sum(amount) <> 0
      """
    ) { "what transfer \($0.integer(0)) has passed on does not live as long as it did" },
  ]

  private static let draws = [
    DataRule(
      """
      SELECT w.transfer FROM coins_draws AS w LEFT JOIN coins_transfers AS t ON t.transfer = w.transfer
      WHERE t.kind IS NULL OR t.kind < 4
      """, drawn),
    DataRule(
      """
      SELECT t.transfer FROM coins_transfers AS t
      JOIN coins_accounts AS d ON d.account = t.debit JOIN coins_accounts AS c ON c.account = t.credit
      LEFT JOIN coins_transfers AS h ON h.transfer = t.related
      LEFT JOIN coins_draws AS w ON w.transfer = t.transfer
      LEFT JOIN coins_merges AS m ON m.transfer = t.transfer
      WHERE t.kind >= 4 GROUP BY t.transfer, t.kind, t.amount, h.amount, d.kind, c.kind, m.transfer
      HAVING coalesce(sum(CASE WHEN w.amount > 0 THEN w.amount END), 0)
          <> CASE WHEN d.kind <> 1 OR t.kind BETWEEN 8 AND 10 OR m.transfer IS NOT NULL THEN 0 ELSE t.amount END
        OR coalesce(sum(CASE WHEN w.amount < 0 THEN -w.amount END), 0)
          <> CASE WHEN t.kind BETWEEN 9 AND 10 AND d.kind = 1 THEN h.amount
            WHEN t.kind = 8 AND d.kind = 1 THEN h.amount - t.amount
            WHEN t.kind = 11 AND c.kind = 1 THEN t.amount ELSE 0 END
      """, drawn),
    // A lot of a wallet that was merged is the survivor's from the merge on that left it there.
    DataRule(
      """
      SELECT w.transfer, w.lot FROM coins_draws AS w JOIN coins_transfers AS t ON t.transfer = w.transfer
      JOIN coins_lots AS l ON l.lot = w.lot
      WHERE l.account <> CASE WHEN w.amount > 0 OR t.kind <> 11 THEN t.debit ELSE t.credit END
        AND NOT EXISTS (
          SELECT 1 FROM coins_accounts AS o JOIN coins_accounts AS p ON coalesce(p.merged_into, p.account) = o.merged_into
          JOIN coins_merges AS m ON m.account = o.account AND m.transfer < w.transfer
          WHERE o.account = l.account
            AND p.account = CASE WHEN w.amount > 0 OR t.kind <> 11 THEN t.debit ELSE t.credit END)
      """
    ) { "transfer \($0.integer(0)) draws on lot \($0.integer(1)), which is another's" },
  ]

  @Sendable private static func drawn(_ row: Row) -> String {
    "the draws of transfer \(row.integer(0)) are not what it has taken and given back"
  }

  private static let holds = [
    DataRule(
      """
      SELECT h.hold FROM coins_holds AS h LEFT JOIN coins_transfers AS t ON t.transfer = h.hold AND t.kind = 7
      WHERE h.debit IS DISTINCT FROM t.debit OR h.amount IS DISTINCT FROM t.amount
        OR h.times_out_at IS DISTINCT FROM t.expires_at
      UNION ALL
      SELECT t.transfer FROM coins_transfers AS t LEFT JOIN coins_holds AS h ON h.hold = t.transfer
      WHERE t.kind = 7 AND h.hold IS NULL
      """
    ) { "hold \($0.integer(0)) is not what its transfer says" },
    // What had resolved before version 13 of the tables names no payee.
    DataRule(
      """
      SELECT h.hold FROM coins_holds AS h JOIN coins_transfers AS t ON t.transfer = h.hold
      JOIN coins_accounts AS d ON d.account = t.debit JOIN coins_accounts AS c ON c.account = t.credit
      WHERE h.payee IS DISTINCT FROM CASE WHEN d.kind = 2 AND c.kind = 1 THEN t.credit END
        AND (h.resolved_by IS NULL OR h.payee IS NOT NULL)
      """
    ) { "hold \($0.integer(0)) counts for another wallet than the one that it is for" },
    DataRule(
      """
      SELECT h.hold FROM coins_holds AS h LEFT JOIN coins_transfers AS r ON r.transfer = h.resolved_by
      WHERE h.resolved_by IS NOT NULL AND r.related IS DISTINCT FROM h.hold
      """
    ) { "hold \($0.integer(0)) was not resolved by the transfer that it names" },
    DataRule(
      """
      SELECT r.transfer FROM coins_transfers AS r JOIN coins_transfers AS h ON h.transfer = r.related
      WHERE r.related IS NOT NULL AND r.kind BETWEEN 8 AND 10 AND (h.kind <> 7 OR r.amount > h.amount)
      """
    ) { "transfer \($0.integer(0)) takes more than its hold has reserved" },
    DataRule(
      """
      SELECT r.related FROM coins_transfers AS r JOIN coins_transfers AS o ON o.transfer = r.related
      WHERE r.related IS NOT NULL AND r.kind = 11 GROUP BY r.related, o.amount HAVING sum(r.amount) > o.amount
      """
    ) { "more of transfer \($0.integer(0)) was reversed than it moved" },
  ]

  /// Where a wallet had nothing to move, no transfer tells of its merge, and only the audit log of users does.
  private static let merges = [
    DataRule(
      """
      SELECT m.account FROM coins_accounts AS m LEFT JOIN coins_accounts AS s ON s.account = m.merged_into
      WHERE m.merged_into IS NOT NULL AND (m.kind <> 1 OR m.posted <> m.held OR s.kind IS DISTINCT FROM 1
        OR s.asset <> m.asset OR s.merged_into IS NOT NULL)
      """
    ) { "account \($0.integer(0)) is merged into one that it can't be merged into" },
    // A colon and what comes after it in order bound the keys that begin so.
    DataRule(
      """
      SELECT t.transfer FROM coins_transfers AS t
      JOIN coins_accounts AS d ON d.account = t.debit JOIN coins_accounts AS c ON c.account = t.credit
      WHERE t.key >= 'merge:usr_' AND t.key < 'merge:usr`' AND t.kind = 4
        AND (d.merged_into IS NULL OR d.merged_into <> coalesce(c.merged_into, c.account))
      """
    ) { "transfer \($0.integer(0)) has merged two wallets that are still two" },
    DataRule(
      """
      SELECT m.transfer FROM coins_merges AS m LEFT JOIN coins_transfers AS t ON t.transfer = m.transfer
      WHERE m.account IS DISTINCT FROM t.debit OR t.kind <> 4 OR t.key IS NULL
        OR t.key < 'merge:usr_' OR t.key >= 'merge:usr`'
      """
    ) { "transfer \($0.integer(0)) is marked as a merge but is not one" },
  ]

  /// What is owed is of asset 0: it begins by a funding (3) whose key names the payment, and is settled by redemptions (5),
  /// each right behind the reversal (11) that took the coins. The payment's number stands in the keys of all of them.
  private static let debts = [
    DataRule(
      """
      SELECT w.account FROM coins_accounts AS w LEFT JOIN coins_accounts AS o ON o.account = w.owes
      WHERE w.owes IS NOT NULL AND (o.asset IS DISTINCT FROM 0 OR o.kind <> 1 OR o.owner <> w.owner OR w.asset <> 1)
      UNION ALL
      SELECT o.account FROM coins_accounts AS o LEFT JOIN coins_accounts AS w ON w.owes = o.account
      WHERE o.asset = 0 AND o.kind = 1 AND w.account IS NULL
      """
    ) { "account \($0.integer(0)) owes what another does" },
    DataRule(
      """
      SELECT t.transfer FROM coins_accounts AS a JOIN coins_transfers AS t ON t.credit = a.account
      LEFT JOIN coins_transfers AS r ON r.transfer = t.transfer - 1 AND r.kind = 11
      LEFT JOIN coins_transfers AS p ON p.transfer = r.related
      LEFT JOIN coins_accounts AS d ON d.account = t.debit LEFT JOIN coins_accounts AS w ON w.account = r.debit
      WHERE a.asset = 0 AND a.kind = 4 AND (r.amount IS DISTINCT FROM t.amount OR w.owes IS DISTINCT FROM d.account
        OR EXISTS (SELECT 1 FROM coins_draws AS x JOIN coins_lots AS l ON l.lot = x.lot
          JOIN coins_transfers AS f ON f.transfer = l.transfer
          WHERE x.transfer = t.transfer AND f.key IS DISTINCT FROM 'qix:owed:' || p.transfer || ':' || f.transfer))
      """
    ) { "transfer \($0.integer(0)) settles a debt that nothing was paid for" },
    DataRule(
      """
      SELECT r.transfer FROM coins_transfers AS r LEFT JOIN coins_transfers AS t ON t.transfer = r.transfer + 1
      LEFT JOIN coins_accounts AS c ON c.account = t.credit
      WHERE r.key >= 'qix:owed:' AND r.key < 'qix:owed;' AND r.kind = 11
        AND (t.kind IS DISTINCT FROM 5 OR t.amount <> r.amount OR c.asset <> 0)
      """
    ) { "transfer \($0.integer(0)) was taken for a debt that it did not settle" },
    // What a payment is owed and what was taken back of it are no more than it was.
    DataRule(
      """
      SELECT p.transfer FROM coins_transfers AS f JOIN coins_accounts AS c ON c.account = f.credit
      JOIN coins_lots AS l ON l.account = c.account
      JOIN coins_transfers AS p ON f.key = 'qix:owed:' || p.transfer || ':' || f.transfer
      WHERE c.asset = 0 AND f.kind = 3 AND l.transfer = f.transfer GROUP BY p.transfer, p.amount
      HAVING sum(l.remaining) + coalesce((SELECT sum(r.amount) FROM coins_transfers AS r
        WHERE r.related = p.transfer AND r.kind = 11), 0) > p.amount
      """
    ) { "more is owed for transfer \($0.integer(0)) than was left" },
  ]

  private static let welcomes = [
    DataRule(
      """
      SELECT w.transfer FROM coins_welcomes AS w LEFT JOIN coins_transfers AS t ON t.transfer = w.transfer
      WHERE t.kind IS DISTINCT FROM 1 OR t.credit <> w.account
      """
    ) { "transfer \($0.integer(0)) is marked as a welcome but is not one" }
  ]
}
