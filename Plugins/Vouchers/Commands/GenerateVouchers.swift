internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VouchersContract

/// `qix voucher generate`
struct GenerateVouchers: OldCommand {
  private static let count = OldOption<Int64>(
    "count", .integer(in: 1...100_000_000), placeholder: "N", "How many vouchers to make")
  private static let onDemand = OldFlag("on-demand", "Make none now, but one whenever one is handed over")
  private static let output = OldOption(
    "output", .output(.secret),
    "Write the codes into this new file, for whoever prints them; they are handed out by that")
  private static let key = OldOption(
    "idempotency-key", .text, placeholder: "KEY", "Do it once: the same key again finishes what is missing")

  static let declaration = Declaration(
    "generate", "Make vouchers with codes that nobody can guess.", roles: [.operator],
    discussion: """
      The first time it makes the series, with what it promises; later it adds to it. A series stays what it is, since \
      its vouchers are in people's hands.

      Without --output the vouchers are stock, which rewards hand out one by one; with it they count as handed out. Codes \
      have sixteen symbols, one of which finds mistakes in typing. --barcode ean13 makes thirteen digits for scanners that \
      read nothing else: these are easier to guess, so there may be 100,000 of a prefix.

      A voucher takes its value off one purchase, and what a smaller purchase leaves is lost. With --keep-rest it stays on \
      the voucher, which can be used until it is spent.
      """,
    parameters: [SeriesNamed.series, count, onDemand] + SeriesWish.parameters
      + [SeriesWish.prefix, output, OutputKind.force, CodeFile.signed, key],
    examples: [
      Example(
        "qix voucher generate coffee --count 1000 --title 'Two euros off coffee' --value '2.00 EUR' --valid-for P30D",
        "a stock for rewards"),
      Example("qix voucher generate coffee --count 500", "more of them"),
      Example(
        "qix voucher generate cake --on-demand --title 'A piece of cake'", "made when one is handed over"),
      Example(
        "qix voucher generate gift --on-demand --title 'Gift card' --value '50.00 EUR' --keep-rest", "gift cards"),
      Example(
        "qix voucher generate flyer --count 20000 --title 'Flyer in March' --value '1.00 EUR' --minimum-purchase "
          + "'10.00 EUR' --until 2027-04-01 --output flyer.csv --idempotency-key flyer-1", "codes to be printed"),
    ], effect: .changes)

  private let wish: SeriesWish
  private let count: Int64?
  private let output: String?
  private let replaces: Bool
  private let isSigned: Bool
  private let key: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    let isOnDemand = arguments[Self.onDemand]
    wish = SeriesWish(
      arguments, name: try arguments.require(SeriesNamed.series), prefix: arguments[SeriesWish.prefix],
      source: isOnDemand ? .onDemand : nil)
    count = arguments[Self.count]
    output = arguments[Self.output]
    replaces = arguments[OutputKind.force]
    isSigned = arguments[CodeFile.signed]
    key = arguments[Self.key]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
    if isOnDemand {
      guard count == nil, output == nil, key == nil else {
        throw UsageError(
          "--on-demand makes no vouchers now, so --count, --output and --idempotency-key mean nothing with it")
      }
    } else if count == nil {
      throw UsageError("missing --count N or --on-demand")
    }
    try CodeFile.check(output)
    if isSigned, output == nil { throw UsageError("--signed goes with --output FILE") }
    try wish.checkRest()
  }

  func run(in context: Context) throws {
    if let output { try NewFile.requirePlace(output, replacing: replaces) }
    let keys = try VoucherKeys.open(context, isDryRun: isDryRun)
    if isSigned { try wish.requireSignable(in: context.database) }
    let generation = Generation(context: context, keys: keys, reason: reason)
    let begun = try generation.begin(wish, count: count, into: output != nil, key: key, isDryRun: isDryRun)
    var made: Int64 = 0
    if let batch = begun.batch, !isDryRun {
      do {
        made = try generation.finish(batch, of: begun.series)
        if let output {
          _ = try CodeFile.write(
            batch, to: output, replacing: replaces, isSigned: isSigned, keys: keys, from: context.database)
        }
      } catch {
        context.terminal.note("What was made stays. To go on: --idempotency-key '\(batch.key)'.")
        throw error
      }
    }
    let series = isDryRun ? begun.series : try context.database.read { try Series.with(begun.series.id, in: $0) }
    try answer(series, begun.batch, made: made, in: context.terminal)
    if let lastDay = wish.lastDay { context.terminal.note(lastDay) }
    if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else if let output {
      context.terminal.note("The codes are in \(output), which only you can read.")
    } else if begun.isNew || made > 0 {
      context.terminal.note("Next: `qix voucher show \(wish.name)`.")
    }
  }

  private func answer(_ series: Series, _ batch: Batch?, made: Int64, in terminal: Terminal) throws {
    var document = Document("voucher.generate/1")
    let isThere = !isDryRun || series.made > 0
    if isThere { document.primary = "\(series.id)" }
    document.field("series", "series", isThere ? .identifier("\(series.id)") : .missing)
    document.field("name", "name", .text(series.terms.name))
    document.field("batch", "batch", batch.flatMap { isDryRun ? nil : .identifier("\($0.id)") } ?? .missing)
    document.field("made", "made", .integer(isDryRun ? (batch.map { $0.wanted - $0.done } ?? 0) : made))
    document.field("replayed", "made before", .integer(batch.map { isDryRun ? $0.done : $0.wanted - made } ?? 0))
    document.field(
      "left", "nobody has", series.terms.source == .onDemand ? .missing : .integer(series.free))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try terminal.emit(document)
  }
}
