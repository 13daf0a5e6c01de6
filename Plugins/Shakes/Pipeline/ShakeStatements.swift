internal import QixModule

/// The pipeline's statements, prepared once.
struct ShakeStatements {
  let byKey: Statement
  let tally: Statement
  let insertTally: Statement
  let updateTally: Statement
  let totals: Statement
  let hour: Statement
  let refusal: Statement
  let gift: Statement
  let claim: Statement
  let unclaim: Statement
  let pending: Statement
  let savePending: Statement
  let endPending: Statement

  init(_ connection: Connection) throws {
    byKey = try connection.statement(
      """
      SELECT id, campaign, type, outcome, coins, transfer, refusal, trace, fingerprint, user_id, gift, given
      FROM shakes_shakes
      WHERE key = ?1
      """)
    tally = try connection.statement(
      """
      SELECT shakes, attempts, wins, coins, day, attempts_today, last_at, arrival, last_shake FROM shakes_tallies
      WHERE user_id = ?1 AND campaign = ?2
      """)
    insertTally = try connection.statement(
      """
      INSERT INTO shakes_tallies
        (user_id, campaign, shakes, attempts, wins, coins, day, attempts_today, last_at, arrival, last_shake)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      """)
    // Two statements, since it is known whether there is a row: ON CONFLICT costs half as much again.
    updateTally = try connection.statement(
      """
      UPDATE shakes_tallies SET
        shakes = ?3, attempts = ?4, wins = ?5, coins = ?6, day = ?7, attempts_today = ?8, last_at = ?9, arrival = ?10,
        last_shake = ?11
      WHERE user_id = ?1 AND campaign = ?2
      """)
    totals = try connection.statement(
      """
      INSERT INTO shakes_totals
        (campaign, shakes, accepted, wins, coins, users, takers, winners, day, coins_today, pot)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      ON CONFLICT (campaign) DO UPDATE SET
        shakes = excluded.shakes, accepted = excluded.accepted, wins = excluded.wins, coins = excluded.coins,
        users = excluded.users, takers = excluded.takers, winners = excluded.winners, day = excluded.day,
        coins_today = excluded.coins_today, pot = excluded.pot
      """)
    hour = try connection.statement(
      """
      INSERT INTO shakes_hours (campaign, hour, shakes, won, coins) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (campaign, hour) DO UPDATE SET
        shakes = shakes_hours.shakes + excluded.shakes, won = shakes_hours.won + excluded.won,
        coins = shakes_hours.coins + excluded.coins
      """)
    refusal = try connection.statement(
      """
      INSERT INTO shakes_refusals (campaign, code, count) VALUES (?1, ?2, ?3)
      ON CONFLICT (campaign, code) DO UPDATE SET count = shakes_refusals.count + excluded.count
      """)
    gift = try connection.statement(
      """
      INSERT INTO shakes_gifts (campaign, gift, count, coins) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (campaign, gift) DO UPDATE SET count = excluded.count, coins = excluded.coins
      """)
    claim = try connection.statement(
      """
      INSERT INTO shakes_claims (campaign, claim, owner, shake) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (campaign, claim, owner) DO NOTHING
      """)
    unclaim = try connection.statement("DELETE FROM shakes_claims WHERE campaign = ?1 AND claim = ?2 AND owner = ?3")
    pending = try connection.statement(
      """
      SELECT id, started_at, until, step, hold, reserved, directive FROM shakes_pending
      WHERE user_id = ?1 AND campaign = ?2 AND type = ?3
      """)
    savePending = try connection.statement(
      """
      INSERT INTO shakes_pending (id, user_id, campaign, type, started_at, until, step, hold, reserved, directive)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      ON CONFLICT (id) DO UPDATE SET
        until = excluded.until, step = excluded.step, hold = excluded.hold, reserved = excluded.reserved
      """)
    endPending = try connection.statement("DELETE FROM shakes_pending WHERE id = ?1")
  }
}
