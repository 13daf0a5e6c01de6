internal import CampaignsContract
internal import CoinsContract
internal import DrawsContract
internal import QixCrypto
internal import QixKernel
internal import QixShake

/// One shake on its way through the steps: what each has found.
struct Evaluation {
  let request: ShakeRequest
  let user: UserID
  let at: Timestamp
  /// Nil where there is no key.
  let digest: Hash256?
  var id: ShakeID

  // Resolve
  let campaign: KeptCampaign
  let type: KeptType
  let via: Via
  let directive: String?
  /// The refusal by a directive.
  let forbidden: Refusal?

  // Admit
  /// Where the user's counts stand in the counters, and what they were.
  let place: Int
  let before: Counters.Entry
  let day: Int64
  /// The shake that this is a step of.
  var pending: Pending?
  /// The most that the caps leave for one shake.
  var allowed: Int64 = .max
  /// Set where the shake used up some of the user's pace.
  var arrival: Timestamp?
  var keepsPace = false
  /// A keyed hash, where devices are limited.
  var device: [UInt8]?
  var isNewOnDevice = false

  // Verify
  var proof: Proof?
  /// The notice for the user of a shake that waits.
  var notice: Notice?

  // Decide
  var drawn: DrawnNumber?
  var pot: Int64?
  /// The award by itself, and its factor; nil where no multiplier was asked.
  var factor: (award: Int64, times: AwardFactor)?
  /// The award before any cap cuts it: the product, where it is multiplied.
  var prize: Int64 = 0
  var coins: Int64 = 0

  // Post
  var transfer: TransferID?

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
