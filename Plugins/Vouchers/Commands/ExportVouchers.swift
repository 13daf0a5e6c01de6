internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VouchersContract

/// `qix voucher export`
struct ExportVouchers: OldCommand {
  private static let count = OldOption<Int64>(
    "count", .integer(in: 1...100_000_000), placeholder: "N", "How many; all that nobody has where it isn't given")
  private static let output = OldOption(
    "output", .output(.secret), "The new file that the codes go into", isRequired: true)
  private static let key = OldOption(
    "idempotency-key", .text, placeholder: "KEY", "Do it once: the same key again writes the same codes")

  static let declaration = Declaration(
    "export", "Hand codes of a stock out into a file, for whoever prints them.", roles: [.operator],
    discussion: """
      The vouchers count as handed out from then on: no reward gives one of them to anybody else. The file is CSV with \
      voucher, code (as scanners read it), text (as people read it) and until; it is new, and readable by its owner only. \
      Delete it when it is printed.
      """,
    parameters: [SeriesNamed.series, count, output, OutputKind.force, CodeFile.signed, key],
    examples: [
      Example("qix voucher export coffee --count 500 --output coffee.csv --idempotency-key print-1", "500 of the stock")
    ], effect: .changes)

  private let series: String
  private let count: Int64?
  private let output: String
  private let replaces: Bool
  private let isSigned: Bool
  private let key: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    series = try arguments.require(SeriesNamed.series)
    count = arguments[Self.count]
    output = try arguments.require(Self.output)
    replaces = arguments[OutputKind.force]
    isSigned = arguments[CodeFile.signed]
    key = arguments[Self.key]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
    try CodeFile.check(output)
  }

  func run(in context: Context) throws {
    try NewFile.requirePlace(output, replacing: replaces)
    // Codes that were brought in are words of somebody's choice, and a file is written with the rights of the home's owner.
    if !context.principal.isOwner,
      try context.database.read({ try Series.named(self.series, in: $0)?.terms.source == .imported })
    {
      throw ImportedCodes(series: series)
    }
    let keys = try VoucherKeys.open(context, isDryRun: true)
    if isSigned, try context.database.read({ try Series.named(self.series, in: $0)?.terms.keepsRest }) ?? false {
      throw TillError.restNotSigned
    }
    let exporting = Exporting(context: context, reason: reason)
    let (series, batch) = try exporting.begin(series, count: count, key: key, isDryRun: isDryRun)
    var written: Int64 = 0
    if !isDryRun {
      do {
        try exporting.finish(batch)
        written = try CodeFile.write(
          batch, to: output, replacing: replaces, isSigned: isSigned, keys: keys, from: context.database)
      } catch {
        context.terminal.note("What was handed out stays so. To go on: --idempotency-key '\(batch.key)'.")
        throw error
      }
    }
    var document = Document("voucher.export/1")
    if !isDryRun { document.primary = "\(batch.id)" }
    document.field("series", "series", .identifier("\(series.id)"))
    document.field("name", "name", .text(series.terms.name))
    document.field("batch", "batch", isDryRun ? .missing : .identifier("\(batch.id)"))
    document.field("vouchers", "vouchers", .integer(isDryRun ? batch.wanted : written))
    document.field("file", "file", .text(output))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun ? "Nothing was changed." : "Only you can read \(output). Delete it when it is printed.")
  }
}

/// Codes of a brand's list were to be written into a file by a token.
struct ImportedCodes: Diagnosable {
  let series: String

  var category: ErrorCategory { .notAllowed }
  var code: String { "vouchers.imported-codes" }
  var description: String {
    "the codes of series '\(series)' were imported, and a token may not write such words into a file of its choice"
  }
  var hint: String? { "The owner of the home folder exports them, without --as." }
}
