internal import QixGS1
internal import QixShake

/// `qix product find`
struct FindProduct: OldCommand {
  private static let text = OldPositional(
    "text", .text, "A code as it was scanned or typed, or a part of a name or brand")

  static let declaration = Declaration(
    "find", "Find the product of a code, or products by name.", roles: [.operator, .integrator, .support, .auditor],
    discussion: """
      A code is a GTIN, a GS1 element string in brackets or a GS1 Digital Link. It means the product itself, the unit that \
      a packing holds, or the article whose weight or price it carries, as in a shake.
      """,
    parameters: [text, ProductNamed.limit, ProductNamed.after],
    examples: [
      Example("qix product find 14006381333938", "the unit in a packing"),
      Example("qix product find 'https://id.gs1.org/01/04006381333931/21/A1'", "by a Digital Link"),
      Example("qix product find highlighter", "by a part of the name"),
    ])

  private let text: String
  private let limit: Int64
  private let after: String?

  init(_ arguments: Arguments) throws {
    text = try arguments.require(Self.text)
    limit = try arguments.require(ProductNamed.limit)
    after = arguments[ProductNamed.after]
  }

  func run(in context: Context) throws {
    let after = try after.map { try ProductDraft.gtin($0) }
    let found = try context.database.read { connection in
      if let item = ScannedItem(text) { return try Product.meant(by: item.gtin, in: connection).map { [$0] } ?? [] }
      return try Product.page(
        brand: nil, category: nil, text: text, after: after, limit: limit + 1, in: connection)
    }
    if found.isEmpty { throw ScanShakeError.noProduct(text) }
    try ProductNamed.show(found, limit: limit, as: "product.find/1", in: context.terminal)
  }
}
