package import QixKernel

/// Why something about vouchers was not done. No sentence holds a code.
package enum VoucherError: Diagnosable, Equatable {
  case noSeries(String)
  case noneLeft(String)
  /// Nothing is handed out any more, since all of it would be over.
  case seriesOver(String, ended: Timestamp)
  case notFound(VoucherID)
  case used(VoucherID)

  package var category: ErrorCategory {
    switch self {
    case .noSeries, .notFound: .notFound
    case .noneLeft, .seriesOver: .refused
    case .used: .conflict
    }
  }

  package var code: String {
    switch self {
    case .noSeries: "vouchers.series-not-found"
    case .noneLeft: "vouchers.none-left"
    case .seriesOver: "vouchers.series-over"
    case .notFound: "vouchers.not-found"
    case .used: "vouchers.used"
    }
  }

  package var description: String {
    switch self {
    case .noSeries(let name): "there is no series of vouchers '\(name)'"
    case .noneLeft(let name): "all vouchers of '\(name)' have been handed out"
    case .seriesOver(let name, let ended): "the vouchers of '\(name)' were good until \(ended)"
    case .notFound(let id): "there is no voucher \(id)"
    case .used(let id): "the voucher \(id) was used before"
    }
  }

  package var hint: String? {
    switch self {
    case .noSeries: "See which there are with `qix voucher list`."
    case .noneLeft(let name): "Make more with `qix voucher generate \(name) --count N`, or import more."
    case .seriesOver: nil
    case .notFound, .used: nil
    }
  }
}
