internal import QixModule
internal import VouchersContract

/// Refusals at the till that code decides by, or that are made in several places. No sentence holds a code, nor
/// anything of another voucher.
enum TillError: Failing, Equatable {
  case unknown
  /// It is in stock: its code was never given out.
  case notHandedOut(VoucherID)
  case void(VoucherID)
  /// All of its series were made void.
  case seriesVoid(VoucherID, String, at: Timestamp)
  /// Signed it would promise what may be spent.
  case restNotSigned
  case belowMinimum(VoucherID, minimum: Money, purchase: Money)
  case otherCurrency(VoucherID, expected: Currency, given: Currency)
  case noUse(String)

  var failure: Failure {
    switch self {
    case .unknown:
      Failure(
        "vouchers.code-unknown", .notFound, "there is no voucher with this code",
        hint: "Compare it with the printed code, symbol by symbol.")
    case .notHandedOut(let id):
      Failure(
        "vouchers.not-handed-out", .refused, "the voucher \(id) was not handed out yet",
        hint: "If it was handed out without qix, its code may be known to others: ask the operator.")
    case .void(let id):
      Failure(
        "vouchers.void", .refused, "the voucher \(id) is void",
        hint:
          "It was reported lost, or paid back. `qix redemption show \(id)` shows whether a refund has made it void.",
        forUser: "this voucher is no longer valid")
    case .seriesVoid(let id, let series, let time):
      Failure(
        "vouchers.void", .refused, "the voucher \(id) is void: the series '\(series)' was made void at \(time)",
        forUser: "this voucher is no longer valid")
    case .restNotSigned:
      Failure(
        "vouchers.rest-not-signed", .refused,
        "a voucher with --keep-rest can't be signed: only the server knows its remaining value",
        hint: "Leave --signed out. Tills with a connection take the voucher.")
    case .belowMinimum(let id, let minimum, let purchase):
      Failure(
        "vouchers.below-minimum", .refused,
        "the voucher \(id) needs a purchase of at least \(minimum), but this one is \(purchase)")
    case .otherCurrency(let id, let expected, let given):
      Failure("vouchers.currency", .refused, "the voucher \(id) is in \(expected), but the purchase in \(given)")
    case .noUse(let name):
      Failure(
        "vouchers.use-not-found", .notFound, "there is no use of a voucher '\(name)'",
        hint: "Give the vus_… that `qix voucher use` answered, or the idempotency key of the use.")
    }
  }
}
