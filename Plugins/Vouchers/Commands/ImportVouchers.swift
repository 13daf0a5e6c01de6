internal import QixFormats
internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VouchersContract

/// `qix voucher import`
struct ImportVouchers: OldCommand {
  private static let file = OldPositional(
    "file", .file, "The codes: CSV or JSON Lines with a column 'code', or a code on each line; - is standard input")
  private static let noHeader = OldFlag("no-header", "The first line is a code too, whatever it looks like")
  private static let handedOut = OldFlag("handed-out", "People have these codes already: they can be used at once")
  private static let keepGoing = OldFlag("keep-going", "Go on behind a line that can't be taken; the default is to stop")

  static let declaration = Declaration(
    "import", "Take a brand's list of codes into a series.", roles: [.operator],
    discussion: """
      The first time it makes the series, as `qix voucher generate` does. Codes stay as the brand has written them; they are \
      found whether or not somebody types capitals, blanks and dashes. A code can be there once, in whatever series.

      A list with a code on each line needs no header. Where its first line has no digit and all the others have, it is \
      refused until --map code=HEADER says that it is one, or --no-header that it isn't.

      Faults are told by line, without the code. The same file again finishes what is missing: codes of the series that an \
      earlier run has brought are passed over. Without --handed-out the codes are stock, and not good at the till before \
      somebody was given one.
      """,
    parameters: [SeriesNamed.series, file, ColumnMapping.option, noHeader, handedOut, keepGoing]
      + SeriesWish.parameters,
    examples: [
      Example(
        "qix voucher import cinema codes.csv --title 'Cinema, one seat' --barcode code128 --until 2028-01-01",
        "a brand's list"),
      Example("qix voucher import cinema more.txt --keep-going", "more of them"),
    ], effect: .changes)

  private let wish: SeriesWish
  private let file: String
  private let shape: CodeList.Shape
  private let areHandedOut: Bool
  private let isKeepGoing: Bool
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    wish = SeriesWish(
      arguments, name: try arguments.require(SeriesNamed.series), prefix: nil, source: .imported)
    try wish.checkRest()
    file = try arguments.require(Self.file)
    let mapping = try ColumnMapping(arguments, columns: ["code"])
    if !mapping.isEmpty, arguments[Self.noHeader] {
      throw UsageError("--map and --no-header can't be given together", hint: "A header stands in the first line.")
    }
    shape = CodeList.Shape(mapping: mapping, hasNoHeader: arguments[Self.noHeader])
    areHandedOut = arguments[Self.handedOut]
    isKeepGoing = arguments[Self.keepGoing]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let importing = Importing(
      context: context, keys: try VoucherKeys.open(context, isDryRun: isDryRun), wish: wish,
      areHandedOut: areHandedOut, isKeepGoing: isKeepGoing, isDryRun: isDryRun, reason: reason)
    let outcome = try importing.run(file, shape)
    let series = outcome.series
    var document = Document("voucher.import/1")
    if !isDryRun { document.primary = series.map { "\($0.id)" } }
    document.field(
      "series", "series", isDryRun ? .missing : series.map { .identifier("\($0.id)") } ?? .missing)
    document.field("name", "name", .text(wish.name))
    document.field("imported", "imported", .integer(outcome.imported))
    document.field("replayed", "there before", .integer(outcome.replayed))
    document.field("refused", "refused", .integer(outcome.refused))
    document.field("left", "nobody has", series.map { .integer($0.free) } ?? .missing)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    if context.terminal.globals.format != .human || !outcome.faults.isEmpty {
      document.table(
        "faults", title: "Faults",
        columns: [Column("line", "LINE", alignment: .trailing), Column("fault", "FAULT", confidential: .content)],
        rows: outcome.faults.sorted { $0.line < $1.line }.map { [.integer(Int64($0.line)), .text($0.fault.sentence)] })
    }
    try context.terminal.emit(document)
    if let lastDay = wish.lastDay { context.terminal.note(lastDay) }
    if isDryRun { context.terminal.note("Nothing was changed.") }
    if outcome.imported > 0, outcome.shortest < 8 {
      context.terminal.warn(
        "The shortest of these codes has \(outcome.shortest) characters: such codes can be guessed.")
    }
    if let first = outcome.faults.min(by: { $0.line < $1.line }) {
      throw CodeListError.some(
        file: file == "-" ? "standard input" : file, count: outcome.refused, first: first.line, first.fault)
    }
  }
}
