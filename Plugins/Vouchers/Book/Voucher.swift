internal import IdentityContract
internal import QixModule
internal import VouchersContract

/// Marks what was made or handed out at once: `vba_…`.
enum BatchTag: IdentifierTag {
  static let prefix = "vba"
}

typealias BatchID = Identifier<BatchTag>

/// The values of the column `state`.
enum VoucherState: Int64, Sendable, CaseIterable {
  /// In stock.
  case free = 1
  /// Handed out.
  case open
  /// Used up.
  case used
  case void

  var name: String { "\(self)" }
}

/// A voucher as it is kept, without its code.
struct Voucher: Sendable, Equatable {
  let id: VoucherID
  let series: SeriesID
  let box: [UInt8]
  let state: VoucherState
  /// Uses that count.
  let used: Int64
  let handed: Timestamp?
  let user: UserID?
  /// The end by the series' period after it was handed over; the series may end before.
  let ownEnd: Timestamp?
  /// The idempotency key under which it was handed out: for rewards it begins with the redemption's id.
  let key: String?

  /// The amount that came off purchases, in the smallest unit; 0 where the rest doesn't stay.
  let spent: Int64

  static let columns = "id, series, box, state, used, handed_at, user, end_at, key, spent"

  init(_ row: Row) throws {
    id = try row["id"]
    series = try row["series"]
    box = row["box"]
    guard let state = VoucherState(rawValue: row["state"]) else {
      throw StorageError.corrupt("a voucher is in no known state")
    }
    self.state = state
    used = row["used"]
    handed = row["handed_at"]
    user = try row["user"]
    ownEnd = row["end_at"]
    key = row["key"]
    spent = row["spent"]
  }

  static func find(_ id: VoucherID, in connection: Connection) throws -> Voucher? {
    try connection.fetchOne("SELECT \(sql: columns) FROM vouchers_vouchers WHERE id = \(id)", Voucher.init)
  }

  /// The voucher that the caller names; a customer's own.
  /// - Throws: `vouchers.not-found`, `vouchers.several-named`.
  static func required(_ name: String, _ context: Context, in connection: Connection) throws -> Voucher {
    guard let id = try id(named: name, by: context.principal, in: connection) else {
      // The name isn't repeated: it may be a code.
      throw Failure(
        "vouchers.not-found", .notFound, "there is no voucher by that name",
        hint:
          """
          Give its vch_…, or the key with which it was handed out, such as the rdm_… of its redemption. \
          If you have only its code, `qix voucher check` shows the vch_….
          """)
    }
    let voucher = try require(id, in: connection)
    try context.requireOwn(voucher.user, in: connection, else: VoucherError.notFound(id))
    return voucher
  }

  /// The voucher that is named by its id, or by the key under which it was handed out: the whole of it, or what stands
  /// before its colon, such as the id of a redemption.
  /// - Returns: nil where there is none, or the caller may not know keys.
  /// - Throws: `vouchers.several-named`.
  static func id(named name: String, by principal: Principal, in connection: Connection) throws -> VoucherID? {
    if let id = VoucherID(name) { return id }
    // Whoever may not know keys is not told which there are; customers know those of their own redemptions.
    let owner = principal.mayKnow(.key) ? nil : principal.user
    guard owner != nil || principal.mayKnow(.key) else { return nil }
    // By series, since that is what the index of keys begins with.
    let found: [VoucherID] = try connection.fetchAll(
      """
      SELECT id FROM vouchers_vouchers
      WHERE series IN (SELECT id FROM vouchers_series) AND key = \(name) AND (\(owner) IS NULL OR user = \(owner))
      UNION ALL
      SELECT id FROM vouchers_vouchers
      WHERE series IN (SELECT id FROM vouchers_series) AND key > \(name + ":") AND key < \(name + ";")
        AND (\(owner) IS NULL OR user = \(owner))
      LIMIT 5
      """)
    guard found.count < 2 else {
      throw Failure(
        "vouchers.several-named", .usage, "several vouchers were handed out under '\(name)'",
        hint: "Name one of them: \(found.map { "\($0)" }.joined(separator: ", ")).")
    }
    return found.first
  }

  /// - Throws: `VoucherError.notFound`.
  static func require(_ id: VoucherID, in connection: Connection) throws -> Voucher {
    guard let voucher = try find(id, in: connection) else { throw VoucherError.notFound(id) }
    return voucher
  }

  /// Until before which moment; nil for no end.
  func end(_ terms: SeriesTerms) -> Timestamp? {
    switch (ownEnd, terms.end) {
    case (let own?, let end?): min(own, end)
    case (let own, let end): own ?? end
    }
  }

  /// The rest of its value; nil where nothing stays on vouchers of the series.
  func rest(_ terms: SeriesTerms) -> Money? {
    guard terms.keepsRest, let value = terms.value else { return nil }
    return Money(minorUnits: value.minorUnits - spent, currency: value.currency)
  }

  /// The deduction from a purchase, of any size where none is named; nil for a good.
  func deduction(_ terms: SeriesTerms, from purchase: Money?) -> Money? {
    (rest(terms) ?? terms.value)?.deducted(from: purchase)
  }

  /// Returns a voucher that was handed over as other modules see it.
  func assigned(_ series: Series, _ code: VoucherCode) -> AssignedVoucher {
    AssignedVoucher(
      id: id, series: series.terms.name, code: series.terms.shown(code), end: end(series.terms), state: standing(series)
    )
  }

  /// The voucher as other modules see it.
  func standing(_ series: Series) -> AssignedVoucher.State {
    switch state {
    case .free, .open: series.voided == nil ? .open : .void
    case .used: .used
    case .void: .void
    }
  }
}
