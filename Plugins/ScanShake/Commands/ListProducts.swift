internal import QixGS1
internal import QixShake

/// `qix product list`
struct ListProducts: OldCommand {
  static let declaration = Declaration(
    "list", "List the products.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [ProductNamed.brand, ProductNamed.category, ProductNamed.limit, ProductNamed.after],
    examples: [
      Example("qix product list", "the first fifty"),
      Example("qix product list --brand Stabilo --tsv", "of one brand, for a script"),
    ])

  private let brand: String?
  private let category: String?
  private let limit: Int64
  private let after: String?

  init(_ arguments: Arguments) throws {
    brand = arguments[ProductNamed.brand]
    category = arguments[ProductNamed.category]
    limit = try arguments.require(ProductNamed.limit)
    after = arguments[ProductNamed.after]
  }

  func run(in context: Context) throws {
    let after = try after.map { try ProductDraft.gtin($0) }
    let found = try context.database.read { connection in
      try Product.page(brand: brand, category: category, after: after, limit: limit + 1, in: connection)
    }
    try ProductNamed.show(found, limit: limit, as: "product.list/1", in: context.terminal)
  }
}
