internal import QixCalendar
internal import QixDefinitions
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix reward price`
struct PriceReward: OldCommand {
  private static let coins = OldPositional<Int64>(
    "coins", .integer(in: 1...Price.most), "What one costs", isRequired: false)
  private static let from = OldOption(
    "from", .text, placeholder: "WHEN", "From this day or moment on; now, where it isn't given")
  private static let until = OldOption(
    "until", .text, placeholder: "WHEN", "An offer, which ends by itself; of a day, its end")
  private static let percentOff = OldOption<Int64>(
    "percent-off", .integer(in: 1...99), placeholder: "N",
    "In place of COINS: so much less than the price in force, in whole coins, rounded up; needs --until")
  private static let withdraw = OldOption<Int64>(
    "withdraw", .integer(in: 1...Int64.max), placeholder: "NUMBER",
    "Take a price back that isn't in force yet, or end an offer now")

  static let declaration = Declaration(
    "price", "Give a reward a price, now or later, or an offer; or look.", roles: [.operator],
    discussion: """
      A price holds until the next one. An offer ends by itself; while several run, users pay the lowest, and they don't \
      add up. What users have redeemed stays as they paid it: nothing here reaches into the past.

      Without a price it shows all that the reward cost, costs and will cost.
      """,
    parameters: [RewardNamed.reward, coins, from, until, percentOff, withdraw],
    examples: [
      Example("qix reward price coffee 150 --from 2027-07-01", "from the first of July on"),
      Example("qix reward price coffee --percent-off 20 --until 2027-06-30", "a fifth less, to the end of June"),
      Example("qix reward price coffee 90 --from 2027-06-04T18:00 --until 2027-06-04T20:00", "a happy hour"),
    ], effect: .changes)

  private let reference: String
  private let terms: Price.Terms?
  private let from: String?
  private let until: String?
  private let withdrawn: Int64?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(RewardNamed.reward)
    let (coins, percent) = (arguments[Self.coins], arguments[Self.percentOff])
    from = arguments[Self.from]
    until = arguments[Self.until]
    withdrawn = arguments[Self.withdraw]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
    if coins != nil, percent != nil {
      throw UsageError("COINS and --percent-off can't be given together", hint: "Say it one way or the other.")
    }
    if percent != nil, until == nil {
      throw UsageError(
        "--percent-off is an offer, which has an end", hint: "Give --until WHEN, or the new price as COINS.")
    }
    terms = coins.map(Price.Terms.coins) ?? percent.map(Price.Terms.percentOff)
    if withdrawn != nil, terms != nil || from != nil || until != nil {
      throw UsageError("--withdraw goes alone", hint: "Give the new price in a command of its own.")
    }
    if terms == nil, from != nil || until != nil {
      throw UsageError("it doesn't say what the price is", hint: "Give COINS, or --percent-off N for an offer.")
    }
  }

  func run(in context: Context) throws {
    guard terms != nil || withdrawn != nil else { return try look(in: context) }
    let (reward, history, entry, now) = try context.database.write(
      Change("rewards.price", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      // The moment is taken under the lock: nobody can have redeemed later than it at the price before.
      let now = context.clock.now()
      let store = RewardStore(connection)
      let reward = try store.require(reference)
      guard reward.state != .retired else { throw RewardError.wrongState(reward.name, .retired, wanted: .price) }
      let entry =
        try terms.map { try add($0, to: reward, store, now) } ?? withdraw(from: reward, store, now)
      change.subject = entry.map { "\(reward.name): \($0.words)" } ?? "\(reward.name): as it was"
      return (reward, try store.prices(of: reward.id), entry, now)
    }
    try answer(reward, history, entry, now, context.terminal)
  }

  /// - Returns: nil where that is the price already.
  private func add(_ terms: Price.Terms, to reward: Reward, _ store: RewardStore, _ now: Timestamp) throws -> Price? {
    let zone = try TimeZone(identifier: reward.timeZone)
    let start = try moment(from, "--from", in: zone, isEnd: false) ?? now
    guard start >= now else { throw RewardError.priceInPast(start) }
    let end = try moment(until, "--until", in: zone, isEnd: true)
    let history = try store.prices(of: reward.id)
    // A script that runs again says what is written down already.
    let isWritten = history.prices.contains { price in
      price.terms == terms && price.until == end && price.withdrawn == nil
        && (from == nil && end != nil ? price.from <= now : price.from == start)
    }
    if isWritten, end != nil || terms == history.regular(at: start).map(Price.Terms.coins) { return nil }
    if let end {
      guard end > start else { throw RewardError.emptyOffer }
      guard let regular = history.regular(at: start) else { throw RewardError.noPrice(reward.name, at: start) }
      if case .coins(let coins) = terms, coins >= regular {
        throw RewardError.noOffer(reward.name, coins: coins, regular: regular)
      }
    } else if from == nil, terms == history.regular(at: now).map(Price.Terms.coins) {
      return nil
    }
    return try store.add(terms, to: reward.id, from: start, until: end, at: now)
  }

  private func withdraw(from reward: Reward, _ store: RewardStore, _ now: Timestamp) throws -> Price? {
    guard let withdrawn else { return nil }
    guard var price = try store.prices(of: reward.id).prices.first(where: { $0.entry == withdrawn }) else {
      throw RewardError.noPriceEntry(withdrawn, of: reward.name)
    }
    guard price.withdrawn == nil, now < price.until ?? price.from else {
      throw RewardError.priceInForce(withdrawn, of: reward.name)
    }
    try store.withdraw(price, at: now)
    price.withdrawn = now
    return price
  }

  private func moment(_ text: String?, _ option: String, in zone: TimeZone, isEnd: Bool) throws -> Timestamp? {
    guard let text else { return nil }
    guard let time = WallTime.read(text, in: zone, isEnd: isEnd) else {
      throw RewardError.malformedTime(option: option, text)
    }
    return time
  }

  private func look(in context: Context) throws {
    let (reward, history) = try context.database.read { connection in
      let store = RewardStore(connection)
      let reward = try store.require(reference)
      return (reward, try store.prices(of: reward.id))
    }
    let now = context.clock.now()
    var document = RewardNamed.document("reward.price/1", reward)
    PricePage.fields(of: history, at: now, into: &document)
    PricePage.table(of: history, at: now, into: &document)
    try context.terminal.emit(document)
    if history.prices.isEmpty {
      context.terminal.note("It has no price yet: `qix reward price \(reward.name) COINS` gives it one.")
    }
  }

  private func answer(
    _ reward: Reward, _ history: PriceHistory, _ entry: Price?, _ now: Timestamp, _ terminal: Terminal
  ) throws {
    var document = RewardNamed.document("reward.price/1", reward)
    PricePage.fields(of: history, at: now, into: &document)
    PricePage.table(of: history, at: now, into: &document)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try terminal.emit(document)
    if isDryRun {
      terminal.note("Nothing was changed.")
    } else if entry == nil {
      terminal.note("That is so already.")
    }
  }
}
