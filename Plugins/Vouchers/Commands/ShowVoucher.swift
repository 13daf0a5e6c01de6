internal import QixCrypto
internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VouchersContract

/// `qix voucher show`
struct ShowVoucher: OldCommand {
  private static let what = OldPositional("what", .text, "vch_…, or a series' name")
  private static let signed = OldFlag("signed", "The voucher as a signed one too, for tills without a connection")

  static let declaration = Declaration(
    "show", "Show a series of vouchers, or one voucher with its uses.",
    roles: [.operator, .integrator, .support, .auditor],
    discussion: """
      'good now' is what the till would say to a purchase of any size.

      A code is masked: whoever has it has what the voucher is worth. --reveal shows it, needs --reason, and is written to \
      the audit log. --signed needs --reveal too: a signed voucher is worth the same. Support sees codes that somebody has, \
      and none of the stock. An integrator isn't told whose a voucher is, nor by what others' uses are taken back.
      """,
    parameters: [what, signed],
    examples: [
      Example("qix voucher show coffee", "a series"),
      Example("qix voucher show vch_01m7w9tzg3f7fs9hn862jj74bb --reveal --reason 'call 4711'", "one, with its code"),
    ], reveals: [.operator, .support])

  private let what: String
  private let isSigned: Bool
  private let reveal: Reveal?

  init(_ arguments: Arguments) throws {
    what = try arguments.require(Self.what)
    isSigned = arguments[Self.signed]
    reveal = arguments.reveal
    if isSigned || reveal != nil, VoucherID(what) == nil {
      throw UsageError("--signed and --reveal are about one voucher", hint: "Name it by its vch_….")
    }
    if isSigned, reveal == nil {
      throw UsageError("--signed needs --reveal", hint: "A signed voucher is worth what its code is.")
    }
  }

  func run(in context: Context) throws {
    if let id = VoucherID(what) {
      try show(id, context)
    } else {
      try showSeries(context)
    }
  }

  private func showSeries(_ context: Context) throws {
    let now = context.clock.now()
    let (series, counts, rest) = try context.database.read { connection in
      let series = try Series.require(what, in: connection)
      return (series, try series.counts(in: connection), try series.rest(at: now, in: connection))
    }
    var document = Document("voucher.show-series/1")
    document.primary = "\(series.id)"
    series.describe(in: &document, at: now)
    document.field("open", "somebody has", .integer(counts[.open] ?? 0))
    document.field("used", "used", .integer(counts[.used] ?? 0))
    document.field("void", "void", .integer(counts[.void] ?? 0))
    document.field("rest", "rest on those that are good", rest)
    try context.terminal.emit(document)
    if context.mayRun("voucher list", ListVouchers.self) {
      context.terminal.note("Next: `qix voucher list \(series.terms.name)`.")
    }
  }

  private func show(_ id: VoucherID, _ context: Context) throws {
    // The vault is opened only for who is to see a code.
    let keys = try reveal.map { _ in try VoucherKeys.open(context, isDryRun: true) }
    let page = try context.database.read { connection in
      let voucher = try Voucher.require(id, in: connection)
      let presented = Till.Presented(voucher: voucher, series: try Series.with(voucher.series, in: connection))
      return Page(
        voucher: voucher, series: presented.series, uses: try Use.all(of: id, in: connection),
        fault: try presented.fault(at: context.clock, in: connection))
    }
    let terms = page.series.terms
    if reveal != nil { try page.voucher.requireRevealable(to: context.principal) }
    if isSigned { try page.voucher.requireSignable(page.series) }
    let code = try keys.map { try $0.open(page.voucher.box, id, of: page.series.id) }
    var document = Document("voucher.show/1")
    document.primary = "\(id)"
    document.field("voucher", "voucher", .identifier("\(id)"))
    document.field("series", "series", .text(terms.name))
    document.field("title", "title", .text(terms.title))
    let isVoid = page.series.voided != nil && page.voucher.state != .used
    document.field("state", "state", .text(isVoid ? "void" : page.voucher.state.name))
    document.field("good", "good now", .boolean(page.fault == nil))
    document.field("why_not", "why not", page.fault.map { .text("\($0)") } ?? .missing)
    document.field("code", "code", .personal(code.map(terms.shown) ?? "", .text))
    // Whoever stands at a till sees the voucher's id there, and has no business with whose it is.
    document.field(
      "user", "user", page.voucher.user.map { .identifier("\($0)") } ?? .missing, confidential: .user)
    document.field("handed", "handed over", page.voucher.handed.map(Cell.timestamp) ?? .missing)
    document.field("key", "under the key", page.voucher.key.map(Cell.text) ?? .missing, confidential: .key)
    document.field("value", "value", terms.value.map { .text("\($0)") } ?? .missing)
    document.field("minimum_purchase", "minimum purchase", terms.minimumPurchase.map { .text("\($0)") } ?? .missing)
    document.field("from", "from", terms.start.map(Cell.timestamp) ?? .missing)
    document.field("until", "until", page.voucher.end(terms).map(Cell.timestamp) ?? .missing)
    document.field("rest", "rest on it", page.voucher.rest(terms).map { .text("\($0)") } ?? .missing)
    document.field("uses_left", "uses left", page.voucher.usesLeft(terms))
    document.field("barcode", "barcode", .text(terms.symbology.name))
    if isSigned, let keys {
      let signed = SignedVoucher(page.voucher, terms).signed(by: Ed25519.SigningKey(seed: keys.seed))
      document.field("signed", "signed", .personal(signed, .text))
    }
    document.table(
      "uses", title: "Uses", columns: Use.tableColumns,
      rows: page.uses.map { $0.cells(terms.value?.currency) })
    let terminal = try context.terminal(revealing: reveal, subject: "\(id)")
    try terminal.emit(document)
  }

  private struct Page: Sendable {
    let voucher: Voucher
    let series: Series
    let uses: [Use]
    /// Why it can't be used now.
    let fault: TillError?
  }
}

extension Voucher {
  /// A code in stock will be somebody's, who must be the only one that knows it: an operator hands it out by
  /// `qix voucher export`, and nobody can ask support for it.
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
  /// How many are in each state but the first, which the series counts itself.
  fileprivate func counts(in connection: Connection) throws -> [VoucherState: Int64] {
    let counted = try connection.rows(
      "SELECT state, count(*) FROM vouchers_vouchers WHERE series = ?1 AND state > 1 GROUP BY state", .id(id)
    ) { (VoucherState(rawValue: $0.integer(0)), $0.integer(1)) }
    return Dictionary(uniqueKeysWithValues: counted.compactMap { state, count in state.map { ($0, count) } })
  }
}

extension Series {
  /// What is owed to those who have its vouchers, as long as they are good; missing where nothing stays on them.
  fileprivate func rest(at now: Timestamp, in connection: Connection) throws -> Cell {
    guard terms.keepsRest, let value = terms.value else { return .missing }
    guard voided == nil, terms.end.map({ now < $0 }) ?? true else {
      return .text("\(Money(minorUnits: 0, currency: value.currency))")
    }
    let (count, spent) =
      try connection.first(
        """
        SELECT count(*), coalesce(sum(spent >> 32), 0), coalesce(sum(spent & 4294967295), 0) FROM vouchers_vouchers
        WHERE series = ?1 AND state = 2 AND (end_at IS NULL OR end_at > ?2)
        """, .id(id), .time(now)
      ) { ($0.integer(0), Int128($0.integer(1)) << 32 + Int128($0.integer(2))) } ?? (0, 0)
    // Those of before 0.6.0 may be worth more than there is a number for.
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
  static let tableColumns = [
    // By what a use is taken back: that is for the till which has made it, and was told.
    Column("use", "USE", confidential: .trace), Column("used", "USED"), Column("till", "TILL"),
    Column("purchase", "PURCHASE"),
    Column("key", "KEY", confidential: .key), Column("restored", "TAKEN BACK"),
    Column("deducted", "TAKEN OFF", alignment: .trailing),
  ]

  /// - Parameter currency: of what the series' vouchers are worth.
  func cells(_ currency: Currency?) -> [Cell] {
    let off = deducted.flatMap { units in currency.map { Money(minorUnits: units, currency: $0) } }
    return [
      .identifier("\(id)"), .timestamp(used), till.map(Cell.text) ?? .missing,
      purchase.map { .text("\($0)") } ?? .missing, .text(key),
      restored.map(Cell.timestamp) ?? .missing, off.map { .text("\($0)") } ?? .missing,
    ]
  }
}
