internal import CampaignsContract
internal import CoinsContract
internal import DrawsContract
internal import QixCrypto
internal import QixShake

/// A shake whose campaign and type are found: what the first step, resolve, hands on to all others.
struct ResolvedShake {
  let request: ShakeRequest
  let user: UserID
  let at: Timestamp
  /// Nil where there is no key.
  let digest: Hash256?
  /// That of the shake under way, where it is a step of one.
  let id: ShakeID
  let campaign: KeptCampaign
  let type: KeptType
  let via: Via
  let directive: String?
  /// Where the user's counts stand in the counters, and what they were.
  let place: Int
  let before: Counters.Entry
  let day: Int64
  /// The shake that this is a step of.
  let pending: Pending?

  /// How it was found out what the shake is.
  enum Via: String {
    /// The request says both.
    case request
    /// The type was asked for, and the campaign that takes it found.
    case type
    /// The campaign was, and it takes one type.
    case campaign
    case directive, link
    /// Nothing else runs.
    case only
  }

  var attempt: Attempt {
    Attempt(
      shake: id, user: user, campaign: campaign.campaign.id, at: at, context: request.context,
      evidence: request.evidence, sights: request.sights)
  }
}

/// What admit has found, as far as it came.
struct Admission {
  /// Why the shake isn't taken; nil when it is.
  var refusal: Refusal?
  /// The most that the caps leave for one shake.
  var allowed: Int64 = .max
  /// Set where the shake used up some of the user's pace.
  var arrival: Timestamp?
  var keepsPace = false
  /// A keyed hash, where devices are limited and the user is new on this one.
  var newDevice: [UInt8]?
}

/// What verify, decide and post have found, as far as they came: of a refused shake too, for its trace.
struct Judgement {
  enum Outcome {
    case accepted
    case refused(Refusal)
    case needsMore(NextStep)
    case waits
  }

  var outcome: Outcome = .accepted
  var proof: Proof?
  /// The notice for the user of a shake that waits.
  var notice: Notice?
  var prize = Prize()
  var transfer: TransferID?
  /// A gift that was given, and the coins that the budget has paid for it.
  var gift: WonGift?
  var giftCoins: Int64 = 0
  /// Why the user can't have the gift that was drawn: the code.
  var denied: String?
}

/// What a shake wins.
struct Prize {
  var drawn: DrawnNumber?
  var pot: Int64?
  /// The award by itself, and its factor; nil where no multiplier was asked.
  var factor: (award: Int64, times: AwardFactor)?
  /// What is won in place of coins.
  var gift: Award.Gift?
  /// The award before any cap cuts it: the product, where it is multiplied.
  var full: Int64 = 0
  var coins: Int64 = 0
}
