internal import CampaignsContract
internal import QixGS1
internal import QixShake

/// `qix product import`
struct ImportProducts: Command {
  static let declaration = Declaration(
    "import", "Import products from a file.", roles: [.operator],
    discussion: """
      Each line adds or changes a product; the same file again changes nothing. Missing columns leave values as they \
      are; an empty field removes the value. Without --keep-going, one faulty line stops the whole import, and qix \
      lists all faulty lines. Unknown columns are ignored, with a note. A column name that looks like a typing error \
      stops the import.
      """,
    examples: [
      Example("qix product import data/examples/products.csv", "gtin,name,brand in the first line"),
      Example("qix product import - --keep-going < products.jsonl", "from standard input"),
    ],
    answer: AnswerShape("product.import/1", fields), effect: .changes)

  private static let fields: [Field<(products: Int, added: Int, changed: Int, file: CatalogueFile)>] =
    [
      Field("products", .count) { $0.products },
      Field("added", .count) { $0.added },
      Field("changed", .count) { $0.changed },
    ] + CatalogueFile.fields.of { $0.file }

  @Positional(
    "file", .lines, "CSV or JSON Lines with gtin, name, brand, category, picture, coins, campaign")
  private var path: String
  private let map = MapOption()
  @Flag("keep-going", "Import the lines without faults (default: all or none)") private var isKeepGoing: Bool

  func run(in context: Context) throws -> Document {
    var file = try CatalogueFile(
      path, map, needed: ["gtin", "name"], others: ["brand", "category", "picture", "coins", "campaign"],
      example: #"{"gtin":"4006381333931","name":"Highlighter"}"#, in: context.face)
    let campaigns = try context.service(Campaigns.directory)
    let now = context.clock.now()
    var described: [GTIN: (product: Product, line: Int)] = [:]
    let changes = try context.database.read { connection in
      try file.map { line, fields in
        let change = try ProductDraft(fields).change(at: now, campaigns: campaigns, in: connection)
        let gtin = change.product.gtin
        if let first = described[gtin], first.product != change.product {
          throw Failure(
            "scanshake.described-twice", .usage,
            "line \(first.line) describes the product '\(gtin.short)' differently",
            hint: "Leave out one of the two lines.")
        }
        described[gtin] = described[gtin] ?? (change.product, line)
        return change
      }
    }
    let isTaken = file.faults.isEmpty || isKeepGoing
    var seen: Set<GTIN> = []
    let once = isTaken ? changes.filter { seen.insert($0.product.gtin).inserted } : []
    let added = once.filter { $0.before == nil }
    let changed = once.filter { $0.before != nil && $0.before != $0.product }
    if isTaken {
      try context.change("scanshake.product-import") { connection, change in
        change.subject = "\((added.count + changed.count).counted("product"))"
        for change in added + changed { try change.product.save(in: connection) }
      }
    }
    var document = Document(
      "product.import/1", Self.fields,
      of: (products: once.count, added: added.count, changed: changed.count, file: file))
    file.report(in: &document, next: "`qix product list`")
    return document
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
