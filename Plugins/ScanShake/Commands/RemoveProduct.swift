internal import CampaignsContract
internal import QixGS1
internal import QixShake

/// `qix product remove`
struct RemoveProduct: Command {
  static let declaration = Declaration(
    "remove", "Remove a product, so that scans of it no longer count.", roles: [.operator],
    discussion: "Past scans stay on record. To undo this, add the product again.",
    examples: [Example("qix product remove 4006381333931 --reason 'no longer made'", "for good")],
    answer: AnswerShape("product.remove/1", fields), effect: .changes)

  private static let fields: [Field<GTIN>] = [Field("gtin", .text) { $0.short }.labelled("GTIN")]

  private let subject = ProductNamed()

  func run(in context: Context) throws -> Document {
    let number = try subject.gtin()
    let campaigns = try context.service(Campaigns.directory)
    try context.change("scanshake.product-remove", subject: number.short) { connection, _ in
      _ = try Product.require(number, in: connection)
      for campaign in try campaigns.running(in: connection) where campaign.names(number) {
        throw Failure(
          "scanshake.product-in-use", .conflict,
          "the campaign '\(campaign.name)' is running and names the product '\(number.short)'",
          hint: "Pause or end it first: `qix campaign pause \(campaign.name)`.")
      }
      try connection.execute(
        "UPDATE scanshake_products SET removed_at = \(context.clock.now()) WHERE gtin = \(number.digits)")
    }
    var document = Document("product.remove/1", Self.fields, of: number)
    document.primary = number.short
    return document
  }
}

extension Campaign {
  /// Whether it asks for a product by its number.
  fileprivate func names(_ gtin: GTIN) -> Bool {
    types.contains { use in
      use.type == ScanShake.name
        && (use.settings["products"]?.array ?? []).contains { $0.string.flatMap { try? GTIN($0) } == gtin }
    }
  }
}
