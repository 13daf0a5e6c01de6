internal import QixModule
internal import VouchersContract

/// Marks a use: `vus_…`.
enum UseTag: IdentifierTag {
  static let prefix = "vus"
}

typealias UseID = Identifier<UseTag>

/// The desk where vouchers are checked and used: each in one write transaction, so that of many requests with one code
/// each sees what the one before has done.
struct Till {
  let keys: VoucherKeys
  let presenter: Presenter
  /// Whether answers may say that a code is one in stock: a guesser who learns that could wait until it is handed out,
  /// and be there first.
  let tellsStock: Bool
  /// Whose uses the keys may answer for: the caller's own, where they may not know of others'; nil for who may.
  let asker: String?
  let clock: any Clock
  let random: any RandomSource

  /// A voucher whose code was presented.
  struct Presented: Sendable {
    let voucher: Voucher
    let series: Series
  }

  /// Finds a voucher by what was typed or scanned. A code that isn't found, or is still in stock, counts as a miss,
  /// which the transaction has to keep; `told` is what may be said of it.
  /// - Parameter key: the key of the use that is wished for.
  /// - Throws: `vouchers.too-many-misses`, and nothing else for what was typed: that is in the result.
  func find(
    _ code: PresentedCode, key: String? = nil, in connection: Connection
  ) throws -> Result<Presented, any Error> {
    if let key, let answered = try answered(code, under: key, in: connection) { return .success(answered) }
    let time = try SteadyClock.latest(clock, in: connection)
    try Misses.ofVouchers.requireFew(by: presenter, at: time, clock, in: connection)
    if let presented = try look(code, in: connection) {
      guard presented.voucher.state != .free else {
        // A code in stock can't have been given away, so it counts as a guess.
        try Misses.ofVouchers.count(presenter, clock, in: connection)
        return .failure(TillError.notHandedOut(presented.voucher.id))
      }
      return .success(presented)
    }
    try Misses.ofVouchers.count(presenter, clock, in: connection)
    guard code.isMistyped else { return .failure(TillError.unknown) }
    return .failure(
      Failure(
        "vouchers.code-mistyped", .usage, "there is a mistake in the code",
        hint: "Read it again: one of its symbols is wrong, or two are swapped."))
  }

  /// Returns the voucher that a key was answered for before, where the code goes with it: a caller that got no answer
  /// asks again, and has to get it even after too many misses in between.
  ///
  /// It doesn't help guessing. A used-up code is worth nothing, and a code made here can't be found by trying; a
  /// brand's code may be short, so one that has uses left waits as any other.
  private func answered(
    _ code: PresentedCode, under key: String, in connection: Connection
  ) throws -> Presented? {
    guard let use = try Use.under(key, in: connection), let presented = try look(code, in: connection),
      presented.voucher.id == use.voucher
    else { return nil }
    return presented.voucher.state == .used || presented.series.terms.source != .imported ? presented : nil
  }

  private func look(_ code: PresentedCode, in connection: Connection) throws -> Presented? {
    guard let voucher = try code.lookUp(keys, in: connection) else { return nil }
    let series = try Series.with(voucher.series, in: connection)
    // The box opens only in the row and the series that it was made for.
    let own = try keys.open(voucher.box, voucher.id, of: series.id)
    guard code.isOf(voucher, own) else {
      throw StorageError.corrupt("voucher \(voucher.id) is found by a code that is not its own")
    }
    return Presented(voucher: voucher, series: series)
  }
}
