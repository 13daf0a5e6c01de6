internal import CampaignsContract
internal import QixGS1
internal import QixShake

/// `qix product show`
struct ShowProduct: OldCommand {
  static let declaration = Declaration(
    "show", "Show a product, and how often it was scanned.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [ProductNamed.gtin],
    examples: [Example("qix product show 4006381333931", "by the digits below its bars")])

  private let gtin: String

  init(_ arguments: Arguments) throws { gtin = try arguments.require(ProductNamed.gtin) }

  func run(in context: Context) throws {
    let number = try ProductDraft.gtin(gtin)
    let campaigns = try ProductNamed.campaigns(in: context)
    let (product, campaign, scans, serials) = try context.database.read { connection in
      guard let product = try Product.find(number, in: connection) else { throw ScanShakeError.noProduct(number.short) }
      let campaign = try product.campaign.map { try campaigns?.find("\($0)", in: connection)?.name ?? "\($0)" }
      let scans = try connection.first(
        "SELECT count(*) FROM scanshake_scans WHERE gtin = ?1", .text(number.digits)
      ) { $0.integer(0) }
      return (product, campaign, scans ?? 0, try Serial.count(of: number, in: connection))
    }
    var document = Document("product.show/1")
    product.describe(in: &document, campaign: campaign)
    document.field("scans", "scans", .integer(scans))
    document.field("serials", "serial numbers", .integer(serials))
    try context.terminal.emit(document)
  }
}
