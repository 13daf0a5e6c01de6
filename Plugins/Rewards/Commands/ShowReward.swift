internal import CoinsContract
internal import PicturesContract
internal import QixCalendar
internal import QixDefinitions
internal import QixModule
internal import VouchersContract

/// `qix reward show`
struct ShowReward: Command {
  static let declaration = Declaration(
    "show", "Show a reward's terms, prices and stock, or write it as a file.",
    roles: [.operator, .integrator, .support, .auditor, .user],
    examples: [
      Example("qix reward show coffee", "one reward"),
      Example("qix reward show coffee --file coffee.json", "as a file, to edit and create again"),
    ],
    answer: AnswerShape("reward.show/2", Page.fields, last: ["text"]), route: .at("GET /v1/rewards/{reward}"),
    givenByCustomers: ["reward"])

  private let reward = RewardNamed()
  @Option(
    "file", .output(.record), "Write it as the file that `reward create --file` takes; - is standard output")
  private var path: String?
  private let force = ForceFlag()

  private struct Page {
    let reward: Reward
    /// Whether users can redeem it, in a word or two.
    let now: String
    let prices: PricePage
    let stock: StockPage
    let series: RewardPage.NamedSeries?
    let redemptions: RewardStore.Redemptions

    static let fields: [Field<Page>] =
      Reward.head.of { $0.reward } + [Field("now", .text) { $0.now }] + RewardPage.terms.of { $0.reward }
      + PricePage.fields.of { $0.prices } + RewardPage.rules.of { $0.reward }
      + [
        Field(optional: "texts", rows: Words.fields, title: "In other languages") { $0.reward.texts?.all },
        Field("stock", object: StockPage.fields, title: "Stock") { $0.stock },
        Field(optional: "series", object: RewardPage.series, title: "Vouchers") { $0.series },
        Field("redemptions", object: RewardPage.redemptions, title: "Redemptions") { $0.redemptions },
      ] + [PricePage.table].of { $0.prices }
  }

  func run(in context: Context) throws -> Printed {
    let ledger = try context.service(Coins.ledger)
    let catalogue = try context.service(Vouchers.catalogue)
    let pictures = try PictureLinks(context)
    let now = context.clock.now()
    let (reward, history, standing, redemptions, series, picture) = try context.database.read { connection in
      let store = RewardStore(connection)
      let reward = try store.require(self.reward.reference, for: context.principal)
      return (
        reward, try store.prices(of: reward.id), try RewardStock(ledger, connection).standing(of: reward),
        try store.redemptions(of: reward.id, at: now),
        try reward.series.flatMap { try catalogue.series($0, in: connection) },
        try pictures.address(of: reward.picture, in: connection)
      )
    }
    if let path {
      let writer = RewardWriter(zone: try TimeZone(identifier: reward.timeZone))
      let text = JSONValue.object(writer.object(reward, price: history.regular(at: now))).text(.pretty) + "\n"
      if path == "-" {
        try context.face.write(text)
      } else {
        try NewFile.write(text, to: path, mode: 0o644, replacing: force.isGiven)
        context.face.note("The reward is in \(path).")
      }
      return Printed()
    }
    // A reader gets the address of what the file names.
    var shown = reward.said(in: context.face.speaking())
    shown.picture = picture
    let page = Page(
      reward: shown, now: Self.phase(reward, history.coins(at: now), standing, at: now),
      // Customers see what it costs now, and not what it is going to cost.
      prices: PricePage(history: history, now: now, isOfNow: context.principal.isCustomer),
      stock: StockPage(standing: standing), series: reward.series.map { (name: $0, series: series) },
      redemptions: redemptions)
    var document = Document("reward.show/2", Page.fields, of: page)
    document.primary = reward.name
    if !shown.text.isEmpty { document.prose = shown.text }
    try document.emit(to: context.face)
    return Printed()
  }

  /// Whether users can redeem it, in a word or two.
  static func phase(
    _ reward: Reward, _ price: Int64?, _ standing: RewardStock.Standing?, at now: Timestamp
  ) -> String {
    switch reward.state {
    case .draft: return "not published yet"
    case .retired: return "retired"
    case .published: break
    }
    if let start = reward.start, now < start { return "waits for its start" }
    if let end = reward.end, end <= now { return "period is over" }
    if price == nil { return "has no price" }
    if let standing, standing.available <= 0 { return "out of stock" }
    return "can be redeemed"
  }
}
