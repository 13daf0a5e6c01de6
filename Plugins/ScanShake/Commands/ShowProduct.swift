internal import CampaignsContract
internal import QixGS1
internal import QixShake

/// `qix product show`
struct ShowProduct: Command {
  static let declaration = Declaration(
    "show", "Show a product, and how often it was scanned.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix product show 4006381333931", "by the digits below its bars")],
    answer: """
      product.show/1: gtin text, range text, name text, brand text?, category text?, picture text?, coins coins?,
      campaign text?, added time, scans integer, serials integer
      """)

  private let subject = ProductNamed()

  func run(in context: Context) throws -> Document {
    let number = try subject.gtin()
    let campaigns = try context.service(Campaigns.directory)
    let (product, campaign, scans, serials) = try context.database.read { connection in
      let product = try Product.require(number, in: connection)
      let campaign = try product.campaignName(campaigns, in: connection)
      let scans: Int64? = try connection.fetchOne("SELECT count(*) FROM scanshake_scans WHERE gtin = \(number.digits)")
      return (product, campaign, scans ?? 0, try Serial.count(of: number, in: connection))
    }
    var document = product.document("product.show/1", campaign: campaign)
    document.field("scans", .integer(scans))
    document.field("serials", "serial numbers", .integer(serials))
    return document
  }
}
