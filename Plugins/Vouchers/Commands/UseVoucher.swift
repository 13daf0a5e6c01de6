internal import QixModule
internal import VouchersContract

/// `qix voucher use`
struct UseVoucher: Command {
  static let declaration = Declaration(
    "use", "Use a voucher at the till.", roles: [.operator, .integrator],
    discussion: """
      The code comes \(secret: "code"), as for `qix voucher check`. The minimum purchase, the period and the number of \
      uses are checked now.

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
    answer: AnswerShape("voucher.use/1", fields), effect: .changes)

  private static let fields: [Field<(receipt: Till.Receipt, shown: Till.Shown, isDryRun: Bool)>] =
    [Field("use", .id) { $0.isDryRun && !$0.receipt.isReplayed ? nil : $0.receipt.use.id }]
    + Till.Shown.fields.of { $0.shown } + [
      Field("used", .time) { $0.receipt.use.used },
      Field("till", .text) { $0.receipt.use.till },
      Field("replayed", .boolean, "was used before under this key") { $0.receipt.isReplayed },
    ]

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
    let shown = Till.Shown(
      presented: receipt.presented, purchase: wish.purchase, deducted: use.deducted, now: receipt.after)
    var document = Document(
      "voucher.use/1", Self.fields, of: (receipt: receipt, shown: shown, isDryRun: context.isDryRun))
    if !context.isDryRun { document.primary = "\(use.id)" }
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

extension Till {
  /// A voucher as a till needs it, without its owner.
  struct Shown {
    let presented: Presented
    let purchase: Money?
    /// The amount that a use has taken off, if the voucher keeps its remaining value.
    let deducted: Int64?
    /// The voucher after the use.
    let now: Voucher

    private var terms: SeriesTerms { presented.series.terms }
    private var deduction: Money? {
      let known = deducted.flatMap { units in terms.value.map { Money(minorUnits: units, currency: $0.currency) } }
      return known ?? presented.voucher.deduction(terms, from: purchase)
    }

    static let fields: [Field<Shown>] = [
      Field("voucher", .id) { $0.presented.voucher.id },
      Field("series", .text) { $0.terms.name },
      Field("title", .text) { $0.terms.title },
      Field("value", .text) { $0.terms.value?.description },
      Field("minimum_purchase", .text) { $0.terms.minimumPurchase?.description },
      Field("deduct", .text, "take off") { $0.deduction?.description },
      Field("rest", .text, "remaining value") { $0.now.rest($0.terms)?.description },
      Field("until", .time) { $0.presented.voucher.end($0.terms) },
      Field("uses_left", .integer) { $0.now.usesLeft($0.terms) },
    ]
  }
}

extension Document {
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
