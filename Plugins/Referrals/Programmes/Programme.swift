internal import CoinsContract
internal import IdentityContract
internal import QixKernel
internal import QixShake

/// What is paid for bringing somebody, and what has to be shown for it.
struct Programme: Sendable, Equatable {
  /// Lower-case letters, digits, '-' and '_', 1 to 55.
  let name: String
  var title: String
  /// Coins for who brings somebody; 0 for none.
  var referrerCoins: Int64
  /// Coins for who is brought; 0 for none.
  var refereeCoins: Int64
  /// How many accepted shakes of the new user prove that they are one, 1 or more.
  var shakes: Int64
  /// Shakes of this campaign count; nil for those of all.
  var campaign: CampaignID?
  /// Shakes of this type count; nil for those of all.
  var type: String?
  /// What the new user must be in before anything is paid.
  var minimumMode: Mode
  /// How long somebody may have been a user when they say who brought them.
  var newcomer: Period
  /// How long the proof may take from then on.
  var within: Period
  /// How long it is waited after the proof, so that a trick can be found out before it pays.
  var wait: Period
  /// The most users that one user is paid for, and that are paid for in all; nil for no limit.
  var perReferrer: Int64?
  var total: Int64?
  /// When coins that are paid expire; nil for never.
  var expires: Expiry?
  var start: Timestamp
  /// Until before this one; nil for no end.
  var end: Timestamp?

  /// The budget account that pays.
  var budget: String { "referral-\(name)" }

  /// Coins that one referral costs.
  var cost: Int64 { referrerCoins + refereeCoins }

  func takes(at time: Timestamp) -> Bool { start <= time && end.map { time < $0 } ?? true }
  /// The most coins for one side.
  static let most: Int64 = 1_000_000_000
}
