internal import QixGS1
internal import QixShake

/// `qix product find`
struct FindProduct: Command {
  static let declaration = Declaration(
    "find", "Find the product of a code, or products by name.", roles: [.operator, .integrator, .support, .auditor],
    discussion: """
      A code is a GTIN, a GS1 element string in brackets or a GS1 Digital Link. As in a shake, it finds the product, \
      the unit in a packing, or an article sold by weight or price.
      """,
    examples: [
      Example("qix product find 14006381333938", "the unit in a packing"),
      Example("qix product find 'https://id.gs1.org/01/04006381333931/21/A1'", "by a Digital Link"),
      Example("qix product find highlighter", "by a part of the name"),
    ],
    answer: AnswerShape("product.find/1", "products", rows: Product.fields))

  @Positional("text", .text, "A scanned or typed code, or part of a name or brand")
  private var text: String
  private let page = ProductPage()

  func check() throws {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw UsageError("the search text is empty", hint: "Give a code, or part of a name or brand.")
    }
  }

  func run(in context: Context) throws -> Document {
    try page.document("product.find/1") { after, limit in
      let found = try context.database.read { connection in
        let items = ScannedItem.typed(text)
        if !items.isEmpty { return try items.compactMap { try Product.meant(by: $0.gtin, in: connection) } }
        return try Product.page(text: text, after: after, limit: limit, in: connection)
      }
      if found.isEmpty { throw ScanShakeError.noProduct(text) }
      return found
    }
  }
}
