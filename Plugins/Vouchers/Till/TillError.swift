internal import QixModule
internal import VouchersContract

/// Why a voucher is not taken at the till. No sentence holds a code, nor anything of another voucher.
enum TillError: Failing, Equatable {
  /// No code looks like that.
  case malformedCode
  /// More than one line.
  case severalCodes
  /// A code that was made here, but for a mistake.
  case mistyped
  case unknown
  case tooManyMisses(MissLimit, until: Timestamp)
  /// It is in stock: its code was never given out.
  case notHandedOut(VoucherID)
  case notYet(VoucherID, start: Timestamp)
  case over(VoucherID, end: Timestamp)
  case void(VoucherID)
  /// All of its series were made void.
  case seriesVoid(VoucherID, String, at: Timestamp)
  case usedUp(VoucherID, uses: Int64, last: Timestamp, till: String?)
  case purchaseNeeded(VoucherID, minimum: Money)
  /// The rest stays on the voucher, so the purchase has to be known.
  case purchaseNeededForRest(VoucherID, rest: Money)
  /// Signed it would promise what may be spent.
  case restNotSigned
  case belowMinimum(VoucherID, minimum: Money, purchase: Money)
  case otherCurrency(VoucherID, expected: Currency, given: Currency)
  case malformedTill(String)
  case keyConflict(String)
  /// The use that the key has made was taken back.
  case keyTakenBack(String, at: Timestamp)
  case noUse(String)

  var failure: Failure {
    switch self {
    case .malformedCode:
      Failure(
        "vouchers.code-malformed", .usage, "no code of a voucher looks like that",
        hint: "A code has 4 to 64 letters, digits and signs; blanks and dashes don't count.")
    case .severalCodes:
      Failure(
        "vouchers.code-malformed", .usage, "there is more than one line, and a code is one",
        hint: "Give one code at a time; each use is a command of its own.")
    case .mistyped:
      Failure(
        "vouchers.code-mistyped", .usage, "there is a mistake in the code",
        hint: "Read it again: one of its symbols is wrong, or two have changed places.")
    case .unknown:
      Failure(
        "vouchers.code-unknown", .notFound, "there is no voucher with this code",
        hint: "Compare it with what is printed, symbol by symbol.")
    case .tooManyMisses(let limit, let until):
      Failure(
        "vouchers.too-many-misses", .refused,
        "\(limit.what) tried too many codes that don't exist; wait until \(until)",
        hint: "Codes may be being guessed. An operator sees the limit with `qix setting show \(limit.setting.name)`.")
    case .notHandedOut(let id):
      Failure(
        "vouchers.not-handed-out", .refused, "the voucher \(id) was not handed out yet",
        hint: "If it was handed out without qix, its code may be known to others: ask the operator.")
    case .notYet(let id, let start):
      Failure("vouchers.not-yet", .refused, "the voucher \(id) is good from \(start) on")
    case .over(let id, let end):
      Failure("vouchers.over", .refused, "the voucher \(id) was good until \(end)")
    case .void(let id):
      Failure(
        "vouchers.void", .refused, "the voucher \(id) is void",
        hint: "It was reported lost, or paid back: `qix redemption show \(id)` tells whether a refund has made it void."
      )
    case .seriesVoid(let id, let series, let time):
      Failure(
        "vouchers.void", .refused, "the voucher \(id) is void: all of the series '\(series)' was made so at \(time)")
    case .usedUp(let id, let uses, let last, let till):
      Failure(
        "vouchers.used-up", .conflict,
        "the voucher \(id) was used \(uses == 1 ? "" : "\(uses) times, the last time ")at \(last)"
          + (till.map { ", at till '\($0)'" } ?? ""))
    case .purchaseNeeded(let id, let minimum):
      Failure(
        "vouchers.purchase-needed", .refused,
        "the voucher \(id) asks for a purchase of \(minimum) at least, and none was named",
        hint: "Give it with --purchase, such as --purchase '12.50 EUR'.")
    case .purchaseNeededForRest(let id, let rest):
      Failure(
        "vouchers.purchase-needed", .refused,
        "the voucher \(id) has \(rest) on it, and what the purchase comes to was not named",
        hint: "Give it with --purchase, such as --purchase '12.50 EUR'.")
    case .restNotSigned:
      Failure(
        "vouchers.rest-not-signed", .refused,
        "a voucher on which the rest stays is not signed: what is left on it is known here alone",
        hint: "Leave --signed out; tills take it with a connection.")
    case .belowMinimum(let id, let minimum, let purchase):
      Failure(
        "vouchers.below-minimum", .refused,
        "the voucher \(id) asks for a purchase of \(minimum) at least, and this one comes to \(purchase)")
    case .otherCurrency(let id, let expected, let given):
      Failure("vouchers.currency", .refused, "the voucher \(id) is in \(expected), and the purchase in \(given)")
    case .malformedTill(let problem):
      Failure("vouchers.till-malformed", .usage, "that can't be a till's name: \(problem)")
    case .keyConflict(let key):
      Failure(
        "vouchers.key-conflict", .conflict, "the key '\(key)' was used for something else, so nothing was done",
        hint: "Each use has a key of its own; two vouchers in one purchase need two. A key that another program has "
          + "used is taken, too.")
    case .keyTakenBack(let key, let time):
      Failure(
        "vouchers.key-taken-back", .conflict, "the use under the key '\(key)' was taken back at \(time)",
        hint: "A new use needs a new key.")
    case .noUse(let name):
      Failure(
        "vouchers.use-not-found", .notFound, "there is no use of a voucher '\(name)'",
        hint: "Give the vus_… that `qix voucher use` has answered, or its idempotency key.")
    }
  }
}
