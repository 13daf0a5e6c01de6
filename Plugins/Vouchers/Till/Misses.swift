internal import QixModule

extension Misses {
  /// Codes of vouchers that don't exist.
  static let ofVouchers = Misses(of: VouchersModule.id, "Codes that don't exist") { limit, until, setting in
    Failure(
      "vouchers.too-many-misses", .refused,
      "\(limit.what) tried too many codes that don't exist; wait until \(until)",
      hint: "This may be an attempt to guess codes. An operator sees the limit with "
        + "\(always: "qix setting show \(setting)").")
  }
}
