internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VouchersContract

/// What people name a redemption by: its own id, or that of something which it has brought about. Whoever is at a help
/// desk gets to hear what the caller has before them.
enum RedemptionReference: Sendable, Equatable {
  case redemption(RedemptionID)
  case voucher(VoucherID)
  case transfer(TransferID)
  case refund(RefundID)

  init?(_ text: String) {
    if let id = RedemptionID(text) {
      self = .redemption(id)
    } else if let id = VoucherID(text) {
      self = .voucher(id)
    } else if let id = TransferID(text) {
      self = .transfer(id)
    } else if let id = RefundID(text) {
      self = .refund(id)
    } else {
      return nil
    }
  }
}

extension ValueType where Value == RedemptionReference {
  static var redemptionReference: ValueType<RedemptionReference> {
    ValueType(placeholder: "REDEMPTION") { text throws(ValueError) in
      guard let reference = RedemptionReference(text) else {
        throw ValueError(
          "a redemption is named by its rdm_…, or by the vch_…, trf_… or rfd_… of what it has brought, with 26 letters "
            + "and digits")
      }
      return reference
    }
  }
}

extension RedemptionStore {
  /// - Throws: `RedemptionError.notFound`, `.nothingBrought`.
  func require(_ reference: RedemptionReference) throws -> Redemption {
    switch reference {
    case .redemption(let id): return try require(id)
    case .voucher(let id):
      return try require(
        try brought("SELECT redemption FROM rewards_redeemed_vouchers WHERE voucher = ?1", .id(id)),
        for: "\(id)", seenBy: "qix voucher show")
    case .refund(let id):
      return try require(
        try brought("SELECT redemption FROM rewards_refunds WHERE refund = ?1", .id(id)), for: "\(id)", seenBy: nil)
    case .transfer(let id):
      for (table, columns) in [
        ("rewards_redemptions", ["coins_transfer", "stock_transfer"]),
        ("rewards_refunds", ["coins_transfer", "stock_transfer", "anew_transfer"]),
      ] {
        for column in columns {
          if let found = try brought("SELECT redemption FROM \(table) WHERE \(column) = ?1", .id(id)) {
            return try require(found)
          }
        }
      }
      return try require(nil, for: "\(id)", seenBy: "qix coins show")
    }
  }

  private func brought(_ query: String, _ id: Value) throws -> RedemptionID? {
    try connection.first(query, id) { try $0.identifier(0) }
  }

  private func require(_ id: RedemptionID?, for name: String, seenBy command: String?) throws -> Redemption {
    guard let id else { throw RedemptionError.nothingBrought(name, seenBy: command) }
    return try require(id)
  }
}
