internal import CoinsContract
internal import IdentityContract
internal import QixShake

/// Terms of referrals: the coins for both sides, and the proof that earns them.
struct Programme: Sendable, Equatable {
  /// Lower-case letters, digits, '-' and '_', 1 to 55.
  let name: String
  var title: String
  /// Coins for the referrer; 0 for none.
  var referrerCoins: Int64
  /// Coins for the new user; 0 for none.
  var refereeCoins: Int64
  /// The number of accepted shakes that prove a new user, 1 or more.
  var shakes: Int64
  /// Shakes of this campaign count; nil for those of all.
  var campaign: CampaignID?
  /// Shakes of this type count; nil for those of all.
  var type: String?
  /// The mode that the new user must have reached before anything is paid.
  var minimumMode: Mode
  /// The greatest age of an account when its user says who brought them.
  var newcomer: Period
  /// The time that the proof may take from then on.
  var within: Period
  /// The wait after the proof, so that a trick can be found out before it pays.
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
