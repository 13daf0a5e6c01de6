internal import CoinsContract
internal import QixModule

/// `qix reward stock`
struct StockReward: Command {
  static let declaration = Declaration(
    "stock", "Add, remove, count or show the items on a reward's shelf.", roles: [.operator],
    discussion: """
      Items are in the ledger, as coins are: users can't get more than there are. Held items stay on the shelf until \
      they are handed over. Count them with the rest; they can't be removed.

      Without an option it shows the stock and the latest changes.
      """,
    examples: [
      Example("qix reward stock mug --add 200 --idempotency-key delivery-77", "200 more, once"),
      Example("qix reward stock mug --remove 3 --reason 'broken in transport'", "three fewer"),
      Example("qix reward stock mug --count 194 --reason 'stocktake of June'", "books the difference"),
    ],
    answer: AnswerShape("reward.stock/1", Page.fields(), last: ["change", "difference", "replayed"]), effect: .changes)

  private struct Page {
    let reward: Reward
    var isCounted: Bool?
    var result: (change: StockChange, isReplay: Bool)?
    var stock: StockPage?
    var changes: [StockChange]?

    /// - Parameter change: the title of how many pieces were added, removed or counted.
    static func fields(_ change: String? = nil) -> [Field<Page>] {
      Reward.head.of { $0.reward }
        + [
          Field(optional: "counted", .boolean, "items are counted") { $0.isCounted },
          Field(optional: "change", .integer, change) { $0.result?.change.pieces },
          Field(optional: "difference", .integer) { $0.result?.change.difference },
          Field(optional: "replayed", .boolean) { $0.result?.isReplay },
          Field(optional: "stock", object: StockPage.fields, title: "Stock") { $0.stock },
          Field(optional: "changes", rows: StockPage.changes, title: "Changes by hand") { $0.changes },
        ]
    }

    var document: Document {
      var document = Document("reward.stock/1", Self.fields(result?.change.kind.name), of: self)
      document.primary = reward.name
      return document
    }
  }

  private let reward = RewardNamed()
  @Option("add", .integer(in: 1...StockPlan.most), placeholder: "N", "Add this many items")
  private var added: Int64?
  @Option("remove", .integer(in: 1...StockPlan.most), placeholder: "N", "Remove this many items; needs --reason")
  private var removed: Int64?
  @Option(
    "count", .integer(in: 0...StockPlan.most), placeholder: "N",
    "Items counted on the shelf: books the difference; needs --reason")
  private var counted: Int64?
  @Flag("unlimited", "Stop counting items: stock is unlimited") private var endsCounting: Bool
  @Flag("counted", "Count items from now on") private var beginsCounting: Bool
  @Option(
    "idempotency-key", .key, "Run only once: the same key again returns the first result")
  private var key: String?

  private var asked: [(kind: StockChange.Kind, pieces: Int64)] {
    [(.added, added), (.removed, removed), (.counted, counted)].compactMap { kind, pieces in pieces.map { (kind, $0) } }
  }

  func check() throws {
    guard asked.count + [endsCounting, beginsCounting].count(where: \.self) <= 1 else {
      throw UsageError(
        "only one of --add, --remove, --count, --unlimited and --counted can be given",
        hint: "Give each in a separate command.")
    }
    guard let key else { return }
    guard !asked.isEmpty else {
      throw UsageError("--idempotency-key works only with --add, --remove or --count", hint: "Remove it.")
    }
    try RedemptionService.check(key: key)
  }

  func run(in context: Context) throws -> Document {
    if let (kind, pieces) = asked.first {
      let reason = kind == .added ? context.invocation.reason : context.invocation.neededReason
      if kind != .added, reason == nil {
        throw Failure(
          "rewards.reason-needed", .usage, "--remove and --count need --reason",
          hint: "Give --reason TEXT, such as --reason 'broken in transport'.")
      }
      return try change(StockService.Request(kind: kind, pieces: pieces, key: key, reason: reason), in: context)
    }
    if beginsCounting || endsCounting { return try count(beginsCounting, in: context) }
    let ledger = try context.service(Coins.ledger)
    let (reward, standing, changes) = try context.database.read { connection in
      let store = RewardStore(connection)
      let reward = try store.require(self.reward.reference)
      return (
        reward, try RewardStock(ledger, connection).standing(of: reward),
        try store.stockChanges(of: reward.id, limit: 20)
      )
    }
    return Page(reward: reward, stock: StockPage(standing: standing), changes: changes).document
  }

  private func change(_ request: StockService.Request, in context: Context) throws -> Document {
    let ledger = try context.service(Coins.ledger)
    // All transfers are read for it, so before the lock is taken.
    let fundings = try context.database.read { connection -> StockService.Fundings in
      let reward = try RewardStore(connection).require(self.reward.reference)
      guard request.kind != .added, let asset = reward.stock else { return [] }
      return try ledger.fundings(of: reward.shelf, asset: asset, in: connection)
    }
    let (reward, result, standing, twin) = try context.change("rewards.stock") { connection, change in
      let reward = try RewardStore(connection).require(self.reward.reference)
      let service = StockService(ledger: ledger, connection: connection, now: context.clock.now())
      let result = try service.change(request, reward, fundings)
      let sign = result.change.difference > 0 ? "+" : ""
      change.subject =
        "\(reward.name): \(request.kind.name) \(request.pieces), \(sign)\(result.change.difference) items"
      let isLookedFor = !result.isReplay && request.kind != .counted && context.looksForTwin(key: request.key)
      let twin = try isLookedFor ? self.twin(of: result.change, RewardStore(connection)) : nil
      return (reward, result, try RewardStock(ledger, connection).standing(of: reward), twin)
    }
    var document = Page(reward: reward, result: result, stock: StockPage(standing: standing)).document
    if result.isReplay {
      document.note("The key was used before. This is the first result; nothing moved now.")
    } else if result.change.difference == 0 {
      if !context.isDryRun { document.note("The count matches the books. Nothing moved.") }
    } else if reward.state == .draft {
      document.next("`qix reward publish \(reward.name)`")
    }
    let back = request.kind == .added ? "remove" : "add"
    document.warn(
      of: twin, undo: "take it back: `qix reward stock \(reward.name) --\(back) \(request.pieces) --reason TEXT`",
      in: context)
    return document
  }

  /// The change right before, where it says the same.
  private func twin(of change: StockChange, _ store: RewardStore) throws -> Twin? {
    guard let earlier = try store.stockChanges(of: change.reward, limit: 2).first(where: { $0.number < change.number }),
      earlier.kind == change.kind, earlier.pieces == change.pieces
    else { return nil }
    return Twin("\(change.kind.name) \(change.pieces.counted("item"))", at: earlier.at, now: change.at)
  }

  /// Begins to count pieces, or ends it.
  private func count(_ counting: Bool, in context: Context) throws -> Document {
    let ledger = try context.service(Coins.ledger)
    let (reward, isNew) = try context.change("rewards.stock") { connection, change in
      let store = RewardStore(connection)
      var reward = try store.require(self.reward.reference)
      guard reward.state != .retired else {
        throw RewardError.wrongState(reward.name, .retired, wanted: .countStock)
      }
      let isNew = (reward.stock != nil) != counting
      let shelf = RewardStock(ledger, connection)
      if isNew, !counting, let standing = try shelf.standing(of: reward), standing.posted > 0 {
        throw Failure(
          "rewards.still-counted", .refused, "\(standing.words(of: reward.name)), so they stay counted",
          hint: standing.held > 0
            ? "Confirm or cancel the held redemptions first."
            : "Remove them first with `qix reward stock \(reward.name) --remove \(standing.posted) --reason TEXT`.")
      }
      reward.stock = counting ? try shelf.open(for: reward) : nil
      change.subject = "\(reward.name): \(counting ? "counted" : "unlimited")"
      if isNew { try store.update(reward, at: context.clock.now()) }
      return (reward, isNew)
    }
    var document = Page(reward: reward, isCounted: counting).document
    if context.isDryRun { return document }
    if !isNew {
      document.note("The setting was like this already.")
    } else if counting {
      document.note("The shelf is empty. Add items with `qix reward stock \(reward.name) --add N`.")
    }
    return document
  }
}
