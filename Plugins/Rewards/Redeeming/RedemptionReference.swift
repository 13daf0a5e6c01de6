internal import CoinsContract
internal import IdentityContract
internal import QixModule
internal import VouchersContract

/// The reference by which people name a redemption: its own id, or that of something it has brought about. Callers
/// tell a support agent whichever id they see.
enum RedemptionReference: Sendable, Equatable {
  case redemption(RedemptionID)
  case voucher(VoucherID)
  case transfer(TransferID)
  case refund(RefundID)
  /// The idempotency key under which it was redeemed: an order's number.
  case key(String)

  init?(_ text: String) {
    if let id = RedemptionID(text) {
      self = .redemption(id)
    } else if let id = VoucherID(text) {
      self = .voucher(id)
    } else if let id = TransferID(text) {
      self = .transfer(id)
    } else if let id = RefundID(text) {
      self = .refund(id)
    } else if Self.prefixes.contains(where: { text.hasPrefix("\($0)_") }) || text.isEmpty {
      return nil
    } else {
      self = .key(text)
    }
  }

  var isKey: Bool { if case .key = self { true } else { false } }

  /// A hint for those whose reference leads to no redemption.
  fileprivate var way: Sentence {
    switch self {
    case .voucher(let id): "See it with `qix voucher show \(id)`."
    case .transfer(let id): "See it with `qix coins show \(id)`."
    case .key(let key):
      "`qix coins show \(key.quotedForShell)` shows coins booked with this key. "
        + "`qix redemption list --user USER` shows a user's redemptions."
    case .redemption, .refund: "List redemptions with `qix redemption list`."
    }
  }

  /// The user's is here since theirs is the id that is most often given in place of another.
  private static let prefixes = [
    RedemptionTag.prefix, VoucherTag.prefix, TransferTag.prefix, RefundTag.prefix, UserTag.prefix,
  ]

  static let form =
    "give the redemption's rdm_…, or the vch_…, trf_… or rfd_… of its voucher, transfer or refund, each with "
    + "26 letters and digits"
}

extension RedemptionReference: CustomStringConvertible {
  var description: String {
    switch self {
    case .redemption(let id): "\(id)"
    case .voucher(let id): "\(id)"
    case .transfer(let id): "\(id)"
    case .refund(let id): "\(id)"
    case .key(let key): key
    }
  }
}

extension ValueType where Value == RedemptionReference {
  static var redemptionReference: ValueType<RedemptionReference> {
    ValueType(placeholder: "REDEMPTION") { text throws(ValueError) in
      guard let reference = RedemptionReference(text) else { throw ValueError("\(RedemptionReference.form)") }
      return reference
    }.takingShort(
      IdentifierKind(RedemptionID.self), IdentifierKind(VoucherID.self), IdentifierKind(TransferID.self))
  }
}

extension RedemptionService {
  /// The redemption that is meant.
  func find(_ reference: RedemptionReference, in connection: Connection) throws -> RedemptionID {
    if let found = try RedemptionStore(connection).find(reference) { return found }
    if case .transfer(let id) = reference, let found = try ended(by: id, in: connection) { return found }
    throw Failure(
      "rewards.redemption-not-found", .notFound,
      reference.isKey ? "no redemption has the key '\(reference)'" : "\(reference) belongs to no redemption",
      hint: reference.way)
  }

  /// The redemption whose coins were held until this transfer: the capture that a wallet's history shows as the charge, or
  /// the end of a hold that was given back. The ledger knows the way from the hold to it alone, so the holds of that user
  /// are gone through.
  private func ended(by id: TransferID, in connection: Connection) throws -> RedemptionID? {
    guard case .wallet(let payer)? = try ledger.standing(of: id, in: connection)?.from,
      let user = try directory.heir(of: payer, in: connection)
    else { return nil }
    return try RedemptionStore(connection).holds(of: user).first { hold in
      try ledger.standing(of: hold.coins, in: connection)?.end?.transfer == id
    }?.redemption
  }
}

extension RedemptionStore {
  /// Nil where no redemption has brought what is named.
  /// - Throws: `RedemptionError.notFound` for a redemption that isn't there.
  func find(_ reference: RedemptionReference) throws -> RedemptionID? {
    switch reference {
    case .redemption(let id): return try require(id).id
    case .voucher(let id):
      return try connection.fetchOne("SELECT redemption FROM rewards_redeemed_vouchers WHERE voucher = \(id)")
    case .refund(let id): return try connection.fetchOne("SELECT redemption FROM rewards_refunds WHERE refund = \(id)")
    case .key(let key):
      return try connection.fetchOne("SELECT redemption FROM rewards_redemptions WHERE key = \(key)")
    case .transfer(let id):
      for (table, columns) in [
        ("rewards_redemptions", ["coins_transfer", "stock_transfer"]),
        ("rewards_refunds", ["coins_transfer", "stock_transfer", "anew_transfer"]),
      ] {
        for column in columns {
          let found: RedemptionID? = try connection.fetchOne(
            "SELECT redemption FROM \(sql: table) WHERE \(sql: column) = \(id)")
          if let found { return found }
        }
      }
      return nil
    }
  }

  /// Redemptions of a user by way of a hold, the newest first.
  func holds(of user: UserID) throws -> [(redemption: RedemptionID, coins: TransferID)] {
    try connection.fetchAll(
      """
      SELECT redemption, coins_transfer FROM rewards_redemptions WHERE user = \(user) AND held_until IS NOT NULL
      ORDER BY redemption DESC
      """
    ) { (redemption: try $0["redemption"], coins: try $0["coins_transfer"]) }
  }
}
