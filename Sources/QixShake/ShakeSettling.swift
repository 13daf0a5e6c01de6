/// Says of shakes that were accepted, at once or to wait, what they are worth after all: for the module whose type looked
/// at them.
package protocol ShakeSettling: Sendable {
  /// Pays what a shake is worth by now less what was paid for it, or takes back an overpayment, inside the caller's
  /// write transaction. A repeat moves nothing, so a process that was killed may do all of it again.
  ///
  /// Award, multiplier, caps on coins and wins, and budget are the campaign's. Whether it still runs isn't asked, nor how
  /// fast the user shakes: they shook in time. A lot is the one that was drawn when they did. What the user has spent or
  /// lost meanwhile can't be taken back, and stays theirs. If the user was merged since, tries and what counts once are
  /// held against the other shakes of the person that count by now.
  /// - Parameters:
  ///   - verdict: `.accepted` with what was shown, or `.refused` for what doesn't count after all.
  ///   - reason: why, for the ledger.
  /// - Throws: `Diagnosable` errors, of the category `.refused` where a cap or the budget is against it: nothing has
  ///   moved then.
  func settle(_ shake: ShakeID, as verdict: Verdict, reason: String?, in connection: Connection) throws -> Settlement

  /// The coins that each settlement of a shake has paid, below 0 where it took them back; the oldest first.
  func settlements(of shake: ShakeID, in connection: Connection) throws -> [(at: Timestamp, coins: Int64)]
}

/// The result of settling a shake.
package struct Settlement: Sendable, Equatable {
  /// Coins that it had been paid before.
  package let before: Int64
  /// Paid now; below 0 taken back, with what is owed.
  package let moved: Int64
  /// Of what is taken back: coins that the user has spent and owes from now on.
  package let owed: Int64
  /// Coins that a cap has cut off what it is worth, or that couldn't be taken back from a user who was erased.
  package let short: Int64
  /// In the ledger, as text: the payment, or the last reversal where coins were taken back; nil where nothing moved.
  package let transfer: String?
  /// The prize in place of coins that it has won by now. A refusal takes it from nobody.
  package let gift: WonGift?
  /// Coins that the budget has paid for it now.
  package let giftCoins: Int64

  package init(
    before: Int64, moved: Int64, owed: Int64 = 0, short: Int64, transfer: String?, gift: WonGift? = nil,
    giftCoins: Int64 = 0
  ) {
    self.before = before
    self.moved = moved
    self.owed = owed
    self.short = short
    self.transfer = transfer
    self.gift = gift
    self.giftCoins = giftCoins
  }
}
