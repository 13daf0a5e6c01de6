internal import CoinsContract
internal import IdentityContract
internal import QixDefinitions
internal import QixModule

/// Marks a reward's identifier: `rwd_…`.
enum RewardTag: IdentifierTag {
  static let prefix = "rwd"
  static let place: String? = "rewards_rewards.reward"
}

typealias RewardID = Identifier<RewardTag>

/// Something that users get for coins.
struct Reward: Sendable, Equatable {
  let id: RewardID
  /// The name in commands and files, for ever: `coffee`. Lower-case letters, digits, '-' and '_', 1 to 55.
  let name: String
  var brand: String
  var title: String
  /// The description in Markdown; empty for none.
  var text: String
  /// Title and description in further languages; nil for the same in all.
  var texts: InLanguages<Words>?
  /// Its picture, as `PictureLinks` reads it; nil for none.
  var picture: String?
  var state: State
  /// The moment from which it is offered; nil for as soon as it is published.
  var start: Timestamp?
  /// Until before this one; nil for no end.
  var end: Timestamp?
  /// IANA name; days of limits and dates of files are its days.
  var timeZone: String
  var minimumMode: Mode
  /// Conditions that users must meet besides: `tier:gold` (`UserCondition`).
  var conditions: [String]
  var limits: Limits
  var delivery: Delivery
  /// Money that the user pays beside the coins when it is handed over: "coffee for 100 coins and 1.00 EUR"; nil for nothing.
  var copayment: Money?
  /// The worth of one piece to the user; nil where it isn't known.
  var value: Money?
  /// The cost of one piece to the brand; nil where it isn't known.
  var cost: Money?
  /// The time that coins and stock stay reserved for a user who has redeemed it and doesn't have it yet.
  var hold: Period
  /// The asset that counts its pieces in the ledger; nil where they are unlimited.
  var stock: Asset?

  enum State: Int64, Sendable, CaseIterable {
    /// In preparation: can be changed but not redeemed.
    case draft = 1
    case published
    /// Over for good; what was redeemed goes on.
    case retired
  }

  /// The most there can be; nil for no limit. Pieces of redemptions that were cancelled, timed out or wholly refunded
  /// don't count.
  struct Limits: Sendable, Equatable {
    var perUser: Int64?
    var perUserAndDay: Int64?
    var total: Int64?
  }

  /// The way users get it.
  enum Delivery: Sendable, Equatable {
    /// At once: a voucher of that series, with its code and barcode.
    case voucher(series: String)
    /// Handed over or sent by the operator, who confirms.
    case goods
    /// At once: what the brand gives in the user's name, to this.
    case donation(to: String)
    /// At once: so many tickets of that raffle.
    case raffle(name: String, tickets: Int64)
  }

  /// The budget account on which its stock lies, in its own asset.
  var shelf: String { "reward-\(name)" }

  /// Returns the reward with its texts in a language; as it is where nothing is written in it.
  func said(in language: Language?) -> Reward {
    var said = self
    if let words = texts?.found(in: language) { (said.title, said.text) = (words.title, words.text ?? text) }
    return said
  }
}
