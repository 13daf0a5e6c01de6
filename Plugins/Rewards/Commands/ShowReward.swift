internal import CoinsContract
internal import QixCalendar
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
    answer: """
      reward.show/2: reward text, id id, state text, now text, brand text, title text, picture text?, delivery text,
      start time?, end time?, time_zone text, price coins?, regular_price coins?, next_price coins?, next_change
      time?, copayment text?, value text?, cost text?, hold text, minimum_mode text, conditions text*?, limits
      {per_user integer?, per_user_and_day integer?, total integer?}, stock {counted boolean, shelf integer?, held
      integer?, available integer?, given_out integer?}, series? {name text?, exists boolean?, value text?,
      minimum_purchase text?, end time?, void boolean, left integer?}, redemptions {held integer?, fulfilled
      integer?, cancelled integer?, timed_out integer?, refunded integer?}, prices [number integer, price text,
      from time, until time?, state text, recorded time], text? text?
      """, route: .at("GET /v1/rewards/{reward}"), givenByCustomers: ["reward"])

  private let reward = RewardNamed()
  @Option(
    "file", .output(.record), "Write it as the file that `reward create --file` takes; - is standard output")
  private var path: String?
  private let force = ForceFlag()

  func run(in context: Context) throws -> Printed {
    let ledger = try context.service(Coins.ledger)
    let catalogue = try context.service(Vouchers.catalogue)
    let now = context.clock.now()
    let (reward, history, standing, redemptions, series) = try context.database.read { connection in
      let store = RewardStore(connection)
      let reward = try store.require(self.reward.reference, for: context.principal)
      return (
        reward, try store.prices(of: reward.id), try RewardStock(ledger, connection).standing(of: reward),
        try store.redemptions(of: reward.id, at: now),
        try reward.series.flatMap { try catalogue.series($0, in: connection) }
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
    var document = reward.document("reward.show/2")
    document.field("now", .text(Self.phase(reward, history.coins(at: now), standing, at: now)))
    RewardPage.terms(of: reward, into: &document, hasText: !context.face.isForPeople)
    PricePage.fields(of: history, at: now, into: &document)
    RewardPage.rules(of: reward, into: &document)
    StockPage.fields(of: standing, into: &document)
    if let name = reward.series { RewardPage.fields(of: series, named: name, into: &document) }
    RewardPage.fields(of: redemptions, into: &document)
    // Customers see what it costs now, and not what it is going to cost.
    PricePage.table(of: history, at: now, into: &document, isEmpty: context.principal.isCustomer)
    try document.emit(to: context.face)
    // For a person as it is written, line by line, with nothing in it that a terminal could act on.
    if context.face.screen != nil, !reward.text.isEmpty {
      try context.face.write("\n" + reward.text.sanitised(keepingLines: true) + "\n")
    }
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
