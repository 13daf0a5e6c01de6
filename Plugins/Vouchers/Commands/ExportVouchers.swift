internal import QixModule
internal import VouchersContract

/// `qix voucher export`
struct ExportVouchers: Command {
  static let declaration = Declaration(
    "export", "Hand out codes of a stock into a file for printing.", roles: [.operator],
    discussion: """
      The vouchers count as handed out from then on: no reward gives one of them to a user. The file is CSV with \
      voucher, code (as scanners read it), text (as people read it) and until. It is a new file that only its owner \
      can read. Delete it when it is printed.
      """,
    examples: [
      Example("qix voucher export coffee --count 500 --output coffee.csv --idempotency-key print-1", "500 of the stock")
    ],
    answer: AnswerShape("voucher.export/1", fields), effect: .changes)

  private static let fields: [Field<(series: Series, batch: BatchID?, vouchers: Int64, file: String)>] = [
    Field("series", .id.orNull) { $0.series.id },
    Field("name", .text) { $0.series.terms.name },
    Field("batch", .id) { $0.batch },
    Field("vouchers", .integer) { $0.vouchers },
    Field("file", .text) { $0.file },
  ]

  private let named = SeriesNamed()
  @Option(
    "count", .integer(in: 1...100_000_000), placeholder: "N", "How many; the default is all that are in stock")
  private var count: Int64?
  @Option("output", .output(.secret), "The new file for the codes") private var output: String
  private let force = ForceFlag()
  private let signed = SignedFlag()
  @Option(
    "idempotency-key", .key, "Do it once: the same key again writes the same codes")
  private var key: String?

  func check() throws { try CodeFile.check(output) }

  func run(in context: Context) throws -> Document {
    try NewFile.requirePlace(output, replacing: force.isGiven)
    let known = try context.database.read { try Series.named(named.name, in: $0)?.terms }
    // Imported codes are words of the importer's choice, and a file is written with the rights of the home's owner.
    if !context.principal.isOwner, known?.source == .imported {
      throw Failure(
        "vouchers.imported-codes", .notAllowed,
        "the codes of the series '\(named.name)' were imported, and a token may not write imported codes into a file",
        hint: "The owner of the data folder exports them, without --as.")
    }
    let keys = try VoucherKeys.open(context, isDryRun: true)
    if signed.isGiven, known?.keepsRest == true { throw TillError.restNotSigned }
    let exporting = Exporting(context: context)
    let (series, batch) = try exporting.begin(named.name, count: count, key: key)
    var written: Int64 = 0
    if !context.isDryRun {
      do {
        try exporting.finish(batch)
        written = try CodeFile.write(
          batch, to: output, replacing: force.isGiven, isSigned: signed.isGiven, keys: keys, from: context.database)
      } catch {
        context.face.note(
          "The codes handed out so far stay handed out. To go on: --idempotency-key '\(batch.key)'.")
        throw error
      }
    }
    let id = context.isDryRun ? nil : batch.id
    var document = Document(
      "voucher.export/1", Self.fields,
      of: (series: series, batch: id, vouchers: context.isDryRun ? batch.wanted : written, file: output))
    document.primary = id.map { "\($0)" }
    if !context.isDryRun { document.note("Only you can read \(output). Delete it when it is printed.") }
    return document
  }
}
