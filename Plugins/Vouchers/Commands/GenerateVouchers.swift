internal import QixModule
internal import VouchersContract

/// `qix voucher generate`
struct GenerateVouchers: Command {
  static let declaration = Declaration(
    "generate", "Make vouchers with codes that can't be guessed.", roles: [.operator],
    discussion: """
      The first run makes the series, with its terms; later runs add vouchers to it. The terms of a series never \
      change, since users have its vouchers.

      Without --output the vouchers are stock, which rewards hand out one by one. With --output they count as \
      handed out. Codes have sixteen symbols, and one of them finds mistakes in typing. --barcode ean13 makes \
      thirteen digits for scanners that read nothing else. These are easier to guess, so a prefix may have 100,000 \
      codes at most.

      A voucher takes its value off one purchase, and what a smaller purchase leaves is lost. With --keep-rest the \
      remaining value stays on the voucher, which can be used until it is spent.
      """,
    examples: [
      Example(
        "qix voucher generate tea --count 1000 --title 'Two euros off tea' --value '2.00 EUR' --valid-for P30D",
        "a stock for rewards"),
      Example("qix voucher generate coffee --count 500", "more of them"),
      Example(
        "qix voucher generate cake --on-demand --title 'A piece of cake'", "made when it is handed over"),
      Example(
        "qix voucher generate gift --on-demand --title 'Gift card' --value '50.00 EUR' --keep-rest", "gift cards"),
      Example(
        "qix voucher generate flyer --count 20000 --title 'Flyer in March' --value '1.00 EUR' --minimum-purchase "
          + "'10.00 EUR' --until 2027-04-01 --output flyer.csv --idempotency-key flyer-1", "codes to be printed"),
    ],
    answer: AnswerShape("voucher.generate/1", Page.fields), effect: .changes)

  private let named = SeriesNamed()
  @Option("count", .integer(in: 1...100_000_000), placeholder: "N", "How many vouchers to make")
  private var count: Int64?
  @Flag("on-demand", "Make none now, but one at each hand-over") private var isOnDemand: Bool
  private let terms = SeriesOptions()
  @Option(
    "prefix", .choice(EAN13.prefixes), placeholder: "NN",
    "How EAN-13 codes begin: prefixes for use inside a company, or for coupons")
  private var prefix: String?
  @Option(
    "output", .output(.secret),
    "Write the codes into this new file for printing; they then count as handed out")
  private var output: String?
  private let force = ForceFlag()
  private let signed = SignedFlag()
  @Option(
    "idempotency-key", .key, "Do it once: the same key again finishes what is missing")
  private var key: String?

  func check() throws {
    if isOnDemand {
      guard count == nil, output == nil, key == nil else {
        throw UsageError(
          "--on-demand makes no vouchers now, so --count, --output and --idempotency-key have no meaning with it")
      }
    } else if count == nil {
      throw UsageError("missing --count N or --on-demand")
    }
    try CodeFile.check(output)
    if signed.isGiven, output == nil { throw UsageError("--signed needs --output FILE") }
    try terms.check()
  }

  func run(in context: Context) throws -> Document {
    if let output { try NewFile.requirePlace(output, replacing: force.isGiven) }
    let wish = SeriesWish(name: named.name, terms: terms, prefix: prefix, source: isOnDemand ? .onDemand : nil)
    let keys = try VoucherKeys.open(context, isDryRun: context.isDryRun)
    if signed.isGiven { try wish.requireSignable(in: context.database) }
    let generation = Generation(context: context, keys: keys)
    let begun = try generation.begin(wish, count: count, into: output != nil, key: key)
    var made: Int64 = 0
    if let batch = begun.batch, !context.isDryRun {
      do {
        made = try generation.finish(batch, of: begun.series)
        if let output {
          _ = try CodeFile.write(
            batch, to: output, replacing: force.isGiven, isSigned: signed.isGiven, keys: keys, from: context.database)
        }
      } catch {
        context.face.note("The vouchers made so far stay. To go on: --idempotency-key '\(batch.key)'.")
        throw error
      }
    }
    var document = try answer(begun, made: made, in: context)
    if let batch = begun.batch, context.looksForTwin(key: key) {
      let now = context.clock.now()
      document.warn(of: try context.database.read { try batch.twin(at: now, in: $0) }, undo: nil, in: context)
    }
    if let lastDay = try terms.lastDay(in: context) { document.note(lastDay) }
    if let output {
      if !context.isDryRun { document.note("The codes are in \(output), which only you can read.") }
    } else if begun.isNew || made > 0 {
      document.next("`qix voucher show \(named.name)`")
    }
    return document
  }

  private struct Page {
    let series: Series
    let batch: Batch?
    let made: Int64
    let isDryRun: Bool

    /// Ids that a dry run makes name nothing.
    var id: SeriesID? { isDryRun && series.made == 0 ? nil : series.id }

    static let fields: [Field<Page>] = [
      Field("series", .id) { $0.id },
      Field("name", .text) { $0.series.terms.name },
      Field("batch", .id) { $0.isDryRun ? nil : $0.batch?.id },
      Field("made", .integer) { $0.isDryRun ? $0.batch.map { $0.wanted - $0.done } ?? 0 : $0.made },
      Field("replayed", .integer, "made before") { page in
        page.batch.map { page.isDryRun ? $0.done : $0.wanted - page.made } ?? 0
      },
      Field("left", .integer, "in stock") { $0.series.left },
    ]
  }

  private func answer(
    _ begun: (series: Series, batch: Batch?, isNew: Bool), made: Int64, in context: Context
  ) throws -> Document {
    let isDryRun = context.isDryRun
    let series = isDryRun ? begun.series : try context.database.read { try Series.with(begun.series.id, in: $0) }
    let page = Page(series: series, batch: begun.batch, made: made, isDryRun: isDryRun)
    var document = Document("voucher.generate/1", Page.fields, of: page)
    document.primary = page.id.map { "\($0)" }
    return document
  }
}
