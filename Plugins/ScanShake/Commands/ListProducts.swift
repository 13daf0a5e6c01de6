internal import QixShake

/// `qix product list`
struct ListProducts: Command {
  static let declaration = Declaration(
    "list", "List the products.", roles: [.operator, .integrator, .support, .auditor],
    examples: [
      Example("qix product list", "the first fifty"),
      Example("qix product list --brand Stabilo --tsv", "one brand's products, for a script"),
    ],
    answer: AnswerShape("product.list/1", "products", rows: Product.fields))

  @Option("brand", .text, placeholder: "BRAND", "Of this brand") private var brand: String?
  @Option("category", .text, placeholder: "CATEGORY", "Of this category") private var category: String?
  private let page = ProductPage()

  func run(in context: Context) throws -> Document {
    try page.document("product.list/1") { after, limit in
      try context.database.read {
        try Product.page(brand: brand, category: category, after: after, limit: limit, in: $0)
      }
    }
  }
}
