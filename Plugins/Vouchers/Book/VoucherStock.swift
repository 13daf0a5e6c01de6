internal import QixModule
internal import Synchronization
internal import VaultContract
internal import VouchersContract

/// The vouchers of this home, for modules that hand them out.
final class VoucherStock: VoucherBook {
  private let store: any SecretStore
  private let random: any RandomSource
  /// Looked up once there are keys: the first series may be made while this value is held.
  private let found = Mutex<VoucherKeys?>(nil)

  /// - Parameter store: an open vault.
  init(store: any SecretStore, random: any RandomSource) {
    self.store = store
    self.random = random
  }

  func series(_ name: String, in connection: Connection) throws -> VoucherSeries? {
    try Series.named(name, in: connection)?.contract
  }

  func assign(
    from name: String, to user: UserID, key: String, at time: Timestamp, in connection: Connection
  ) throws -> AssignedVoucher {
    let series = try Series.require(name, in: connection)
    let keys = try keys(in: connection)
    guard IdempotencyKey.isWellFormed(key) else { throw SeriesTerms.malformedKey }
    // A repeat is answered whatever happened to the series.
    if let earlier = try Self.handed(series, key, in: connection) {
      guard earlier.user == user else {
        throw Failure(
          "vouchers.key-conflict", .conflict,
          "the key '\(key)' has handed a voucher to another user, so nothing was done",
          hint: "Give a new hand-over a new key.")
      }
      return try assigned(earlier, series, keys)
    }
    let hint: Sentence =
      "No more vouchers of this series can be handed out. Rewards that deliver it need another series."
    guard series.voided == nil else {
      throw Failure(
        "vouchers.series-void", .refused, "the series '\(name)' was made void", hint: hint,
        forUser: "these vouchers are no longer available")
    }
    if let end = series.terms.end, end <= time {
      throw Failure(
        "vouchers.series-over", .refused, "the vouchers of '\(name)' were valid until \(end)", hint: hint,
        forUser: "these vouchers are no longer available")
    }
    if series.terms.source == .onDemand {
      let minting = Minting(keys: keys, random: random)
      try minting.make(1, of: series, for: .user(user, key: key), at: time, in: connection)
    } else {
      try takeFree(series, user, key, at: time, in: connection)
    }
    guard let handed = try Self.handed(series, key, in: connection) else {
      throw StorageError.corrupt("a voucher that was just handed over isn't there")
    }
    try connection.tell("voucher.handed-over", of: handed.id, user: user)
    return try assigned(handed, series, keys)
  }

  func voucher(_ id: VoucherID, in connection: Connection) throws -> AssignedVoucher {
    let voucher = try Voucher.require(id, in: connection)
    guard voucher.handed != nil else { throw VoucherError.notFound(id) }
    return try assigned(voucher, Series.with(voucher.series, in: connection), keys(in: connection))
  }

  func void(_ id: VoucherID, at time: Timestamp, in connection: Connection) throws {
    try Voucher.require(id, in: connection).makeVoid(alsoUsedInPart: false, in: connection)
  }

  private func takeFree(
    _ series: Series, _ user: UserID, _ key: String, at time: Timestamp, in connection: Connection
  ) throws {
    let free: VoucherID? = try connection.fetchOne(
      "SELECT id FROM vouchers_vouchers WHERE series = \(series.id) AND state = 1 ORDER BY id LIMIT 1")
    guard let free else { throw VoucherError.noneLeft(series.terms.name) }
    let end = try series.terms.end(handedAt: time, in: connection)
    try connection.execute(
      """
      UPDATE vouchers_vouchers
      SET state = 2, handed_at = \(time), user = \(user), key = \(key), end_at = \(end?.microseconds)
      WHERE id = \(free)
      """)
    try connection.execute("UPDATE vouchers_series SET free = free - 1 WHERE id = \(series.id)")
  }

  private static func handed(_ series: Series, _ key: String, in connection: Connection) throws -> Voucher? {
    try connection.fetchOne(
      "SELECT \(sql: Voucher.columns) FROM vouchers_vouchers WHERE series = \(series.id) AND key = \(key)", Voucher.init
    )
  }

  private func assigned(_ voucher: Voucher, _ series: Series, _ keys: VoucherKeys) throws -> AssignedVoucher {
    voucher.assigned(series, try keys.open(voucher.box, voucher.id, of: series.id))
  }

  private func keys(in connection: Connection) throws -> VoucherKeys {
    if let keys = found.withLock({ $0 }) { return keys }
    guard let keys = try VoucherKeys.find(store, in: connection) else { throw VoucherError.keyMissing }
    found.withLock { $0 = keys }
    return keys
  }
}

extension Voucher {
  /// Makes it void; nothing where it is already.
  /// - Throws: `VoucherError.used` where it was used up, or in part without `alsoUsedInPart`.
  func makeVoid(alsoUsedInPart: Bool, in connection: Connection) throws {
    // Also of one that is void by now: what it was used for stays used.
    guard used == 0 || (alsoUsedInPart && state != .used) else { throw VoucherError.used(id) }
    guard state != .void else { return }
    try connection.execute("UPDATE vouchers_vouchers SET state = 4 WHERE id = \(id)")
    if state == .free { try connection.execute("UPDATE vouchers_series SET free = free - 1 WHERE id = \(series)") }
    try connection.tell("voucher.void", of: id, user: user)
  }
}
