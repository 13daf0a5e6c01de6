internal import QixGS1
internal import QixShake

/// The product that a command is about.
struct ProductNamed {
  @Positional("gtin", .text, "The product's GTIN: 8, 12, 13 or 14 digits") var text: String

  /// - Throws: `scanshake.gtin-malformed`.
  func gtin() throws -> GTIN { try ProductDraft.gtin(text) }
}

/// A page of products, by number.
struct ProductPage {
  private let options = PageOptions("Products", after: .text, placeholder: "GTIN")

  /// - Parameter find: finds products behind a number, as many as are said.
  func document(_ schema: String, find: (_ after: GTIN?, _ limit: Int64) throws -> [Product]) throws -> Document {
    let found = try find(options.after.map { try ProductDraft.gtin($0) }, options.sought)
    var document = Document(schema)
    document.page("products", Product.fields, found: found, options)
    if found.isEmpty { document.note("There is none. Add one with `qix product add GTIN --name NAME`.") }
    return document
  }
}

extension Product {
  static let fields: [RowField<Product>] = [
    RowField("gtin") { .text($0.gtin.short) }, RowField("name") { .text($0.name) },
    RowField("brand") { .text($0.brand) },
    RowField("category") { .text($0.category) }, RowField(number: "coins") { .coins($0.coins) },
    RowField("added") { .timestamp($0.added) },
  ]

  /// Everything that is known of it.
  /// - Parameter campaign: the name of the one campaign in which it counts.
  func document(_ schema: String, campaign: String?) -> Document {
    var document = Document(schema)
    document.primary = gtin.short
    document.field("gtin", "GTIN", .text(gtin.short))
    document.field("range", .text(gtin.range.rawValue))
    document.field("name", .text(name))
    document.field("brand", .text(brand))
    document.field("category", .text(category))
    document.field("picture", .text(picture))
    document.field("coins", .coins(coins))
    document.field("campaign", .text(campaign))
    document.field("added", .timestamp(added))
    return document
  }
}
