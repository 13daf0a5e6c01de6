internal import CampaignsContract
internal import QixGS1
internal import QixShake

/// `qix product add`
struct AddProduct: Command {
  static let declaration = Declaration(
    "add", "Add a product, or change its description.", roles: [.operator],
    discussion: """
      For an existing product, options you leave out change nothing; an empty value removes one: --category ''. The \
      number is kept with fourteen digits, so a product's GTIN-12, -13 and -14 are the same. A packing (a GTIN-14) \
      that is not in the catalogue counts as the unit it holds. For goods weighed in a shop, write zeros for the \
      weight or price.
      """,
    examples: [
      Example("qix product add 4006381333931 --name 'Highlighter, yellow' --brand Stabilo", "one product"),
      Example("qix product add 4006381333931 --name 'Highlighter' --coins 5", "worth five units"),
    ],
    answer: AnswerShape("product.add/1", Product.allFields), effect: .changes)

  private let subject = ProductNamed()
  @Option("name", .text, placeholder: "NAME", "The product's name") private var name: String
  @Option("brand", .text, placeholder: "BRAND", "Its brand (default: that of the longest matching prefix)")
  private var brand: String?
  @Option("category", .text, placeholder: "CATEGORY", "Its category") private var category: String?
  @Option("picture", .text, placeholder: "URL", "Where its picture is") private var picture: String?
  @Option("coins", .text, placeholder: "COINS", "Units of an award that counts products' coins (default: 1)")
  private var coins: String?
  @Option(
    "campaign", .text, placeholder: "CAMPAIGN", "The only campaign in which it counts (default: all that take it)")
  private var campaign: String?

  func run(in context: Context) throws -> Document {
    let draft = ProductDraft(
      gtin: subject.text, name: name, brand: brand, category: category, picture: picture, coins: coins,
      campaign: campaign)
    let campaigns = try context.service(Campaigns.directory)
    let (product, campaign) = try context.change("scanshake.product-add") { connection, change in
      let product = try draft.change(at: context.clock.now(), campaigns: campaigns, in: connection).product
      change.subject = product.gtin.short
      try product.save(in: connection)
      return (product, try product.campaignName(campaigns, in: connection))
    }
    var document = Document("product.add/1", Product.allFields, of: (product: product, campaign: campaign))
    document.primary = product.gtin.short
    if !product.gtin.isGlobal {
      document.warn(
        """
        The number is in a range that differs between places (\(product.gtin.range.rawValue)). Others may use it for \
        another product.
        """)
    }
    document.next("a campaign that takes the shake `scan`; see docs/scan.md")
    return document
  }
}
