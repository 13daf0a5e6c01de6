internal import CampaignsContract
internal import IdentityContract
internal import QixGS1
internal import QixShake

/// `qix scan preview`
struct PreviewScan: Command {
  static let declaration = Declaration(
    "preview", "Show the product of a code, and what a scan of it would win.",
    roles: [.operator, .integrator, .support, .user],
    discussion: """
      Nothing is recorded. The coins are those of the award, before a multiplier. A scan can still be refused for what \
      only a scan shows, such as its picture, its pace, or a cap of the campaign.
      """,
    examples: [
      Example(
        "qix scan preview --user shop-4711 --campaign pens --code 4006381333931", "what a pack of pens would bring")
    ],
    answer: AnswerShape("scan.preview/1", fields), givenByCustomers: ["campaign", "code", "typed"])

  private struct Foretold {
    var product: Product?
    var coins: ClosedRange<Int64>?
    var refusal: Refusal?
  }

  private static let fields: [Field<Foretold>] = [
    Field("gtin", .text) { $0.product?.gtin.short }.labelled("GTIN"),
    Field("name", .text) { $0.product?.name },
    Field("brand", .text) { $0.product?.brand },
    Field("category", .text) { $0.product?.category },
    Field("least", .coins) { $0.coins?.lowerBound },
    Field("most", .coins) { $0.coins?.upperBound },
    Field("refusal", .text, "refused") { $0.refusal?.code },
    Field("sentence", .text, "because") { $0.refusal?.sentence },
    Field("hint", .text) { $0.refusal?.hint },
  ]

  @Option("user", .user, placeholder: "USER", "The user who would scan: usr_… or external id") private var user: String
  @Option("campaign", .text, placeholder: "CAMPAIGN", "The campaign, by name or id") private var campaign: String
  @Option("code", .text, placeholder: "CODE", "The digits, a GS1 element string, or a GS1 Digital Link")
  private var code: String
  @Flag("typed", "The user has typed the code, and shows no picture") private var isTyped: Bool

  func run(in context: Context) throws -> Document {
    let user = try context.user(user)
    let campaigns = try context.service(Campaigns.directory)
    let foretold = try context.database.read { connection in
      let campaign = try campaigns.required(campaign, by: "scanshake", in: connection)
      // What isn't announced yet has no name for customers.
      guard let use = campaign.types.first(where: { $0.type == ScanShake.name }),
        campaign.state != .draft || !context.principal.isCustomer
      else {
        throw Failure(
          "scanshake.no-scans", .notFound, "the campaign '\(self.campaign)' takes no scans",
          hint: "`qix campaign show` says which shakes it takes.")
      }
      var generator = IdentifierGenerator(random: context.random)
      let now = context.clock.now()
      let attempt = Attempt(
        shake: generator.next(at: now), user: user, campaign: campaign.id, at: now, context: ShakeContext(),
        evidence: Evidence(JSONObject()))
      var faults: [(name: String, problem: String)] = []
      let terms = ScanTerms(ShakeSettings(use.settings, for: ScanShake.settings, faults: &faults))
      var foretold = Foretold()
      do {
        let items = ScannedItem.typed(code)
        guard !items.isEmpty else { throw ScanRefusal.malformed }
        let (product, outcome) = try ScanService(terms: terms, attempt: attempt, connection: connection)
          .foretell(items, isTyped: isTyped)
        foretold.product = product
        foretold.coins = campaign.award.range(for: try outcome.get())
      } catch let refusal as Refusal {
        foretold.refusal = refusal
      }
      return foretold
    }
    var document = Document("scan.preview/1", Self.fields, of: foretold)
    document.primary = foretold.product?.gtin.short
    return document
  }
}
