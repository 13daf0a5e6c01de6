internal import CampaignsContract
internal import CoinsContract
internal import QixCalendar
internal import QixDefinitions
internal import QixShake

/// `qix campaign simulate`
struct SimulateCampaign: Command {
  static let declaration = Declaration(
    "simulate", "Simulate a campaign with invented users.", roles: [.operator, .auditor],
    discussion: """
      Nothing is written. Caps, cooldown, award and what counts once work as for real shakes; prizes are drawn from \
      the seed. Shakes are spread evenly over time, users, types and products. For broadcasts and events they come \
      while one is on. Not simulated: the audience, multipliers, limits per minute and \
      per device, and shakes that were made already. Rewards and vouchers cost what they cost now, and there are as \
      many as are left now. If the budget can't pay a shake, that shake wins nothing.
      """,
    examples: [
      Example("qix campaign simulate harvest --users 100000 --seed 7", "with a chart"),
      Example("qix campaign simulate --file data/campaigns/harvest.json --budget 50000 --json", "before it is created"),
    ],
    answer: AnswerShape("campaign.simulate/1", SimulationPage.fields + [SimulationPage.periods(by: .day)]))

  @Positional("campaign", .named(CampaignID.self), "Its name, or cmp_…") private var name: String?
  @Option("file", .file, "A campaign file instead, created or not")
  private var path: String?
  @Option("users", .integer(in: 1...5_000_000), placeholder: "N", "Users who shake", default: "10000")
  private var users: Int64
  @Option("seed", .integer(), placeholder: "N", "The same seed gives the same result", default: "1")
  private var seed: UInt64
  @Option("days", .integer(in: 1...36_600), placeholder: "N", "Days from the start; default: all")
  private var days: Int64?
  @Option("shakes-per-user", .average, "Average shakes per user in that time", default: "5")
  private var shakes: Double
  @Option("accepted", .share, "Percentage with valid evidence of the shakes that no cap stops", default: "100")
  private var accepted: Int64
  @Option("values", .span, "Numbers that shakes show, for awards by unit or table; default: by type")
  private var values: ClosedRange<Int64>?
  @Option("budget", .coins, "Coins in the budget; default: the coins it has now, or no limit if empty")
  private var budget: Int64?
  private let chart = ChartOption()

  func check() throws {
    guard (name == nil) != (path == nil) else {
      throw UsageError("one campaign is needed", hint: "Give its NAME, or its file with --file FILE.")
    }
    guard Double(users) * shakes <= Double(Simulation.mostShakes) else {
      throw UsageError(
        "that makes more than \(Simulation.mostShakes) shakes", hint: "Use fewer users, or fewer shakes per user.")
    }
  }

  func run(in context: Context) throws -> Document {
    try chart.requirePlace()
    var (campaign, balance) = try campaign(in: context)
    let giftCoins = try limitGifts(of: &campaign, in: context)
    let zone = try TimeZone(identifier: campaign.timeZone)
    let assumptions = Simulation.Assumptions(
      users: users, seed: seed, shakesPerUser: shakes, accepted: accepted, values: values,
      budget: budget ?? (balance > 0 ? balance : nil), days: days)
    let simulation = Simulation(
      campaign: campaign, zone: zone, assumptions: assumptions, repetitions: try repetitions(of: campaign, in: context),
      giftCoins: giftCoins)
    let progress = context.face.progress(
      "simulating", total: Int64((Double(users) * shakes).rounded()), unit: "shakes")
    let result = simulation.run { progress.advance(to: $0) }
    progress.finish()
    let page = SimulationPage(campaign: campaign, assumptions: assumptions, result: result)
    var document = page.document
    let everywhere = try context.database.read {
      try AwardMultipliers.everywhere(among: AwardMultipliers.all(of: context.registry), in: $0)
    }
    if let multiplier = campaign.multiplier ?? everywhere?.multiplier {
      document.warn(
        "awards are multiplied by \(multiplier), which isn't simulated: the campaign costs more than shown.")
    }
    document.draw(page.chart, chart, in: context)
    return document
  }

  /// Gives none of its gifts more often than there are any left.
  /// - Returns: what giving each takes out of the budget now, by its name.
  private func limitGifts(of campaign: inout Campaign, in context: Context) throws -> [String: Int64] {
    guard case .weighted(var prizes) = campaign.award else { return [:] }
    let (gifts, now) = (Gifts(context.registry), context.clock.now())
    var coins: [String: Int64] = [:]
    try context.database.read { connection in
      for (index, prize) in prizes.enumerated() {
        guard let gift = prize.gift,
          let terms = try gifts.terms(of: gift.name, at: now, in: connection, context: context)
        else { continue }
        coins[gift.name] = terms.coins
        prizes[index].gift?.most = [gift.most, terms.left].compactMap { $0 }.min()
      }
    }
    campaign.award = .weighted(prizes)
    return coins
  }

  /// The rules of the campaign's types. A type whose module is off takes no shakes.
  private func repetitions(of campaign: Campaign, in context: Context) throws -> [Repetition] {
    let types = try ShakeTypes.all(of: context.registry)
    let rules = try context.database.read { connection in
      // A file may describe a campaign that exists, whose products and events are bound to it.
      let id = try CampaignStore(connection).find(campaign.name)?.id ?? campaign.id
      var found: [Repetition] = []
      for use in campaign.types {
        guard let type = types[use.type] else { continue }
        var faults: [(name: String, problem: String)] = []
        let settings = ShakeSettings(use.settings, for: type.settings, faults: &faults)
        guard faults.isEmpty else { continue }
        found.append(
          try type.init(settings).repetition(of: id, from: campaign.start, until: campaign.end, in: connection))
      }
      return found
    }
    return rules.isEmpty
      ? [Repetition(.oneOf(0), codes: Repetition.Codes(nothing: "shakes.type-not-taken"))] : rules
  }

  /// The campaign, and what is in its budget.
  private func campaign(in context: Context) throws -> (Campaign, Int64) {
    if let name {
      let ledger = try context.service(Coins.ledger)
      return try context.database.read { connection in
        let campaign = try CampaignStore(connection).require(name)
        return (campaign, try ledger.balance(of: .budget(campaign.budget), in: connection).available)
      }
    }
    let service = try CampaignService(context)
    let (value, source) = try DefinitionFile.read(path ?? "-", context.face)
    let draft = try context.database.read { try service.checked(value, from: source, isNew: false, in: $0) }
    guard let campaign = draft.campaign(CampaignID(high: 0, low: 0), .draft) else {
      preconditionFailure("a description without faults lacks something")
    }
    return (campaign, 0)
  }
}

extension ValueType where Value == Double {
  /// A number above 0, with or without decimals.
  static var average: ValueType {
    ValueType(placeholder: "NUMBER") { text throws(ValueError) in
      let isPlain = text.utf8.allSatisfy { ($0 &- 0x30) < 10 || $0 == UInt8(ascii: ".") }
      guard isPlain, let value = Double(text), value > 0, value <= 1e6 else {
        throw ValueError("a number above 0 and up to 1000000 is needed, such as 5 or 0.5")
      }
      return value
    }
  }
}

extension ValueType where Value == ClosedRange<Int64> {
  /// `0-100`.
  static var span: ValueType {
    ValueType(placeholder: "FROM-TO") { text throws(ValueError) in
      let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
      guard parts.count == 2, let low = parts[0], let high = parts[1], low <= high,
        high - low < AwardTable.mostValues
      else {
        throw ValueError("two whole numbers are needed, such as 0-100, not more than \(AwardTable.mostValues) apart")
      }
      return low...high
    }
  }
}
