internal import CampaignsContract
internal import QixGS1
internal import QixShake

/// `qix product remove`
struct RemoveProduct: OldCommand {
  static let declaration = Declaration(
    "remove", "Remove a product: scans of it don't count any more.", roles: [.operator],
    discussion: "What was scanned stays on record. Adding the product again takes it back.",
    parameters: [ProductNamed.gtin],
    examples: [Example("qix product remove 4006381333931 --reason 'no longer made'", "for good")], effect: .changes)

  private let gtin: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    gtin = try arguments.require(ProductNamed.gtin)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let number = try ProductDraft.gtin(gtin)
    let campaigns = try ProductNamed.campaigns(in: context)
    try context.database.write(
      Change("scanshake.product-remove", subject: number.short, reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      guard try Product.find(number, in: connection) != nil else { throw ScanShakeError.noProduct(number.short) }
      for campaign in try campaigns?.running(in: connection) ?? [] where campaign.names(number) {
        throw ScanShakeError.inUse(number.short, campaign: campaign.name)
      }
      try connection.run(
        "UPDATE scanshake_products SET removed_at = ?2 WHERE gtin = ?1", .text(number.digits),
        .time(context.clock.now()))
    }
    var document = Document("product.remove/1")
    document.primary = number.short
    document.field("gtin", "GTIN", .text(number.short))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
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
