internal import CoinsContract
internal import IdentityContract
internal import QixModule
internal import VouchersContract

/// Marks a redemption's identifier: `rdm_…`.
enum RedemptionTag: IdentifierTag {
  static let prefix = "rdm"
  static let place: String? = "rewards_redemptions.redemption"
}

typealias RedemptionID = Identifier<RedemptionTag>

/// Marks a refund's identifier: `rfd_…`.
enum RefundTag: IdentifierTag {
  static let prefix = "rfd"
}

typealias RefundID = Identifier<RefundTag>

/// A reward that a user has spent coins on, or for which coins are reserved.
struct Redemption: Sendable, Equatable {
  let id: RedemptionID
  let key: String?
  let reward: RewardID
  /// The user who has it now, after merges.
  let user: UserID
  let quantity: Int64
  /// The price of one piece at that moment, in coins.
  let price: Int64
  let askedToHold: Bool
  let atMost: Int64?
  let stage: Stage
  let redeemed: Timestamp
  /// When a hold ends by itself; nil for what was fulfilled at once.
  let heldUntil: Timestamp?
  let fulfilled: Timestamp?
  /// When it was cancelled, or refunded as a whole.
  let ended: Timestamp?
  /// In the ledger: the redemption of the coins, or their hold; likewise of the pieces.
  let coinsTransfer: TransferID
  let stockTransfer: TransferID?
  let note: String?
  let reason: String?

  /// The stage that is stored.
  enum Stage: Int64, Sendable {
    case held = 1
    case fulfilled, cancelled, refunded
  }

  /// The state at a moment. That a hold's time was up follows from the moment, as it does in the ledger, so the two
  /// can't disagree.
  enum State: String, Sendable, CaseIterable {
    case held, fulfilled, cancelled
    case timedOut = "timed-out"
    case refunded
  }

  static let quantities: ClosedRange<Int64> = 1...100

  /// All of them together.
  var coins: Int64 { price * quantity }

  func state(at time: Timestamp) -> State {
    switch stage {
    case .held: heldUntil.map { $0 <= time } ?? false ? .timedOut : .held
    case .fulfilled: .fulfilled
    case .cancelled: .cancelled
    case .refunded: .refunded
    }
  }
}

/// Coins of a redemption that were paid back.
struct Refund: Sendable, Equatable {
  let id: RefundID
  let redemption: RedemptionID
  let number: Int64
  let key: String?
  let coins: Int64
  let asked: Asked
  /// Pieces that went back to the shelf.
  let pieces: Int64
  let isVoided: Bool
  let at: Timestamp
  let coinsTransfer: TransferID
  let stockTransfer: TransferID?
  let anew: TransferID?
  /// The part of the coins that had expired and was reissued.
  let anewCoins: Int64
  let reason: String?

  /// Parts that the caller left open are nil.
  struct Asked: Sendable, Equatable {
    var coins: Int64?
    var restocks: Bool?
    var keepsVoucher: Bool
  }
}
