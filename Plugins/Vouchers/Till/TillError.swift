internal import QixKernel
internal import QixStorage
internal import VouchersContract

/// Why a voucher is not taken at the till. No sentence holds a code, nor anything of another voucher.
enum TillError: Diagnosable, Equatable {
  /// No code looks like that.
  case malformedCode
  /// More than one line.
  case severalCodes
  /// A code that was made here, but for a mistake.
  case mistyped
  case unknown
  case tooManyMisses(MissLimit, until: Timestamp)
  /// It is in stock: who has its code has it from nobody.
  case notHandedOut(VoucherID)
  case notYet(VoucherID, start: Timestamp)
  case over(VoucherID, end: Timestamp)
  case void(VoucherID)
  /// All of its series were made void.
  case seriesVoid(VoucherID, String, at: Timestamp)
  case usedUp(VoucherID, uses: Int64, last: Timestamp, till: String?)
  case purchaseNeeded(VoucherID, minimum: Money)
  /// What it leaves stays on the voucher, so it has to be known.
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

  var category: ErrorCategory {
    switch self {
    case .malformedCode, .severalCodes, .mistyped, .malformedTill: .usage
    case .unknown, .noUse: .notFound
    case .tooManyMisses, .notHandedOut, .notYet, .over, .void, .seriesVoid, .purchaseNeeded, .purchaseNeededForRest,
      .restNotSigned, .belowMinimum, .otherCurrency:
      .refused
    case .usedUp, .keyConflict, .keyTakenBack: .conflict
    }
  }

  var code: String {
    switch self {
    case .malformedCode, .severalCodes: "vouchers.code-malformed"
    case .mistyped: "vouchers.code-mistyped"
    case .unknown: "vouchers.code-unknown"
    case .tooManyMisses: "vouchers.too-many-misses"
    case .notHandedOut: "vouchers.not-handed-out"
    case .notYet: "vouchers.not-yet"
    case .over: "vouchers.over"
    case .void, .seriesVoid: "vouchers.void"
    case .usedUp: "vouchers.used-up"
    case .purchaseNeeded, .purchaseNeededForRest: "vouchers.purchase-needed"
    case .restNotSigned: "vouchers.rest-not-signed"
    case .belowMinimum: "vouchers.below-minimum"
    case .otherCurrency: "vouchers.currency"
    case .malformedTill: "vouchers.till-malformed"
    case .keyConflict: "vouchers.key-conflict"
    case .keyTakenBack: "vouchers.key-taken-back"
    case .noUse: "vouchers.use-not-found"
    }
  }

  var description: String {
    switch self {
    case .malformedCode: "no code of a voucher looks like that"
    case .severalCodes: "there is more than one line, and a code is one"
    case .mistyped: "there is a mistake in the code"
    case .unknown: "there is no voucher with this code"
    case .tooManyMisses(let limit, let until):
      "\(limit.what) tried too many codes that don't exist; wait until \(until)"
    case .notHandedOut(let id): "the voucher \(id) was not handed to anybody yet"
    case .notYet(let id, let start): "the voucher \(id) is good from \(start) on"
    case .over(let id, let end): "the voucher \(id) was good until \(end)"
    case .void(let id): "the voucher \(id) is void"
    case .seriesVoid(let id, let series, let time):
      "the voucher \(id) is void: all of the series '\(series)' was made so at \(time)"
    case .usedUp(let id, let uses, let last, let till):
      "the voucher \(id) was used \(uses == 1 ? "" : "\(uses) times, the last time ")at \(last)"
        + (till.map { ", at till '\($0)'" } ?? "")
    case .purchaseNeeded(let id, let minimum):
      "the voucher \(id) asks for a purchase of \(minimum) at least, and none was named"
    case .purchaseNeededForRest(let id, let rest):
      "the voucher \(id) has \(rest) on it, and what the purchase comes to was not named"
    case .restNotSigned: "a voucher on which the rest stays is not signed: what is left on it is known here alone"
    case .belowMinimum(let id, let minimum, let purchase):
      "the voucher \(id) asks for a purchase of \(minimum) at least, and this one comes to \(purchase)"
    case .otherCurrency(let id, let expected, let given):
      "the voucher \(id) is in \(expected), and the purchase in \(given)"
    case .malformedTill(let problem): "that can't be a till's name: \(problem)"
    case .keyConflict(let key): "the key '\(key)' was used for something else, so nothing was done"
    case .keyTakenBack(let key, let time): "the use under the key '\(key)' was taken back at \(time)"
    case .noUse(let name): "there is no use of a voucher '\(name)'"
    }
  }

  var hint: String? {
    switch self {
    case .malformedCode: "A code has 4 to 64 letters, digits and signs; blanks and dashes don't count."
    case .severalCodes: "Give one code at a time; each use is a command of its own."
    case .void(let id):
      "It was reported lost, or paid back: `qix redemption show \(id)` tells whether a refund has made it void."
    case .mistyped: "Read it again: one of its symbols is wrong, or two have changed places."
    case .unknown: "Compare it with what is printed, symbol by symbol."
    case .tooManyMisses(let limit, _): "Somebody may be guessing. The limit: `qix setting show \(limit.setting.name)`."
    case .notHandedOut: "If it was handed out without qix, its code may be known to others: ask whoever runs it."
    case .restNotSigned: "Leave --signed out; tills take it with a connection."
    case .purchaseNeeded, .purchaseNeededForRest: "Give it with --purchase, such as --purchase '12.50 EUR'."
    case .keyConflict: "Each use has a key of its own; two vouchers in one purchase need two."
    case .keyTakenBack: "A new use needs a new key."
    case .noUse: "Give the vus_… that `qix voucher use` has answered, or its idempotency key."
    case .notYet, .over, .seriesVoid, .usedUp, .belowMinimum, .otherCurrency, .malformedTill: nil
    }
  }
}
