internal import QixModule
internal import VouchersContract

/// `qix voucher import`
struct ImportVouchers: Command {
  static let declaration = Declaration(
    "import", "Import a brand's list of codes into a series.", roles: [.operator],
    discussion: """
      The first run makes the series, as `qix voucher generate` does. Codes stay as the brand has written them. \
      Users can type them with or without capitals, blanks and dashes. A code can exist only once, in all series \
      together.

      A list with a code on each line needs no header. If its first line has no digit and all the others have, the \
      list is refused. Then give --map code=HEADER if the line is a header, or --no-header if it isn't.

      Messages name the lines that fail, without the code. The same file again finishes what is missing: codes of \
      the series that an earlier run imported are skipped. Without --handed-out the codes are stock, and tills take \
      them only once they are handed out.
      """,
    examples: [
      Example(
        "qix voucher import cinema data/examples/vouchers.csv --title 'Cinema, one seat' --barcode code128 --until 2027-12-31",
        "a brand's list"),
      Example("qix voucher import cinema more.txt --keep-going", "more of them"),
    ],
    answer: AnswerShape("voucher.import/1", fields), effect: .changes)

  private let named = SeriesNamed()
  @Positional(
    "file", .lines, "The codes: CSV or JSON Lines with a column 'code', or a code on each line")
  private var file: String
  private let map = MapOption()
  @Flag("no-header", "The first line is a code too, even if it looks like a header") private var hasNoHeader: Bool
  @Flag("handed-out", "Users have these codes already: they can be used at once") private var areHandedOut: Bool
  @Flag("keep-going", "Skip lines that fail; the default is to stop") private var isKeepGoing: Bool
  private let terms = SeriesOptions()

  private typealias Fault = (line: Int, fault: CodeFault)

  private static let faults: [Field<Fault>] = [
    Field("line", .count) { $0.line },
    Field("fault", .text, for: .content) { $0.fault.sentence },
  ]

  private static let fields: [Field<(id: SeriesID?, name: String, outcome: Importing.Outcome, faults: [Fault])>] = [
    Field("series", .id) { $0.id },
    Field("name", .text) { $0.name },
    Field("imported", .integer) { $0.outcome.imported },
    Field("replayed", .integer, "there before") { $0.outcome.replayed },
    Field("refused", .integer) { $0.outcome.refused },
    Field("left", .integer, "in stock") { $0.outcome.series?.free },
    Field(optional: "faults", rows: faults, title: "Faults", none: nil) { $0.faults },
  ]

  func check() throws {
    try terms.check()
    if try !map.mapping(columns: ["code"]).isEmpty, hasNoHeader {
      throw UsageError("--map and --no-header can't be given together", hint: "A header is in the first line.")
    }
  }

  func run(in context: Context) throws -> Document {
    let importing = Importing(
      context: context, keys: try VoucherKeys.open(context, isDryRun: context.isDryRun),
      wish: SeriesWish(name: named.name, terms: terms, source: .imported), areHandedOut: areHandedOut,
      isKeepGoing: isKeepGoing)
    let shape = CodeList.Shape(mapping: try map.mapping(columns: ["code"]), hasNoHeader: hasNoHeader)
    let outcome = try importing.run(file, shape)
    // A series that a dry run makes has no id that stays.
    let id = context.isDryRun ? nil : outcome.series?.id
    let faults = outcome.faults.sorted { $0.line < $1.line }
    var document = Document(
      "voucher.import/1", Self.fields, of: (id: id, name: named.name, outcome: outcome, faults: faults))
    document.primary = id.map { "\($0)" }
    if let lastDay = try terms.lastDay(in: context) { document.note(lastDay) }
    if outcome.imported > 0, outcome.shortest < 8 {
      document.warn("The shortest of these codes has \(outcome.shortest) characters: such codes can be guessed.")
    }
    document.failure = faults.first.map { line, fault in
      Failure(
        "vouchers.lines-refused", fault.category,
        "\(outcome.refused.counted("line was", "lines were")) not imported; the first: "
          + "\(context.face.name(ofInput: file)), line \(line): \(fault.sentence)",
        hint: fault.remedy ?? "Fix these and import the file again: imported codes stay.")
    }
    return document
  }
}
