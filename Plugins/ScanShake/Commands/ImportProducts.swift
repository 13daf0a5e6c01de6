internal import QixGS1
internal import QixShake

/// `qix product import`
struct ImportProducts: Command {
  private static let file = Positional(
    "file", .file, "CSV or JSON Lines with gtin, name, brand, category, picture, coins, campaign; - is standard input")
  private static let keepGoing = Flag("keep-going", "Go on behind a line that can't be taken; the default is to stop")

  static let declaration = Declaration(
    "import", "Import products from a file.", roles: [.operator],
    discussion: """
      Each line is a product, added or described anew; the same file again changes nothing. Without --keep-going a line \
      that can't be taken keeps the whole file out. Columns besides those named are passed over.
      """,
    parameters: [file, ColumnMapping.option, keepGoing],
    examples: [
      Example("qix product import products.csv", "gtin,name,brand in the first line"),
      Example("qix product import - --keep-going < products.jsonl", "from standard input"),
    ], effect: .changes)

  private static let others = ["brand", "category", "picture", "coins", "campaign"]

  private let path: String
  private let mapping: ColumnMapping
  private let isKeepGoing: Bool
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    path = try arguments.require(Self.file)
    mapping = try ColumnMapping(arguments, columns: ["gtin", "name"] + Self.others)
    isKeepGoing = arguments[Self.keepGoing]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  private struct Outcome {
    var saved: Int64 = 0
    var faults: [(line: Int, error: any Diagnosable)] = []
  }

  func run(in context: Context) throws {
    let file = path == "-" ? "standard input" : path
    let drafts = try read(file, context.terminal)
    let campaigns = try ProductNamed.campaigns(in: context)
    let outcome = try context.database.write(Change("scanshake.product-import", reason: reason), isDryRun: isDryRun) {
      connection, change in
      var outcome = Outcome()
      for (line, draft) in drafts {
        switch draft {
        case .failure(let error): outcome.faults.append((line, error))
        case .success(let draft):
          do {
            let product = try draft.product(at: context.clock.now(), campaigns: campaigns, in: connection)
            try product.save(in: connection)
            outcome.saved += 1
          } catch let error as ScanShakeError {
            outcome.faults.append((line, error))
          }
        }
        if !isKeepGoing, let fault = outcome.faults.first {
          throw ScanShakeError.faultyLines(file: file, count: 1, line: fault.line, first: fault.error)
        }
      }
      change.subject = "\(outcome.saved) products"
      return outcome
    }
    var document = Document("product.import/1")
    document.field("products", "products", .integer(outcome.saved))
    document.field("refused", "refused", .integer(Int64(outcome.faults.count)))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    document.table(
      "faults", title: "Faults",
      columns: [Column("line", "LINE", alignment: .trailing), Column("fault", "FAULT", confidential: .content)],
      rows: outcome.faults.map { [.integer(Int64($0.line)), .text($0.error.description)] })
    try context.terminal.emit(document)
    if let first = outcome.faults.first {
      throw ScanShakeError.faultyLines(
        file: file, count: Int64(outcome.faults.count), line: first.line, first: first.error)
    }
    context.terminal.note(isDryRun ? "Nothing was changed." : "Next: `qix product list`.")
  }

  private func read(
    _ file: String, _ terminal: Terminal
  ) throws -> [(line: Int, draft: Result<ProductDraft, RecordError>)] {
    let input = try terminal.keptInput(from: path)
    var reader = try RecordReader(
      source: .reading { try input.read(into: $0) }, name: file, mapping: mapping,
      example: #"{"gtin":"4006381333931","name":"Highlighter"}"#)
    guard let gtin = reader.column(named: "gtin") else { throw ScanShakeError.noColumn("gtin", file: file) }
    guard let name = reader.column(named: "name") else { throw ScanShakeError.noColumn("name", file: file) }
    let others = Self.others.map { reader.column(named: $0) }
    var drafts: [(line: Int, draft: Result<ProductDraft, RecordError>)] = []
    while true {
      do throws(RecordError) {
        guard try reader.next() else { return drafts }
        let rest = others.map { $0.flatMap { reader.text($0) } }
        let draft = ProductDraft(
          gtin: reader.text(gtin) ?? "", name: reader.text(name), brand: rest[0], category: rest[1], picture: rest[2],
          coins: rest[3], campaign: rest[4])
        drafts.append((reader.line, .success(draft)))
      } catch {
        drafts.append((reader.line, .failure(error)))
        if error.endsReading { return drafts }
      }
    }
  }
}
