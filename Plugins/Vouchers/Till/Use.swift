internal import QixModule
internal import VouchersContract

/// A use of a voucher as it is kept.
struct Use: Sendable, Equatable {
  let id: UseID
  let voucher: VoucherID
  let key: String
  let till: String?
  let purchase: Money?
  let used: Timestamp
  let restored: Timestamp?
  /// The amount that came off, in the smallest unit of the series' currency; nil where nothing stays on its vouchers.
  let deducted: Int64?

  static let columns = "id, voucher, key, till, purchase, purchase_currency, used_at, restored_at, deducted"

  init(_ row: Row) throws {
    id = try row["id"]
    voucher = try row["voucher"]
    key = row["key"]
    till = row["till"]
    purchase = try row.money("purchase", "purchase_currency")
    used = row["used_at"]
    restored = row["restored_at"]
    deducted = row["deducted"]
  }

  static func find(_ id: UseID, in connection: Connection) throws -> Use? {
    try connection.fetchOne("SELECT \(sql: columns) FROM vouchers_uses WHERE id = \(id)", Use.init)
  }

  static func under(_ key: String, in connection: Connection) throws -> Use? {
    try connection.fetchOne("SELECT \(sql: columns) FROM vouchers_uses WHERE key = \(key)", Use.init)
  }

  /// The oldest first.
  static func all(of voucher: VoucherID, in connection: Connection) throws -> [Use] {
    try connection.fetchAll(
      "SELECT \(sql: columns) FROM vouchers_uses WHERE voucher = \(voucher) ORDER BY id", Use.init)
  }
}

/// A use that a till asks for.
struct UseWish: Sendable {
  let purchase: Money?
  let till: String?
  /// Nil for another use whenever it is asked for.
  let key: String?

  func check() throws {
    if let till, let problem = ExactName.problem(with: till, most: 64) {
      throw Failure("vouchers.till-malformed", .usage, "that can't be a till's name: \(problem)")
    }
    if let key, !IdempotencyKey.isWellFormed(key) { throw SeriesTerms.malformedKey }
  }
}

extension Till {
  /// The outcome of a use.
  struct Receipt: Sendable {
    let use: Use
    let presented: Presented
    /// The voucher as it is behind the use.
    let after: Voucher
    let isReplayed: Bool
  }

  /// Uses a voucher once.
  ///
  /// A key that was there before gives the same answer again where it stood for the same voucher, till and purchase.
  func use(_ presented: Presented, _ wish: UseWish, in connection: Connection) throws -> Receipt {
    let (voucher, terms) = (presented.voucher, presented.series.terms)
    if let key = wish.key, let earlier = try Use.under(key, in: connection) {
      guard earlier.voucher == voucher.id, earlier.till == wish.till, earlier.purchase == wish.purchase,
        try earlier.isKnown(to: asker, in: connection)
      else {
        throw Failure(
          "vouchers.key-conflict", .conflict, "the key '\(key)' was used for something else, so nothing was done",
          hint: """
            Give each use its own key. Two vouchers in one purchase need two keys. A key that another program has \
            used is taken, too.
            """)
      }
      if let restored = earlier.restored {
        throw Failure(
          "vouchers.key-taken-back", .conflict, "the use under the key '\(key)' was taken back at \(restored)",
          hint: "A new use needs a new key.")
      }
      return Receipt(use: earlier, presented: presented, after: voucher, isReplayed: true)
    }
    try NewKey.check(wish.key)
    try presented.requireGood(purchase: wish.purchase, needsPurchase: true, at: clock, in: connection)
    let deducted = voucher.rest(terms).map { $0.deducted(from: wish.purchase).minorUnits }
    var generator = IdentifierGenerator(random: random)
    let now = clock.now()
    let id: UseID = generator.next(at: now)
    try connection.execute(
      """
      INSERT INTO vouchers_uses (id, voucher, key, till, purchase, purchase_currency, used_at, deducted)
      VALUES (\(id), \(voucher.id), \(wish.key ?? "\(id)"), \(wish.till), \(wish.purchase?.minorUnits),
        \(wish.purchase?.currency.code), \(now), \(deducted))
      """)
    let isUsedUp =
      deducted.map { voucher.spent + $0 == terms.value?.minorUnits } ?? false || voucher.used + 1 >= terms.uses
    try connection.execute(
      """
      UPDATE vouchers_vouchers
      SET used = used + 1, spent = spent + \(deducted ?? 0), state = \((isUsedUp ? VoucherState.used : .open).rawValue)
      WHERE id = \(voucher.id)
      """)
    try connection.tell("voucher.used", of: voucher.id, user: voucher.user)
    guard let use = try Use.find(id, in: connection) else {
      throw StorageError.corrupt("a use of a voucher that was just written down isn't there")
    }
    return Receipt(
      use: use, presented: presented, after: try Voucher.require(voucher.id, in: connection), isReplayed: false)
  }
}

extension Use {
  /// Whose uses a caller's keys may name: their own, where they may not know of others' keys; nil for who may.
  static func asker(in context: Context) -> String? {
    context.mayTell(.key) ? nil : context.principal.name
  }

  /// Whether it is the asker's, who has made it; everybody's where there is none.
  func isKnown(to asker: String?, in connection: Connection) throws -> Bool {
    guard let asker else { return true }
    return try AuditLog.actor(of: "vouchers.use", "\(id) ", at: used, in: connection) == asker
  }

  /// Finds a use to take back. Nobody can guess its id; keys follow a till's receipts, so of an asker only their own are
  /// found, and one that isn't counts as a code that doesn't exist, which the transaction has to keep.
  static func named(
    _ reference: String, by presenter: Presenter, asker: String?, _ clock: any Clock, in connection: Connection
  ) throws -> Result<Use, TillError> {
    if let id = UseID(reference), let use = try find(id, in: connection) { return .success(use) }
    let time = try SteadyClock.latest(clock, in: connection)
    try Misses.ofVouchers.requireFew(by: presenter, at: time, clock, in: connection)
    if let use = try under(reference, in: connection), try use.isKnown(to: asker, in: connection) {
      return .success(use)
    }
    try Misses.ofVouchers.count(presenter, clock, in: connection)
    return .failure(.noUse(reference))
  }

  /// Takes a use back: the sale was cancelled. A repeat changes nothing.
  /// - Returns: the use as it is then, and whether this has taken it back.
  /// - Throws: `TillError.noUse`; `TillError.void` where the voucher is void by now.
  static func takeBack(_ id: UseID, at time: Timestamp, in connection: Connection) throws -> (use: Use, isNew: Bool) {
    guard let use = try find(id, in: connection) else { throw TillError.noUse("\(id)") }
    guard use.restored == nil else { return (use, false) }
    guard try Voucher.require(use.voucher, in: connection).state != .void else { throw TillError.void(use.voucher) }
    try connection.execute("UPDATE vouchers_uses SET restored_at = \(time) WHERE id = \(use.id)")
    try connection.execute(
      """
      UPDATE vouchers_vouchers SET used = used - 1, spent = spent - \(use.deducted ?? 0), state = 2
      WHERE id = \(use.voucher)
      """)
    try connection.tell("voucher.restored", of: use.voucher, user: Voucher.require(use.voucher, in: connection).user)
    guard let now = try find(use.id, in: connection) else { throw TillError.noUse("\(id)") }
    return (now, true)
  }
}
