internal import CampaignsContract
internal import QixGS1
internal import QixShake

/// `qix product show`
struct ShowProduct: Command {
  static let declaration = Declaration(
    "show", "Show a product, and how often it was scanned.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix product show 4006381333931", "by the digits below its bars")],
    answer: AnswerShape("product.show/1", fields))

  private static let fields: [Field<(named: Product.Named, scans: Int64, serials: Int64)>] =
    Product.allFields.of { $0.named } + [
      Field("scans", .integer) { $0.scans },
      Field("serials", .integer, "serial numbers") { $0.serials },
    ]

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
    var document = Document(
      "product.show/1", Self.fields, of: (named: (product, campaign), scans: scans, serials: serials))
    document.primary = number.short
    return document
  }
}
