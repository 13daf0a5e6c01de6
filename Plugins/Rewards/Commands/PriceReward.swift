internal import QixCalendar
internal import QixDefinitions
internal import QixModule

/// `qix reward price`
struct PriceReward: Command {
  static let declaration = Declaration(
    "price", "Set a reward's price or offer, now or later, or show its prices.", roles: [.operator],
    discussion: """
      A price holds until the next one begins. An offer ends by itself. If several offers run, users pay the lowest \
      price; offers don't add up. Past redemptions keep the price that was paid.

      Without a price it shows all past, current and future prices.
      """,
    examples: [
      Example("qix reward price coffee 150 --from 2027-07-01", "from the first of July on"),
      Example("qix reward price coffee --percent-off 10 --until 7d", "a tenth less, for a week"),
      Example("qix reward price coffee --percent-off 20 --until 2027-06-30", "a fifth less, to the end of June"),
      Example("qix reward price coffee 90 --from 2027-06-04T18:00 --until 2027-06-04T20:00", "a happy hour"),
    ],
    answer: AnswerShape("reward.price/1", fields), effect: .changes)

  private static let fields: [Field<(reward: Reward, prices: PricePage)>] =
    Reward.head.of { $0.reward } + PricePage.fields.of { $0.prices } + [PricePage.table].of { $0.prices }

  private let reward = RewardNamed()
  @Positional("coins", .integer(in: 1...Price.most), "The price of one") private var coins: Int64?
  @Option("from", .writtenMoment, "Start of the price, in the reward's time zone; default: now")
  private var from: WrittenMoment?
  @Option("until", .writtenMoment, "End of the offer; a day counts until its end")
  private var until: WrittenMoment?
  @Option(
    "percent-off", .integer(in: 1...99), placeholder: "N",
    "Instead of COINS: a discount on the current price, rounded up to whole coins; needs --until")
  private var percent: Int64?
  @Option(
    "withdraw", .integer(in: 1...Int64.max), placeholder: "NUMBER",
    "Withdraw a price that isn't in force yet, or end an offer now")
  private var withdrawn: Int64?

  private var terms: Price.Terms? { coins.map(Price.Terms.coins) ?? percent.map(Price.Terms.percentOff) }

  func check() throws {
    if coins != nil, percent != nil {
      throw UsageError("COINS and --percent-off can't be given together", hint: "Give one of the two.")
    }
    if percent != nil, until == nil {
      throw UsageError(
        "--percent-off needs --until", hint: "Give --until WHEN, or the new price as COINS.")
    }
    if withdrawn != nil, terms != nil || from != nil || until != nil {
      throw UsageError(
        "--withdraw can't be combined with other options", hint: "Set the new price in a separate command.")
    }
    if terms == nil, from != nil || until != nil {
      throw UsageError("the price is missing", hint: "Give COINS, or --percent-off N for an offer.")
    }
  }

  func run(in context: Context) throws -> Document {
    guard terms != nil || withdrawn != nil else { return try look(in: context) }
    // Before the transaction, in which no other is opened.
    let (said, installed) = (context.face.zone, try context.installationZone())
    let (reward, history, entry, now) = try context.change("rewards.price") { connection, change in
      // The moment is taken under the lock: no user can have redeemed later at the old price.
      let now = context.clock.now()
      let store = RewardStore(connection)
      let reward = try store.require(self.reward.reference)
      guard reward.state != .retired else { throw RewardError.wrongState(reward.name, .retired, wanted: .price) }
      let zone = try said ?? reward.zone(orOfInstallation: installed)
      let entry = try terms.map { try add($0, to: reward, store, now, zone) } ?? withdraw(from: reward, store, now)
      change.subject = entry.map { "\(reward.name): \($0.words)" } ?? "\(reward.name): as it was"
      return (reward, try store.prices(of: reward.id), entry, now)
    }
    var document = Self.document(reward, history, at: now)
    if entry == nil, !context.isDryRun { document.note("The price was like this already.") }
    return document
  }

  private func look(in context: Context) throws -> Document {
    let (reward, history) = try context.database.read { connection in
      let store = RewardStore(connection)
      let reward = try store.require(self.reward.reference)
      return (reward, try store.prices(of: reward.id))
    }
    var document = Self.document(reward, history, at: context.clock.now())
    if history.prices.isEmpty {
      document.note("It has no price yet. Set one with `qix reward price \(reward.name) COINS`.")
    }
    return document
  }

  private static func document(_ reward: Reward, _ history: PriceHistory, at now: Timestamp) -> Document {
    var document = Document(
      "reward.price/1", fields, of: (reward: reward, prices: PricePage(history: history, now: now)))
    document.primary = reward.name
    return document
  }

  /// - Returns: nil where that is the price already.
  private func add(
    _ terms: Price.Terms, to reward: Reward, _ store: RewardStore, _ now: Timestamp, _ zone: TimeZone
  ) throws -> Price? {
    let start = from?.moment(.start, .ahead, at: now, in: zone) ?? now
    guard start >= now else {
      throw Failure(
        "rewards.price-in-past", .usage, "a price can't begin at \(start), which is in the past",
        hint: "Remove --from to start now, or give a later time.")
    }
    let end = until?.moment(.end, .ahead, at: now, in: zone)
    let history = try store.prices(of: reward.id)
    // A script that runs again says what is written down already.
    let isWritten = history.prices.contains { price in
      price.terms == terms && price.until == end && price.withdrawn == nil
        && (from == nil && end != nil ? price.from <= now : price.from == start)
    }
    if isWritten, end != nil || terms == history.regular(at: start).map(Price.Terms.coins) { return nil }
    if let end {
      guard end > start else {
        throw Failure(
          "rewards.empty-offer", .usage, "the offer ends before it begins",
          hint: "Give an --until that is later than --from and later than now.")
      }
      guard let regular = history.regular(at: start) else { throw RewardError.noPrice(reward.name, at: start) }
      if case .coins(let coins) = terms, coins >= regular {
        throw Failure(
          "rewards.no-offer", .refused,
          "\(coins.counted("coin")) would not be an offer: '\(reward.name)' costs \(regular) when it begins",
          hint: "Raise the price with `qix reward price \(reward.name) COINS --from TIME`.")
      }
    } else if from == nil, terms == history.regular(at: now).map(Price.Terms.coins) {
      return nil
    }
    return try store.add(terms, to: reward.id, from: start, until: end, at: now)
  }

  private func withdraw(from reward: Reward, _ store: RewardStore, _ now: Timestamp) throws -> Price? {
    guard let withdrawn else { return nil }
    guard var price = try store.prices(of: reward.id).prices.first(where: { $0.entry == withdrawn }) else {
      throw Failure(
        "rewards.price-not-found", .notFound, "'\(reward.name)' has no price with the number \(withdrawn)",
        hint: "List its prices with `qix reward price \(reward.name)`.")
    }
    guard price.withdrawn == nil, now < price.until ?? price.from else {
      throw Failure(
        "rewards.price-in-force", .conflict,
        "price \(withdrawn) of '\(reward.name)' can't be withdrawn: it was in force, or is withdrawn already",
        hint: "Set another price with `qix reward price \(reward.name) COINS`.")
    }
    try store.withdraw(price, at: now)
    price.withdrawn = now
    return price
  }
}

extension Reward {
  /// The zone of its clock. UTC is what a reward has for which nobody needed to choose: without days of its own its
  /// clock is that of the installation.
  fileprivate func zone(orOfInstallation installed: TimeZone?) throws -> TimeZone {
    let own = try TimeZone(identifier: timeZone)
    let hasDays = start != nil || end != nil || limits.perUserAndDay != nil
    return own == .utc && !hasDays ? installed ?? own : own
  }
}
