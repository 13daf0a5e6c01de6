package import QixKernel

/// Refusals by the book of vouchers that other code decides by, or makes too. No sentence holds a code.
package enum VoucherError: Failing, Equatable {
  case noneLeft(String)
  case notFound(VoucherID)
  /// The vault has lost the key that the codes are under.
  case keyMissing
  case used(VoucherID)

  package var failure: Failure {
    switch self {
    case .noneLeft(let name):
      Failure(
        "vouchers.none-left", .refused, "all vouchers of '\(name)' have been handed out",
        hint: """
          Make more with `qix voucher generate \(name) --count N`. Or import more with \
          `qix voucher import \(name) FILE`.
          """,
        forUser: "all vouchers have been handed out")
    case .notFound(let id):
      Failure("vouchers.not-found", .notFound, "there is no voucher \(id)")
    case .keyMissing:
      Failure(
        "vouchers.key-missing", .damaged, "the vault doesn't have the key that encrypts the codes of vouchers",
        hint: "Bring the earlier vault back with `qix vault import FILE`.")
    case .used(let id):
      Failure("vouchers.used", .conflict, "the voucher \(id) was used before")
    }
  }
}
