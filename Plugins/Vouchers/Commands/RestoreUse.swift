internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VouchersContract

/// `qix voucher restore`
struct RestoreUse: OldCommand {
  private static let use = OldPositional("use", .text, "vus_…, or the idempotency key of the use")

  static let declaration = Declaration(
    "restore", "Take a use of a voucher back: the sale was cancelled.", roles: [.operator, .integrator],
    discussion: """
      The voucher can be used again, once more than before, as long as it is good. The use stays in the records. Its key is \
      spent: a new use needs a new one. A repeat changes nothing.
      """,
    parameters: [use],
    examples: [
      Example("qix voucher restore receipt-4711 --reason 'sale cancelled'", "by the till's own key"),
      Example("qix voucher restore vus_01m7w9tzg3f7fs9hn862jj74bb", "by the answer of `qix voucher use`"),
    ], effect: .changes)

  private let use: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    use = try arguments.require(Self.use)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let result = try context.database.write(Change("vouchers.restore", reason: reason), isDryRun: isDryRun) {
      connection, change in
      let (use, isNew) = try Use.takeBack(self.use, at: context.clock.now(), in: connection)
      change.subject = "\(use.id) \(use.voucher)"
      let voucher = try Voucher.require(use.voucher, in: connection)
      let presented = Till.Presented(voucher: voucher, series: try Series.with(voucher.series, in: connection))
      return (
        use: use, isNew: isNew, presented: presented,
        fault: try presented.fault(at: context.clock, in: connection)
      )
    }
    var document = Document("voucher.restore/1")
    document.primary = "\(result.use.id)"
    document.field("use", "use", .identifier("\(result.use.id)"))
    document.field("voucher", "voucher", .identifier("\(result.use.voucher)"))
    document.field("used", "used", .timestamp(result.use.used))
    document.field("restored", "taken back", result.use.restored.map(Cell.timestamp) ?? .missing)
    let (voucher, terms) = (result.presented.voucher, result.presented.series.terms)
    document.field("rest", "rest on it", voucher.rest(terms).map { .text("\($0)") } ?? .missing)
    document.field("uses_left", "uses left", voucher.usesLeft(terms))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else if !result.isNew {
      context.terminal.note("It was taken back before.")
    }
    if let fault = result.fault { context.terminal.note("The voucher can't be used now all the same: \(fault).") }
  }
}
