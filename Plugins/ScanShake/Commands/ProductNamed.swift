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
  static let fields: [Field<Product>] = [
    Field("gtin", .text) { $0.gtin.short },
    Field("name", .text) { $0.name },
    Field("brand", .text) { $0.brand },
    Field("category", .text) { $0.category },
    Field("coins", .coins) { $0.coins },
    Field("added", .time) { $0.added },
  ]

  /// A product, and the name of the one campaign in which it counts.
  typealias Named = (product: Product, campaign: String?)

  /// Everything that is known of it.
  static let allFields: [Field<Named>] = [
    Field("gtin", .text) { $0.product.gtin.short }.labelled("GTIN"),
    Field("range", .text) { $0.product.gtin.range.rawValue },
    Field("name", .text) { $0.product.name },
    Field("brand", .text) { $0.product.brand },
    Field("category", .text) { $0.product.category },
    Field("picture", .text) { $0.product.picture },
    Field("coins", .coins) { $0.product.coins },
    Field("campaign", .text) { $0.campaign },
    Field("added", .time) { $0.product.added },
  ]
}
