internal import CampaignsContract
internal import QixGS1
internal import QixShake

/// What the commands about products have in common.
enum ProductNamed {
  static let gtin = OldPositional("gtin", .text, "The product's GTIN: 8, 12, 13 or 14 digits")
  static let brand = OldOption("brand", .text, placeholder: "BRAND", "Of this brand")
  static let category = OldOption("category", .text, placeholder: "CATEGORY", "Of this category")
  static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Products at most", default: "50")
  static let after = OldOption(
    "after", .text, placeholder: "GTIN", "Go on behind this one, the last of the page before")

  static let columns = [
    Column("gtin", "GTIN"), Column("name", "NAME"), Column("brand", "BRAND"), Column("category", "CATEGORY"),
    Column("coins", "COINS", alignment: .trailing), Column("added", "ADDED"),
  ]

  /// Nil where no module provides them.
  static func campaigns(in context: Context) throws -> (any CampaignDirectory)? {
    do { return try context.service(Campaigns.directory) } catch is ServiceError { return nil }
  }

  /// Prints a page of products.
  static func show(_ found: [Product], limit: Int64, as schema: String, in terminal: Terminal) throws {
    let shown = found.prefix(Int(limit))
    let next = found.count > shown.count ? shown.last?.gtin.short : nil
    var document = Document(schema)
    document.page(next: next.map(Cell.text))
    if !shown.isEmpty { document.primary = shown.map(\.gtin.short).joined(separator: "\n") }
    document.table("products", columns: columns, rows: shown.map(\.cells))
    try terminal.emit(document)
    if let next {
      terminal.noteMore("the same with --after \(next)")
    } else if shown.isEmpty {
      terminal.note("There is none; add one with `qix product add GTIN --name NAME`.")
    }
  }
}

extension Product {
  var cells: [Cell] {
    [
      .text(gtin.short), .text(name), brand.map(Cell.text) ?? .missing, category.map(Cell.text) ?? .missing,
      coins.map(Cell.coins) ?? .missing, .timestamp(added),
    ]
  }

  func describe(in document: inout Document, campaign: String?) {
    document.primary = gtin.short
    document.field("gtin", "GTIN", .text(gtin.short))
    document.field("range", "range", .text(gtin.range.rawValue))
    document.field("name", "name", .text(name))
    document.field("brand", "brand", brand.map(Cell.text) ?? .missing)
    document.field("category", "category", category.map(Cell.text) ?? .missing)
    document.field("picture", "picture", picture.map(Cell.text) ?? .missing)
    document.field("coins", "coins", coins.map(Cell.coins) ?? .missing)
    document.field("campaign", "campaign", campaign.map(Cell.text) ?? .missing)
    document.field("added", "added", .timestamp(added))
  }
}
