internal import QixCrypto
internal import QixModule
internal import VouchersContract

/// `qix voucher show`
struct ShowVoucher: Command {
  static let declaration = Declaration(
    "show", "Show a series of vouchers, or one voucher with its uses.",
    roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: """
      'good now' is what the till would answer to a purchase of any size. If you may know keys, you can also name a \
      voucher by its key, such as the rdm_… of its redemption.

      A code is masked: it is worth as much as the voucher. --reveal shows the code, needs --reason, and is written \
      to the audit log. --signed needs --reveal too: a signed voucher is worth the same. Support sees the codes \
      that users have, and none of the stock. Integrators don't see the user of a voucher, nor the ids and keys \
      that take back others' uses. Customers see their own vouchers, with the codes, and no series.
      """,
    examples: [
      Example("qix voucher show coffee", "a series"),
      Example("qix voucher show vch_01m7w9tzg3f7fs9hn862jj74bb --reveal --reason 'call 4711'", "one, with its code"),
    ],
    answer: AnswerShape("voucher.show-series/1", series)
      | AnswerShape("voucher.show/2", Page.fields, last: ["signed"]), reveals: [.operator, .support, .user],
    givenByCustomers: ["what", "signed"])

  @Positional("what", .named(VoucherID.self), "vch_…, a series' name, or the key that a voucher was handed out under")
  private var what: String
  @Flag("signed", "Show the voucher as a signed one too, for tills without a connection") private var isSigned: Bool

  private static let series: [Field<(series: Series.Dated, counts: [VoucherState: Int64], rest: String?)>] =
    Series.details.of { $0.series } + [
      Field("open", .integer, "handed out") { $0.counts[.open] ?? 0 },
      Field("used", .integer) { $0.counts[.used] ?? 0 },
      Field("void", .integer) { $0.counts[.void] ?? 0 },
      Field("rest", .text, "remaining value of valid ones") { $0.rest },
    ]

  private struct Page {
    let voucher: Voucher
    let series: Series
    let uses: [(use: Use, by: String?, restorer: String?)]
    let fault: (any Error)?
    /// Nil where it isn't revealed.
    let code: String?
    let signed: String?

    private var terms: SeriesTerms { series.terms }
    private var isVoid: Bool { series.voided != nil && voucher.state != .used }

    static let fields: [Field<Page>] = [
      Field("voucher", .id) { $0.voucher.id },
      Field("series", .text, for: .business) { $0.terms.name },
      Field("title", .text) { $0.terms.title },
      Field("state", .text) { $0.isVoid ? "void" : $0.voucher.state.name },
      Field("good", .boolean, "good now") { $0.fault == nil },
      // In words for the till, which name the series.
      Field("why_not", .text, for: .business) { $0.fault.map { "\($0)" } },
      Field("code", .personal(.text)) { $0.code ?? "" },
      // A cashier sees the voucher's id at the till, and has no business with whose it is.
      Field("user", .id, for: .user) { $0.voucher.user },
      Field("handed", .time, "handed over") { $0.voucher.handed },
      Field("key", .text, "under the key", for: .key) { $0.voucher.key },
      Field("value", .text) { $0.terms.value?.description },
      Field("minimum_purchase", .text) { $0.terms.minimumPurchase?.description },
      Field("from", .time) { $0.terms.start },
      Field("until", .time) { $0.voucher.end($0.terms) },
      Field("rest", .text, "remaining value") { $0.voucher.rest($0.terms)?.description },
      Field("uses_left", .integer) { $0.voucher.usesLeft($0.terms) },
      Field("barcode", .text) { $0.terms.symbology.name },
      Field(optional: "signed", .personal(.text)) { $0.signed },
      Field("uses", rows: used, title: "Uses") { page in
        page.uses.map { (use: $0.use, by: $0.by, restorer: $0.restorer, currency: page.terms.value?.currency) }
      },
    ]

    /// Uses, with the currency that the series' vouchers are worth something in.
    private static let used: [Field<(use: Use, by: String?, restorer: String?, currency: Currency?)>] = [
      // By what a use is taken back: that is for the till which has made it, and was told.
      Field("use", .id, for: .trace) { $0.use.id },
      Field("used", .time) { $0.use.used },
      Field("till", .text) { $0.use.till },
      Field("purchase", .text) { $0.use.purchase?.description },
      Field("key", .text, for: .key) { $0.use.key },
      Field("restored", .time, "TAKEN BACK") { $0.use.restored },
      Field("deducted", .figure, "TAKEN OFF") { row in
        row.use.deducted.flatMap { units in row.currency.map { "\(Money(minorUnits: units, currency: $0))" } }
      },
      Field("by", .text, for: .reason) { $0.by },
      Field("restored_by", .text, "TAKEN BACK BY", for: .reason) { $0.restorer },
    ]
  }

  func run(in context: Context) throws -> Document {
    let reveals = context.invocation.reveals
    let voucher = try context.database.read { connection -> VoucherID? in
      if context.principal.isCustomer { return try Voucher.required(what, context, in: connection).id }
      return try Series.named(what, in: connection) == nil
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
    var document = Document(
      "voucher.show-series/1", Self.series, of: (series: (series, now), counts: counts, rest: rest))
    document.primary = "\(series.id)"
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
        voucher, presented.series,
        try Use.all(of: id, in: connection).map { use in
          (
            use: use, by: try AuditLog.actor(naming: "\(use.id)", of: ["vouchers.use"], in: connection),
            restorer: try AuditLog.actor(naming: "\(use.id)", of: ["vouchers.restore"], in: connection)
          )
        },
        try presented.fault(at: context.clock, in: connection)
      )
    }
    let terms = series.terms
    if keys != nil { try voucher.requireRevealable(to: context.principal) }
    if isSigned { try voucher.requireSignable(series) }
    let code = try keys.map { terms.shown(try $0.open(voucher.box, id, of: series.id)) }
    let signed = keys.flatMap { keys in
      isSigned ? SignedVoucher(voucher, terms).signed(by: Ed25519.SigningKey(seed: keys.seed)) : nil
    }
    var document = Document(
      "voucher.show/2", Page.fields,
      of: Page(voucher: voucher, series: series, uses: uses, fault: fault, code: code, signed: signed))
    document.primary = "\(id)"
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
  /// The value owed to holders of its vouchers, as long as they are good; nil where nothing stays on them.
  fileprivate func rest(at now: Timestamp, in connection: Connection) throws -> String? {
    guard terms.keepsRest, let value = terms.value else { return nil }
    guard voided == nil, terms.end.map({ now < $0 }) ?? true else {
      return "\(Money(minorUnits: 0, currency: value.currency))"
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
      return "more than can be counted"
    }
    return "\(Money(minorUnits: rest, currency: value.currency))"
  }
}

extension Voucher {
  /// Nil where it is its value that is used up, and not a number of times.
  func usesLeft(_ terms: SeriesTerms) -> Int64? { terms.keepsRest ? nil : max(0, terms.uses - used) }
}
