package import QixKernel

/// Why something about vouchers was not done. No sentence holds a code.
package enum VoucherError: Failing, Equatable {
  case noSeries(String)
  case noneLeft(String)
  /// Nothing more is handed out, since all of it would have expired.
  case seriesOver(String, ended: Timestamp)
  /// All of its vouchers were made worthless.
  case seriesVoid(String)
  /// The key has handed one to another user.
  case keyConflict(String)
  case notFound(VoucherID)
  /// The name isn't repeated: it may be a code.
  case noneNamed
  /// Several were handed out under what names one.
  case severalNamed(String, [VoucherID])
  /// The vault has lost the key that the codes are under.
  case keyMissing
  case used(VoucherID)

  package var failure: Failure {
    switch self {
    case .noSeries(let name):
      Failure(
        "vouchers.series-not-found", .notFound, "there is no series of vouchers '\(name)'",
        hint: "See which there are with `qix voucher list`.")
    case .noneLeft(let name):
      Failure(
        "vouchers.none-left", .refused, "all vouchers of '\(name)' have been handed out",
        hint: "Make more with `qix voucher generate \(name) --count N`, or import more.",
        forUser: "all vouchers have been handed out")
    case .seriesOver(let name, let ended):
      Failure(
        "vouchers.series-over", .refused, "the vouchers of '\(name)' were good until \(ended)",
        hint: "No more of it can be handed out; rewards that deliver it need another series.",
        forUser: "these vouchers are no longer available")
    case .seriesVoid(let name):
      Failure(
        "vouchers.series-void", .refused, "the series '\(name)' was made void",
        hint: "No more of it can be handed out; rewards that deliver it need another series.",
        forUser: "these vouchers are no longer available")
    case .keyConflict(let key):
      Failure(
        "vouchers.key-conflict", .conflict,
        "the key '\(key)' has handed a voucher to another user, so nothing was done",
        hint: "Give a new hand-over a new key.")
    case .notFound(let id):
      Failure("vouchers.not-found", .notFound, "there is no voucher \(id)")
    case .noneNamed:
      Failure(
        "vouchers.not-found", .notFound, "there is no voucher by that name",
        hint: "Name it by its vch_…, or by the key under which it was handed out, such as the rdm_… of its redemption. "
          + "Where there is only its code, `qix voucher check` takes it and tells the vch_….")
    case .severalNamed(let name, let some):
      Failure(
        "vouchers.several-named", .usage, "several vouchers were handed out under '\(name)'",
        hint: "Name one of them: \(some.map { "\($0)" }.joined(separator: ", ")).")
    case .keyMissing:
      Failure(
        "vouchers.key-missing", .damaged, "the vault doesn't have the key that the codes of vouchers are under",
        hint: "Bring back the vault of that time with `qix vault import`.")
    case .used(let id):
      Failure("vouchers.used", .conflict, "the voucher \(id) was used before")
    }
  }
}
