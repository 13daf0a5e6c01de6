package import QixKernel

/// Why something about vouchers was not done. No sentence holds a code.
package enum VoucherError: Diagnosable, Equatable {
  case noSeries(String)
  case noneLeft(String)
  /// Nothing is handed out any more, since all of it would be over.
  case seriesOver(String, ended: Timestamp)
  /// All of its vouchers were made worthless.
  case seriesVoid(String)
  /// The key has handed one to another user.
  case keyConflict(String)
  case notFound(VoucherID)
  /// The vault has lost the key that the codes are under.
  case keyMissing
  case used(VoucherID)

  package var category: ErrorCategory {
    switch self {
    case .noSeries, .notFound: .notFound
    case .noneLeft, .seriesOver, .seriesVoid: .refused
    case .used, .keyConflict: .conflict
    case .keyMissing: .damaged
    }
  }

  package var code: String {
    switch self {
    case .noSeries: "vouchers.series-not-found"
    case .noneLeft: "vouchers.none-left"
    case .seriesOver: "vouchers.series-over"
    case .seriesVoid: "vouchers.series-void"
    case .keyConflict: "vouchers.key-conflict"
    case .notFound: "vouchers.not-found"
    case .keyMissing: "vouchers.key-missing"
    case .used: "vouchers.used"
    }
  }

  package var description: String {
    switch self {
    case .noSeries(let name): "there is no series of vouchers '\(name)'"
    case .noneLeft(let name): "all vouchers of '\(name)' have been handed out"
    case .seriesOver(let name, let ended): "the vouchers of '\(name)' were good until \(ended)"
    case .seriesVoid(let name): "the series '\(name)' was made void"
    case .keyConflict(let key): "the key '\(key)' has handed a voucher to another user, so nothing was done"
    case .keyMissing: "the vault doesn't have the key that the codes of vouchers are under"
    case .notFound(let id): "there is no voucher \(id)"
    case .used(let id): "the voucher \(id) was used before"
    }
  }

  package var hint: String? {
    switch self {
    case .noSeries: "See which there are with `qix voucher list`."
    case .noneLeft(let name): "Make more with `qix voucher generate \(name) --count N`, or import more."
    case .keyMissing: "Bring back the vault of that time with `qix vault import`."
    case .keyConflict: "Give a new hand-over a new key."
    case .seriesOver, .seriesVoid:
      "Nobody can be given one of it any more; what is delivered by it needs another series."
    case .notFound, .used: nil
    }
  }
}
