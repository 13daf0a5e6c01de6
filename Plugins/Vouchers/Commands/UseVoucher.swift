internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VouchersContract

/// `qix voucher use`
struct UseVoucher: OldCommand {
  private static let key = OldOption(
    "idempotency-key", .text, placeholder: "KEY", "Use it once: the same key again gives the same answer")

  static let declaration = Declaration(
    "use", "Take a voucher at the till.", roles: [.operator, .integrator],
    discussion: """
      Reads the code from the terminal, from standard input, or from --code-file or --code-fd, as `qix voucher check` does. \
      The minimum purchase, the period and the number of uses are those of this moment.

      Of a gift card (`qix voucher generate --keep-rest`) as much is taken off as the purchase comes to, and the answer has \
      the rest that is on it then; of any other voucher what a smaller purchase leaves is lost.

      Give each use a key: whoever gets no answer sends the same again, and the voucher is used once. Where the sale is \
      cancelled, `qix voucher restore` takes the use back.

      --dry-run says what would happen, and counts a code that doesn't exist all the same.
      """,
    parameters: CodeInput.code.parameters + [CodeInput.purchase, CodeInput.till, key],
    examples: [
      Example(
        "qix voucher use --purchase '12.50 EUR' --till 3 --idempotency-key receipt-4711 < code.txt", "at a till"),
      Example("qix voucher use", "asks for the code"),
    ], effect: .changes)

  private let source: SecretSource
  private let wish: UseWish
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    source = try arguments.source(of: CodeInput.code)
    wish = UseWish(
      purchase: arguments[CodeInput.purchase], till: arguments[CodeInput.till], key: arguments[Self.key])
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    try wish.check()
    let keys = try VoucherKeys.open(context, isDryRun: true)
    let code = try PresentedCode.read(try context.terminal.secret(source), keys: keys)
    let till = Till(keys: keys, context, till: wish.till)
    let receipt = isDryRun ? try tryOut(code, till, context) : try use(code, till, context)
    var document = Document("voucher.use/1")
    if !isDryRun { document.primary = "\(receipt.use.id)" }
    document.field("use", "use", isDryRun && !receipt.isReplayed ? .missing : .identifier("\(receipt.use.id)"))
    document.voucher(receipt.presented, purchase: wish.purchase, deducted: receipt.use.deducted, now: receipt.after)
    document.field("used", "used", .timestamp(receipt.use.used))
    document.field("till", "till", receipt.use.till.map(Cell.text) ?? .missing)
    document.field("replayed", "was used before under this key", .boolean(receipt.isReplayed))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    receipt.presented.series.terms.noteRest(of: wish.purchase, in: context.terminal)
    if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else if context.mayRun("voucher restore", RestoreUse.self) {
      context.terminal.note("If the sale is cancelled: `qix voucher restore \(receipt.use.id)`.")
    }
  }

  private func use(_ code: PresentedCode, _ till: Till, _ context: Context) throws -> Till.Receipt {
    let result = try context.database.write(Change("vouchers.use", reason: reason)) {
      connection, change -> Result<Till.Receipt, TillError> in
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
      connection, change -> Result<Till.Presented, TillError> in
      let found = try till.find(code, key: wish.key, in: connection)
      if case .failure(let miss) = found { change = till.change(for: miss) }
      return found.mapError(till.told)
    }
    let presented = try found.get()
    // It tells as much as a check, which is in the audit log too.
    try context.database.record(Change("vouchers.check", subject: "\(presented.voucher.id)"), at: context.clock.now())
    return try context.database.write(Change("vouchers.use"), isDryRun: true) { connection, _ in
      // What has become of it meanwhile is what counts.
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
      tellsStock: context.principal.mayKnow(.stock),
      clock: context.clock, random: context.random)
  }

  /// For the audit log: a code that doesn't exist, or one in stock.
  func change(for miss: TillError) -> Change {
    let place = presenter.till.isEmpty ? "" : "till \(presenter.till)"
    guard case .notHandedOut(let id) = miss else { return Change("vouchers.miss", subject: place) }
    return Change("vouchers.miss", subject: place.isEmpty ? "\(id)" : "\(id) \(place)")
  }

  /// What whoever stands here is told of it.
  func told(_ miss: TillError) -> TillError {
    if !tellsStock, case .notHandedOut = miss { return .unknown }
    return miss
  }
}

extension Document {
  /// What a till has to know of a voucher, and nothing of whose it is.
  /// - Parameters:
  ///   - deducted: what a use has taken off, where the rest stays.
  ///   - now: the voucher as it is behind the use.
  mutating func voucher(_ presented: Till.Presented, purchase: Money?, deducted: Int64? = nil, now: Voucher) {
    let (voucher, terms) = (presented.voucher, presented.series.terms)
    let known = deducted.flatMap { units in terms.value.map { Money(minorUnits: units, currency: $0.currency) } }
    let deduction = known ?? voucher.deduction(terms, from: purchase)
    field("voucher", "voucher", .identifier("\(voucher.id)"))
    field("series", "series", .text(terms.name))
    field("title", "title", .text(terms.title))
    field("value", "value", terms.value.map { .text("\($0)") } ?? .missing)
    field("minimum_purchase", "minimum purchase", terms.minimumPurchase.map { .text("\($0)") } ?? .missing)
    field("deduct", "take off", deduction.map { .text("\($0)") } ?? .missing)
    field("rest", "rest on it", now.rest(terms).map { .text("\($0)") } ?? .missing)
    field("until", "until", voucher.end(terms).map(Cell.timestamp) ?? .missing)
    field("uses_left", "uses left", now.usesLeft(terms))
  }
}

extension SeriesTerms {
  /// For the cashier, who can still ask: nothing of what a voucher is worth stays on it.
  func noteRest(of purchase: Money?, in terminal: Terminal) {
    guard !keepsRest, let value, let purchase, purchase.minorUnits < value.minorUnits else { return }
    let rest = Money(minorUnits: value.minorUnits - purchase.minorUnits, currency: value.currency)
    terminal.note("\(rest) of what it is worth is lost by this use: the purchase is smaller, and nothing stays on it.")
  }
}

extension Money {
  /// What comes off a purchase where this is what a voucher is worth: never more than the purchase comes to.
  func deducted(from purchase: Money?) -> Money {
    guard let purchase else { return self }
    return Money(minorUnits: min(minorUnits, purchase.minorUnits), currency: currency)
  }
}
