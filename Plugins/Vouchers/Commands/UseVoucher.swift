internal import QixModule
internal import VouchersContract

/// `qix voucher use`
struct UseVoucher: Command {
  static let declaration = Declaration(
    "use", "Use a voucher at the till.", roles: [.operator, .integrator],
    discussion: """
      The code comes from the terminal, from standard input, or from --code-file or --code-fd, as for \
      `qix voucher check`. The minimum purchase, the period and the number of uses are checked now.

      For a gift card (`qix voucher generate --keep-rest`) the amount of the purchase is taken off, and the answer \
      has the remaining value. For any other voucher, what a smaller purchase leaves is lost.

      Give each use a key. A till that gets no answer sends the same again, and the voucher is used once. If the \
      sale is cancelled, `qix voucher restore` takes the use back.

      --dry-run shows what would happen. It still counts a code that doesn't exist.
      """,
    examples: [
      Example(
        "qix voucher use --purchase '12.50 EUR' --till 3 --idempotency-key receipt-4711 < code.txt", "at a till"),
      Example("qix voucher use", "asks for the code"),
    ],
    answer: """
      voucher.use/1: use id?, voucher id, series text, title text, value text?, minimum_purchase text?, deduct text?,
      rest text?, until time?, uses_left integer?, used time, till text?, replayed boolean
      """, effect: .changes)

  private let options = TillOptions()
  @Option(
    "idempotency-key", .key, "Use it once: the same key again gives the same answer")
  private var key: String?

  private var wish: UseWish { UseWish(purchase: options.code.purchase, till: options.till, key: key) }

  func check() throws { _ = try options.code.source() }

  func run(in context: Context) throws -> Document {
    try wish.check()
    let keys = try VoucherKeys.open(context, isDryRun: true)
    let code = try PresentedCode.read(try context.face.secret(options.code.source()), keys: keys)
    let till = Till(keys: keys, context, till: wish.till)
    let receipt = context.isDryRun ? try tryOut(code, till, context) : try use(code, till, context)
    let use = receipt.use
    var document = Document("voucher.use/1")
    if !context.isDryRun { document.primary = "\(use.id)" }
    document.field("use", .identifier(context.isDryRun && !receipt.isReplayed ? nil : use.id))
    document.voucher(receipt.presented, purchase: wish.purchase, deducted: use.deducted, now: receipt.after)
    document.field("used", .timestamp(use.used))
    document.field("till", .text(use.till))
    document.field("replayed", "was used before under this key", .boolean(receipt.isReplayed))
    document.noteLoss(of: receipt.presented.series.terms, by: wish.purchase)
    if !context.isDryRun, context.mayRun("voucher restore", RestoreUse.self) {
      document.note("If the sale is cancelled: `qix voucher restore \(use.id)`.")
    }
    return document
  }

  private func use(_ code: PresentedCode, _ till: Till, _ context: Context) throws -> Till.Receipt {
    let result = try context.change("vouchers.use") {
      connection, change -> Result<Till.Receipt, any Error> in
      switch try till.find(code, key: wish.key, in: connection) {
      case .failure(let miss):
        // Kept, though the command fails.
        change = till.change(for: miss)
        return .failure(till.told(miss))
      case .success(let presented):
        let receipt = try till.use(presented, wish, in: connection)
        change.subject = "\(receipt.use.id) \(presented.voucher.id)"
        return .success(receipt)
      }
    }
    return try result.get()
  }

  /// A miss counts here too, or else this would be the way to guess codes.
  private func tryOut(_ code: PresentedCode, _ till: Till, _ context: Context) throws -> Till.Receipt {
    let found = try context.database.write(Change("vouchers.miss")) {
      connection, change -> Result<Till.Presented, any Error> in
      let found = try till.find(code, key: wish.key, in: connection)
      if case .failure(let miss) = found { change = till.change(for: miss) }
      return found.mapError(till.told)
    }
    let presented = try found.get()
    // It tells as much as a check, which is in the audit log too.
    try context.database.record(Change("vouchers.check", subject: "\(presented.voucher.id)"), at: context.clock.now())
    return try context.database.write(Change("vouchers.use"), isDryRun: true) { connection, _ in
      // Its state now is what counts.
      let voucher = try Voucher.require(presented.voucher.id, in: connection)
      let series = try Series.with(voucher.series, in: connection)
      return try till.use(Till.Presented(voucher: voucher, series: series), wish, in: connection)
    }
  }
}

extension Till {
  init(keys: VoucherKeys, _ context: Context, till: String?) {
    self.init(
      keys: keys, presenter: Presenter(principal: context.principal.name, till: till ?? ""),
      tellsStock: context.principal.mayKnow(.stock), asker: Use.asker(in: context),
      clock: context.clock, random: context.random)
  }

  /// For the audit log: a code that doesn't exist, or one in stock.
  func change(for miss: any Error) -> Change {
    let place = presenter.till.isEmpty ? "" : "till \(presenter.till)"
    guard case TillError.notHandedOut(let id) = miss else { return Change("vouchers.miss", subject: place) }
    return Change("vouchers.miss", subject: place.isEmpty ? "\(id)" : "\(id) \(place)")
  }

  /// The error that the presenter sees.
  func told(_ miss: any Error) -> any Error {
    if !tellsStock, case TillError.notHandedOut = miss { return TillError.unknown }
    return miss
  }
}

extension Document {
  /// Adds the fields of a voucher that a till needs, without its owner.
  /// - Parameters:
  ///   - deducted: what a use has taken off, if the voucher keeps its remaining value.
  ///   - now: the voucher after the use.
  mutating func voucher(_ presented: Till.Presented, purchase: Money?, deducted: Int64? = nil, now: Voucher) {
    let (voucher, terms) = (presented.voucher, presented.series.terms)
    let known = deducted.flatMap { units in terms.value.map { Money(minorUnits: units, currency: $0.currency) } }
    let deduction = known ?? voucher.deduction(terms, from: purchase)
    field("voucher", .identifier(voucher.id))
    field("series", .text(terms.name))
    field("title", .text(terms.title))
    field("value", .money(terms.value))
    field("minimum_purchase", .money(terms.minimumPurchase))
    field("deduct", "take off", .money(deduction))
    field("rest", "remaining value", .money(now.rest(terms)))
    field("until", .timestamp(voucher.end(terms)))
    field("uses_left", now.usesLeft(terms))
  }

  /// Notes how much of a voucher's value a smaller purchase loses: the cashier can still ask.
  mutating func noteLoss(of terms: SeriesTerms, by purchase: Money?) {
    guard !terms.keepsRest, let value = terms.value, let purchase, purchase.minorUnits < value.minorUnits else {
      return
    }
    let rest = Money(minorUnits: value.minorUnits - purchase.minorUnits, currency: value.currency)
    note(
      """
      \(rest) of the voucher's value is lost by this use: the purchase is smaller, and nothing stays on the voucher.
      """)
  }
}

extension Money {
  /// The deduction from a purchase if this is a voucher's value: at most the price of the purchase.
  func deducted(from purchase: Money?) -> Money {
    guard let purchase else { return self }
    return Money(minorUnits: min(minorUnits, purchase.minorUnits), currency: currency)
  }
}
