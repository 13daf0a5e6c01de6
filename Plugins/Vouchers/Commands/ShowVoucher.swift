internal import QixCrypto
internal import QixModule
internal import VouchersContract

/// `qix voucher show`
struct ShowVoucher: Command {
  static let declaration = Declaration(
    "show", "Show a series of vouchers, or one voucher with its uses.",
    roles: [.operator, .integrator, .support, .auditor],
    discussion: """
      'good now' is what the till would answer to a purchase of any size. If you may know keys, you can also name a \
      voucher by its key, such as the rdm_… of its redemption.

      A code is masked: it is worth as much as the voucher. --reveal shows the code, needs --reason, and is written \
      to the audit log. --signed needs --reveal too: a signed voucher is worth the same. Support sees the codes \
      that users have, and none of the stock. Integrators don't see the user of a voucher, nor the ids and keys \
      that take back others' uses.
      """,
    examples: [
      Example("qix voucher show coffee", "a series"),
      Example("qix voucher show vch_01m7w9tzg3f7fs9hn862jj74bb --reveal --reason 'call 4711'", "one, with its code"),
    ],
    answer: """
      voucher.show-series/1: series id?, name text, title text, state text, source text, value text?, minimum_purchase
      text?, keeps_rest boolean, from time?, until time?, valid_for text?, uses integer?, barcode text, prefix text?,
      created time, voided time?, made integer, left integer?, open integer, used integer, void integer, rest text? |
      voucher.show/1: voucher id, series text, title text, state text, good boolean, why_not text?, code text, user
      id?, handed time?, key text?, value text?, minimum_purchase text?, from time?, until time?, rest text?,
      uses_left integer?, barcode text, uses [use id?, used time, till text?, purchase text?, key text?, restored
      time?, deducted text?], signed? text
      """, reveals: [.operator, .support])

  @Positional("what", .named(VoucherID.self), "vch_…, a series' name, or the key that a voucher was handed out under")
  private var what: String
  @Flag("signed", "Show the voucher as a signed one too, for tills without a connection") private var isSigned: Bool

  func run(in context: Context) throws -> Document {
    let reveals = context.invocation.reveals
    let voucher = try context.database.read { connection in
      try Series.named(what, in: connection) == nil
        ? try Voucher.id(named: what, by: context.principal, in: connection) : nil
    }
    if isSigned || reveals, voucher == nil {
      throw UsageError("--signed and --reveal are only for one voucher", hint: "Name the voucher by its vch_….")
    }
    if isSigned, !reveals {
      throw UsageError("--signed needs --reveal", hint: "A signed voucher is worth as much as its code.")
    }
    return try voucher.map { try show($0, in: context) } ?? showSeries(in: context)
  }

  private func showSeries(in context: Context) throws -> Document {
    let now = context.clock.now()
    let (series, counts, rest) = try context.database.read { connection in
      let series = try Series.require(what, in: connection)
      return (series, try series.counts(in: connection), try series.rest(at: now, in: connection))
    }
    var document = Document("voucher.show-series/1")
    document.primary = "\(series.id)"
    series.describe(in: &document, at: now)
    document.field("open", "handed out", .integer(counts[.open] ?? 0))
    document.field("used", .integer(counts[.used] ?? 0))
    document.field("void", .integer(counts[.void] ?? 0))
    document.field("rest", "remaining value of valid ones", rest)
    if context.mayRun("voucher list", ListVouchers.self) {
      document.next("`qix voucher list \(series.terms.name)`")
    }
    return document
  }

  private func show(_ id: VoucherID, in context: Context) throws -> Document {
    // The vault is opened only to show a code.
    let keys = context.invocation.reveals ? try VoucherKeys.open(context, isDryRun: true) : nil
    let (voucher, series, uses, fault) = try context.database.read { connection in
      let voucher = try Voucher.require(id, in: connection)
      let presented = Till.Presented(voucher: voucher, series: try Series.with(voucher.series, in: connection))
      return (
        voucher, presented.series, try Use.all(of: id, in: connection),
        try presented.fault(at: context.clock, in: connection)
      )
    }
    let terms = series.terms
    if keys != nil { try voucher.requireRevealable(to: context.principal) }
    if isSigned { try voucher.requireSignable(series) }
    let code = try keys.map { try $0.open(voucher.box, id, of: series.id) }
    var document = Document("voucher.show/1")
    document.primary = "\(id)"
    document.field("voucher", .identifier(id))
    document.field("series", .text(terms.name))
    document.field("title", .text(terms.title))
    let isVoid = series.voided != nil && voucher.state != .used
    document.field("state", .text(isVoid ? "void" : voucher.state.name))
    document.field("good", "good now", .boolean(fault == nil))
    document.field("why_not", .text(fault.map { "\($0)" }))
    document.field("code", .personal(code.map(terms.shown) ?? "", .text))
    // A cashier sees the voucher's id at the till, and has no business with whose it is.
    document.field("user", .identifier(voucher.user), confidential: .user)
    document.field("handed", "handed over", .timestamp(voucher.handed))
    document.field("key", "under the key", .text(voucher.key), confidential: .key)
    document.field("value", .money(terms.value))
    document.field("minimum_purchase", .money(terms.minimumPurchase))
    document.field("from", .timestamp(terms.start))
    document.field("until", .timestamp(voucher.end(terms)))
    document.field("rest", "remaining value", .money(voucher.rest(terms)))
    document.field("uses_left", voucher.usesLeft(terms))
    document.field("barcode", .text(terms.symbology.name))
    if isSigned, let keys {
      let signed = SignedVoucher(voucher, terms).signed(by: Ed25519.SigningKey(seed: keys.seed))
      document.field("signed", .personal(signed, .text))
    }
    document.table("uses", title: "Uses", Use.fields(terms.value?.currency), rows: uses)
    try document.reveal(in: context, subject: "\(id)")
    return document
  }
}

extension Voucher {
  /// A code in stock will belong to a user, who must be the only one that knows it: an operator hands it out by `qix
  /// voucher export`, and support can't reveal it.
  /// - Throws: `TillError.notHandedOut`.
  func requireRevealable(to principal: Principal) throws(TillError) {
    if state == .free, !principal.mayKnow(.stock) { throw .notHandedOut(id) }
  }

  /// A till without a connection takes whatever is signed.
  /// - Throws: `TillError.void`, `.seriesVoid`, `.notHandedOut`; `VoucherError.used` for what was used as often as can be.
  func requireSignable(_ series: Series) throws {
    guard state != .used else { throw VoucherError.used(id) }
    guard !series.terms.keepsRest else { throw TillError.restNotSigned }
    try requireNotVoid(series)
    guard handed != nil else { throw TillError.notHandedOut(id) }
  }

  /// - Throws: `TillError.void`, `.seriesVoid`.
  func requireNotVoid(_ series: Series) throws(TillError) {
    guard state != .void else { throw .void(id) }
    if let voided = series.voided { throw .seriesVoid(id, series.terms.name, at: voided) }
  }
}

extension Series {
  /// Returns the number in each state but the first, which the series counts itself.
  fileprivate func counts(in connection: Connection) throws -> [VoucherState: Int64] {
    let counted = try connection.fetchAll(
      "SELECT state, count(*) AS count FROM vouchers_vouchers WHERE series = \(id) AND state > 1 GROUP BY state"
    ) { (VoucherState(rawValue: $0["state"]), $0["count"] as Int64) }
    return Dictionary(uniqueKeysWithValues: counted.compactMap { state, count in state.map { ($0, count) } })
  }
}

extension Series {
  /// The value owed to holders of its vouchers, as long as they are good; missing where nothing stays on them.
  fileprivate func rest(at now: Timestamp, in connection: Connection) throws -> Cell {
    guard terms.keepsRest, let value = terms.value else { return .missing }
    guard voided == nil, terms.end.map({ now < $0 }) ?? true else {
      return .text("\(Money(minorUnits: 0, currency: value.currency))")
    }
    let (count, spent) =
      try connection.fetchOne(
        """
        SELECT count(*) AS count, coalesce(sum(spent >> 32), 0) AS high,
          coalesce(sum(spent & 4294967295), 0) AS low
        FROM vouchers_vouchers
        WHERE series = \(id) AND state = 2 AND (end_at IS NULL OR end_at > \(now))
        """
      ) { ($0["count"] as Int64, Int128($0["high"] as Int64) << 32 + Int128($0["low"] as Int64)) } ?? (0, 0)
    // Series from before 0.6.0 may be worth more than fits a number.
    guard let rest = Int64(exactly: Int128(value.minorUnits) * Int128(count) - spent) else {
      return .text("more than can be counted")
    }
    return .text("\(Money(minorUnits: rest, currency: value.currency))")
  }
}

extension Voucher {
  /// Missing where it is its value that is used up, and not a number of times.
  func usesLeft(_ terms: SeriesTerms) -> Cell {
    terms.keepsRest ? .missing : .integer(max(0, terms.uses - used))
  }
}

extension Use {
  /// - Parameter currency: of what the series' vouchers are worth.
  fileprivate static func fields(_ currency: Currency?) -> [RowField<Use>] {
    [
      // By what a use is taken back: that is for the till which has made it, and was told.
      RowField("use", confidential: .trace) { .identifier($0.id) },
      RowField("used") { .timestamp($0.used) },
      RowField("till") { .text($0.till) },
      RowField("purchase") { .money($0.purchase) },
      RowField("key", confidential: .key) { .text($0.key) },
      RowField("restored", "TAKEN BACK") { .timestamp($0.restored) },
      RowField(number: "deducted", "TAKEN OFF") { use in
        .money(use.deducted.flatMap { units in currency.map { Money(minorUnits: units, currency: $0) } })
      },
    ]
  }
}
