internal import CampaignsContract
internal import QixGS1
internal import QixShake

/// `qix product add`
struct AddProduct: OldCommand {
  private static let name = OldOption("name", .text, placeholder: "NAME", "What it is called", isRequired: true)
  private static let brand = OldOption(
    "brand", .text, placeholder: "BRAND", "Its brand; without it that of the longest prefix that fits")
  private static let category = OldOption("category", .text, placeholder: "CATEGORY", "Its category")
  private static let picture = OldOption("picture", .text, placeholder: "URL", "Where its picture is")
  private static let coins = OldOption(
    "coins", .text, placeholder: "COINS", "Units of an award that counts products' coins; without it 1")
  private static let campaign = OldOption(
    "campaign", .text, placeholder: "CAMPAIGN", "The one campaign in which it counts; without it all that take it")

  static let declaration = Declaration(
    "add", "Add a product, or describe it anew.", roles: [.operator],
    discussion: """
      Of a product that is there, what isn't named stays as it is; an empty value takes it away: --category ''. \
      The number is kept with fourteen digits, so that a GTIN-12, -13 and -14 of one product are one. A packing (a GTIN-14) \
      that is not in the catalogue counts as the unit that it holds. For goods that are weighed in a shop add the number \
      with zeros in place of the weight or price.
      """,
    parameters: [ProductNamed.gtin, name, brand, category, picture, coins, campaign],
    examples: [
      Example("qix product add 4006381333931 --name 'Highlighter, yellow' --brand Stabilo", "one product"),
      Example("qix product add 4006381333931 --name 'Highlighter' --coins 5", "worth five units"),
    ], effect: .changes)

  private let draft: ProductDraft
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    draft = ProductDraft(
      gtin: try arguments.require(ProductNamed.gtin), name: arguments[Self.name], brand: arguments[Self.brand],
      category: arguments[Self.category], picture: arguments[Self.picture], coins: arguments[Self.coins],
      campaign: arguments[Self.campaign])
    _ = try ProductDraft.gtin(draft.gtin)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let campaigns = try ProductNamed.campaigns(in: context)
    let (product, campaign) = try context.database.write(
      Change("scanshake.product-add", reason: reason), isDryRun: isDryRun
    ) {
      connection, change in
      let product = try draft.change(at: context.clock.now(), campaigns: campaigns, in: connection).product
      change.subject = product.gtin.short
      try product.save(in: connection)
      return (product, try product.campaign.map { try campaigns?.find("\($0)", in: connection)?.name ?? "\($0)" })
    }
    var document = Document("product.add/1")
    product.describe(in: &document, campaign: campaign)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if !product.gtin.isGlobal {
      context.terminal.warn(
        "The number is of a range that is not one product's everywhere (\(product.gtin.range.rawValue)): others may use "
          + "it for something else.")
    }
    context.terminal.note(
      isDryRun ? "Nothing was changed." : "Next: a campaign that takes the shake `scan`; see docs/scan.md.")
  }
}
