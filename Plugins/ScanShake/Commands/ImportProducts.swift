internal import QixGS1
internal import QixShake

/// `qix product import`
struct ImportProducts: OldCommand {
  private static let file = OldPositional(
    "file", .file, "CSV or JSON Lines with gtin, name, brand, category, picture, coins, campaign; - is standard input")
  private static let keepGoing = OldFlag("keep-going", "Take the lines that can be taken; the default is all or none")

  static let declaration = Declaration(
    "import", "Import products from a file.", roles: [.operator],
    discussion: """
      Each line is a product, added or described anew; the same file again changes nothing. Columns that the file doesn't \
      have leave what is there; an empty field takes it away. Without --keep-going a line that can't be taken keeps the \
      whole file out; each is named. Columns besides those named are passed over, and \
      said; one whose name is nearly that of another keeps the file out.
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

  func run(in context: Context) throws {
    var file = try CatalogueFile(
      path, mapping, needed: ["gtin", "name"], others: Self.others,
      example: #"{"gtin":"4006381333931","name":"Highlighter"}"#, in: context.terminal)
    let campaigns = try ProductNamed.campaigns(in: context)
    let now = context.clock.now()
    var described: [GTIN: (product: Product, line: Int)] = [:]
    let changes = try context.database.read { connection in
      try file.map { line, fields in
        let change = try ProductDraft(fields).change(at: now, campaigns: campaigns, in: connection)
        let gtin = change.product.gtin
        if let first = described[gtin], first.product != change.product {
          throw ScanShakeError.describedTwice(gtin.short, line: first.line)
        }
        described[gtin] = described[gtin] ?? (change.product, line)
        return change
      }
    }
    let isTaken = file.faults.isEmpty || isKeepGoing
    var seen: Set<GTIN> = []
    let once = isTaken ? changes.filter { seen.insert($0.product.gtin).inserted } : []
    let (added, changed) = (
      once.filter { $0.before == nil }, once.filter { $0.before != nil && $0.before != $0.product }
    )
    if isTaken {
      try context.database.write(Change("scanshake.product-import", reason: reason), isDryRun: isDryRun) {
        connection, change in
        change.subject = "\((added.count + changed.count).counted("product"))"
        for change in added + changed { try change.product.save(in: connection) }
      }
    }
    var document = Document("product.import/1")
    document.field("products", "products", .integer(Int64(once.count)))
    document.field("added", "added", .integer(Int64(added.count)))
    document.field("changed", "changed", .integer(Int64(changed.count)))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    file.describeFaults(in: &document)
    try context.terminal.emit(document)
    file.notePassedOver(on: context.terminal)
    try file.requireNoFault()
    context.terminal.note(isDryRun ? "Nothing was changed." : "Next: `qix product list`.")
  }
}

extension ProductDraft {
  /// - Parameter fields: gtin, name, and the others in the order of their columns.
  fileprivate init(_ fields: [String?]) {
    self.init(
      gtin: fields[0] ?? "", name: fields[1], brand: fields[2], category: fields[3], picture: fields[4],
      coins: fields[5], campaign: fields[6])
  }
}
