import QixStorage

/// A rule of the ledger in plain SQL, written from the schema and the design, not from the program: a query for what
/// breaks it.
struct Invariant {
  let name: String
  /// Finds the numbers of what breaks the rule; none when it holds.
  let sql: String

  static func checkAll(in connection: Connection) throws {
    for rule in all {
      let found = try connection.rows(rule.sql) { $0.integer(0) }
      guard found.isEmpty else { throw Run.Difference(description: "broken: \(rule.name): \(found)") }
    }
  }

  /// What holds besides where nothing is dated ahead and no clock has gone back.
  static func checkMoments(in connection: Connection) throws {
    for rule in moments {
      let found = try connection.rows(rule.sql) { $0.integer(0) }
      guard found.isEmpty else { throw Run.Difference(description: "broken: \(rule.name): \(found)") }
    }
  }

  static let moments = [
    // In halves: what was booked in another order may add up to more than an integer holds on the way.
    Invariant(
      "a user's wallets together never had less than nothing, in the order in which things happened",
      """
      SELECT transfer FROM (
        SELECT t.transfer, sum(e.amount >> 32) OVER moves AS high, sum(e.amount & 4294967295) OVER moves AS low
        FROM coins_entries AS e JOIN coins_transfers AS t ON t.transfer = e.entry / 2
        JOIN coins_accounts AS a ON a.account = e.account
        JOIN coins_accounts AS d ON d.account = t.debit JOIN coins_accounts AS c ON c.account = t.credit
        WHERE a.kind = 1 AND coalesce(d.merged_into, d.account) <> coalesce(c.merged_into, c.account)
        WINDOW moves AS (PARTITION BY coalesce(a.merged_into, a.account) ORDER BY t.at, e.entry))
      WHERE high + (low >> 32) < 0
      """),
    Invariant(
      "a lot never had less than nothing, what is held counted in, in the order in which things happened",
      """
      SELECT lot FROM (
        SELECT lot, sum(sum(change)) OVER (PARTITION BY lot ORDER BY at, transfer) AS rest FROM (
          SELECT l.lot, t.at, t.transfer, l.amount AS change FROM coins_lots AS l
          JOIN coins_transfers AS t ON t.transfer = l.transfer
          UNION ALL
          SELECT d.lot, t.at, t.transfer, -d.amount FROM coins_draws AS d
          JOIN coins_transfers AS t ON t.transfer = d.transfer WHERE t.kind NOT IN (7, 9, 10)
          UNION ALL
          SELECT d.lot, c.at, c.transfer, -d.amount FROM coins_draws AS d
          JOIN coins_transfers AS h ON h.transfer = d.transfer AND h.kind = 7
          JOIN coins_transfers AS c ON c.related = h.transfer AND c.kind = 8)
        GROUP BY lot, at, transfer)
      WHERE rest < 0
      """),
    Invariant(
      "nothing is taken from a lot before it was granted",
      """
      SELECT t.transfer FROM coins_draws AS d JOIN coins_transfers AS t ON t.transfer = d.transfer
      JOIN coins_lots AS l ON l.lot = d.lot JOIN coins_transfers AS g ON g.transfer = l.transfer
      WHERE d.amount > 0 AND t.at < g.at
      """),
    Invariant(
      "what is spent, held or passed on had not expired when it was booked",
      """
      SELECT t.transfer FROM coins_draws AS d JOIN coins_transfers AS t ON t.transfer = d.transfer
      JOIN coins_lots AS l ON l.lot = d.lot
      JOIN coins_blocks AS b ON t.transfer BETWEEN b.first_transfer AND b.first_transfer + b.transfers - 1
      WHERE d.amount > 0 AND t.kind IN (4, 5, 7) AND l.expires_at <= b.sealed_at
      """),
    Invariant(
      "a hold is captured before its time is up, by the clock of whoever books it",
      """
      SELECT t.transfer FROM coins_transfers AS t JOIN coins_transfers AS h ON h.transfer = t.related
      JOIN coins_blocks AS b ON t.transfer BETWEEN b.first_transfer AND b.first_transfer + b.transfers - 1
      WHERE t.kind = 8 AND h.expires_at <= b.sealed_at
      """),
    Invariant(
      "nothing happens before the transfer that it names",
      """
      SELECT t.transfer FROM coins_transfers AS t JOIN coins_transfers AS r ON r.transfer = t.related WHERE t.at < r.at
      """),
  ]

  private init(_ name: String, _ sql: String) { (self.name, self.sql) = (name, sql) }

  static let all = [
    Invariant(
      "a transfer that moves coins has two legs of its amount, another one none",
      """
      SELECT t.transfer FROM coins_transfers AS t
      LEFT JOIN coins_entries AS d ON d.entry = 2 * t.transfer
      LEFT JOIN coins_entries AS c ON c.entry = 2 * t.transfer + 1
      WHERE CASE WHEN t.kind IN (7, 9, 10) THEN d.entry IS NOT NULL OR c.entry IS NOT NULL
        ELSE d.amount IS NOT -t.amount OR c.amount IS NOT t.amount OR d.account IS NOT t.debit
          OR c.account IS NOT t.credit END
      """),
    Invariant(
      "an entry belongs to a transfer",
      "SELECT entry FROM coins_entries WHERE entry / 2 NOT IN (SELECT transfer FROM coins_transfers)"),
    Invariant(
      "the balances of an asset add up to zero",
      "SELECT asset FROM coins_accounts GROUP BY asset HAVING sum(posted) <> 0"),
    Invariant(
      "a balance is the sum of its entries, and the balance after the last of them",
      """
      SELECT a.account FROM coins_accounts AS a
      WHERE a.posted <> (SELECT coalesce(sum(e.amount), 0) FROM coins_entries AS e WHERE e.account = a.account)
        OR a.posted <> coalesce((SELECT e.balance FROM coins_entries AS e WHERE e.entry = a.last_entry), 0)
        OR a.last_entry IS NOT (SELECT max(e.entry) FROM coins_entries AS e WHERE e.account = a.account)
      """),
    Invariant(
      "an account's entries are chained and each has the balance after it",
      """
      SELECT entry FROM (
        SELECT entry, balance, previous, sum(amount) OVER w AS total, lag(entry) OVER w AS before FROM coins_entries
        WINDOW w AS (PARTITION BY account ORDER BY entry))
      WHERE balance <> total OR previous IS NOT before
      """),
    Invariant(
      "no account is below its floor after any transfer, in their order",
      """
      SELECT m.transfer FROM (
        SELECT transfer, account, sum(change) OVER (PARTITION BY account ORDER BY transfer) AS free FROM (
          SELECT transfer, account, sum(change) AS change FROM (
            SELECT entry / 2 AS transfer, account, amount AS change FROM coins_entries
            UNION ALL SELECT hold, debit, -amount FROM coins_holds
            UNION ALL SELECT resolved_by, debit, amount FROM coins_holds WHERE resolved_by IS NOT NULL)
          GROUP BY transfer, account)
      ) AS m JOIN coins_accounts AS a ON a.account = m.account WHERE m.free < a.floor
      """),
    Invariant(
      "what a wallet has posted and not held is in its lots and in those of merged wallets, and nobody else has lots",
      """
      SELECT a.account FROM coins_accounts AS a
      WHERE (
        SELECT coalesce(sum(l.remaining), 0) FROM coins_lots AS l JOIN coins_accounts AS o ON o.account = l.account
        WHERE coalesce(o.merged_into, o.account) = a.account
      ) <> CASE WHEN a.kind = 1 AND a.merged_into IS NULL THEN a.posted - a.held ELSE 0 END
      """),
    Invariant(
      "what is left of a lot is what was not drawn",
      """
      SELECT l.lot FROM coins_lots AS l
      WHERE l.remaining <> l.amount - (SELECT coalesce(sum(d.amount), 0) FROM coins_draws AS d WHERE d.lot = l.lot)
      """),
    Invariant(
      "a wallet's list holds each of its lots once that says so, and none of another's; lots with something left that "
        + "are in none are in order",
      """
      WITH RECURSIVE list (account, lot, place) AS (
        SELECT account, first_lot, 1 FROM coins_accounts WHERE first_lot IS NOT NULL
        UNION ALL
        SELECT list.account, l.next, list.place + 1 FROM list JOIN coins_lots AS l ON l.lot = list.lot
        WHERE l.next > 0 AND list.place < 100000)
      SELECT l.lot FROM coins_lots AS l LEFT JOIN list ON list.lot = l.lot
      GROUP BY l.lot
      HAVING count(list.lot) <> (l.next IS NOT NULL AND l.next >= 0) OR (l.remaining > 0 AND l.next IS NULL) OR l.next < -1
        OR max(list.account) <> l.account
      """),
    Invariant(
      "a lot was credited to its wallet by a transfer",
      """
      SELECT l.transfer FROM coins_lots AS l LEFT JOIN coins_transfers AS t ON t.transfer = l.transfer
      GROUP BY l.transfer
      HAVING max(t.credit) IS NOT max(l.account) OR min(l.account) <> max(l.account) OR sum(l.amount) <> max(t.amount)
      """),
    Invariant(
      "every credit of a wallet but a reversal's and a merge's made lots",
      """
      SELECT t.transfer FROM coins_transfers AS t JOIN coins_accounts AS a ON a.account = t.credit
      WHERE a.kind = 1 AND t.transfer NOT IN (SELECT transfer FROM coins_merges)
        AND (t.kind IN (1, 2, 3, 4, 8)) <> EXISTS (SELECT 1 FROM coins_lots AS l WHERE l.transfer = t.transfer)
      """),
    Invariant(
      "a merge neither draws on lots nor makes any, and what looks like one is one",
      """
      SELECT m.transfer FROM coins_merges AS m
      WHERE m.transfer IN (SELECT transfer FROM coins_draws) OR m.transfer IN (SELECT transfer FROM coins_lots)
      UNION ALL
      SELECT t.transfer FROM coins_merges AS m FULL JOIN coins_transfers AS t ON t.transfer = m.transfer
      WHERE (t.key IS NOT NULL AND t.key LIKE 'merge:usr~_%' ESCAPE '~') <> (m.transfer IS NOT NULL)
        AND t.transfer NOT IN (SELECT transfer FROM coins_draws)
      """),
    Invariant(
      "who draws on a lot has its wallet, or that was merged into theirs",
      """
      SELECT d.transfer FROM coins_draws AS d JOIN coins_transfers AS t ON t.transfer = d.transfer
      JOIN coins_lots AS l ON l.lot = d.lot JOIN coins_accounts AS o ON o.account = l.account
      JOIN coins_accounts AS p ON p.account = CASE WHEN t.kind = 11 AND d.amount < 0 THEN t.credit ELSE t.debit END
      WHERE coalesce(o.merged_into, o.account) <> coalesce(p.merged_into, p.account)
        OR (o.account <> p.account AND o.merged_into IS NULL)
      """),
    Invariant(
      "the draws of a transfer add up to what it took and what it gave back",
      """
      SELECT t.transfer FROM coins_transfers AS t
      JOIN coins_accounts AS a ON a.account = t.debit JOIN coins_accounts AS c ON c.account = t.credit
      LEFT JOIN coins_transfers AS h ON h.transfer = t.related
      LEFT JOIN coins_draws AS d ON d.transfer = t.transfer
      GROUP BY t.transfer
      HAVING coalesce(sum(max(d.amount, 0)), 0) <> CASE
          WHEN a.kind <> 1 OR t.kind IN (8, 9, 10) OR t.transfer IN (SELECT transfer FROM coins_merges) THEN 0
          ELSE t.amount END
        OR coalesce(sum(min(d.amount, 0)), 0) <> CASE
          WHEN t.kind IN (9, 10) AND a.kind = 1 THEN -h.amount
          WHEN t.kind = 8 AND a.kind = 1 THEN t.amount - h.amount
          WHEN t.kind = 11 AND c.kind = 1 THEN -t.amount
          ELSE 0 END
      """),
    Invariant(
      "an account holds what its open holds reserve",
      """
      SELECT a.account FROM coins_accounts AS a WHERE a.held <> (
        SELECT coalesce(sum(h.amount), 0) FROM coins_holds AS h WHERE h.debit = a.account AND h.resolved_by IS NULL)
      """),
    Invariant(
      "a hold is a transfer of that kind",
      """
      SELECT coalesce(t.transfer, h.hold) FROM coins_transfers AS t FULL JOIN coins_holds AS h ON h.hold = t.transfer
      WHERE (t.kind IS 7 OR h.hold IS NOT NULL) AND NOT (
        t.kind IS 7 AND h.debit IS t.debit AND h.amount IS t.amount AND h.times_out_at IS t.expires_at)
      """),
    Invariant(
      "a hold resolves once, by the transfer that names it, with no more than was held",
      """
      SELECT h.hold FROM coins_holds AS h
      LEFT JOIN coins_transfers AS t ON t.related = h.hold AND t.kind IN (8, 9, 10)
      GROUP BY h.hold HAVING count(t.transfer) > 1 OR max(t.transfer) IS NOT h.resolved_by OR max(t.amount) > h.amount
      """),
    Invariant(
      "what is reversed is no more than the original",
      """
      SELECT o.transfer FROM coins_transfers AS o JOIN coins_transfers AS r ON r.related = o.transfer AND r.kind = 11
      JOIN coins_accounts AS oc ON oc.account = o.credit JOIN coins_accounts AS rd ON rd.account = r.debit
      GROUP BY o.transfer
      HAVING sum(r.amount) > o.amount OR max(r.credit) <> o.debit OR min(r.credit) <> o.debit
        OR max(coalesce(rd.merged_into, rd.account)) <> max(coalesce(oc.merged_into, oc.account))
        OR min(coalesce(rd.merged_into, rd.account)) <> max(coalesce(oc.merged_into, oc.account))
      """),
    Invariant(
      "a wallet that was merged has held coins only, and is merged into one that was not",
      """
      SELECT m.account FROM coins_accounts AS m JOIN coins_accounts AS s ON s.account = m.merged_into
      WHERE m.posted <> m.held OR s.merged_into IS NOT NULL OR s.kind <> 1 OR m.kind <> 1
      """),
    Invariant(
      "transfers are numbered without gaps",
      "SELECT max(transfer) FROM coins_transfers HAVING coalesce(max(transfer), 0) <> count(*) OR min(transfer) <> 1"),
    Invariant(
      "identifiers ascend",
      """
      SELECT transfer FROM (SELECT transfer, id, lag(id) OVER (ORDER BY transfer) AS before FROM coins_transfers)
      WHERE before >= id
      """),
    Invariant(
      "blocks follow one another and cover every transfer",
      """
      SELECT block FROM (
        SELECT block, first_transfer, row_number() OVER w AS place,
          coalesce(sum(transfers) OVER (ORDER BY block ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
        FROM coins_blocks WINDOW w AS (ORDER BY block))
      WHERE block <> place OR first_transfer <> before + 1
      UNION ALL
      SELECT 0 WHERE (SELECT coalesce(sum(transfers), 0) FROM coins_blocks) <> (SELECT count(*) FROM coins_transfers)
      """),
    Invariant(
      "a linked group begins with its first transfer and has no other in between",
      """
      SELECT linked FROM coins_transfers WHERE linked IS NOT NULL GROUP BY linked
      HAVING min(transfer) <> linked OR max(transfer) - linked + 1 <> count(*)
      """),
    Invariant(
      "what a transfer says of itself is there, and nothing that nobody says",
      "SELECT details FROM coins_details WHERE details NOT IN (SELECT details FROM coins_transfers WHERE details > 0)"),
  ]
}
