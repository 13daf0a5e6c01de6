internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix reward stock`
struct StockReward: OldCommand {
  private static let add = OldOption(
    "add", .integer(in: 1...StockPlan.most), placeholder: "N", "Put so many pieces on the shelf")
  private static let remove = OldOption(
    "remove", .integer(in: 1...StockPlan.most), placeholder: "N", "Take so many away; needs --reason")
  private static let count = OldOption(
    "count", .integer(in: 0...StockPlan.most), placeholder: "N",
    "So many lie there: book what differs; needs --reason")
  private static let unlimited = OldFlag("unlimited", "Count pieces no more: there are as many as are wanted")
  private static let counted = OldFlag("counted", "Count pieces from now on")
  private static let key = OldOption(
    "idempotency-key", .text, placeholder: "KEY", "Do it once: the same key again gives the first result")

  static let declaration = Declaration(
    "stock", "Put pieces on a reward's shelf, take them away, count them, or look.", roles: [.operator],
    discussion: """
      Pieces are in the ledger, as coins are: nobody can get one that isn't there. What is held for users lies on the \
      shelf until it is handed over, so it is counted with the rest when somebody counts, and can't be taken away.

      Without an option it shows what there is, and the latest changes.
      """,
    parameters: [RewardNamed.reward, add, remove, count, unlimited, counted, key],
    examples: [
      Example("qix reward stock mug --add 200 --idempotency-key delivery-77", "200 more, once"),
      Example("qix reward stock mug --remove 3 --reason 'broken in transport'", "three fewer"),
      Example("qix reward stock mug --count 194 --reason 'stocktake of June'", "what differs is booked"),
    ], effect: .changes)

  private let reference: String
  private let request: StockDesk.Request?
  /// Whether pieces are counted from now on.
  private let counting: Bool?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(RewardNamed.reward)
    reason = arguments.reason
    isDryRun = arguments.isDryRun
    let asked: [(kind: StockChange.Kind, pieces: Int64)] = [
      (.added, arguments[Self.add]), (.removed, arguments[Self.remove]), (.counted, arguments[Self.count]),
    ].compactMap { kind, pieces in pieces.map { (kind, $0) } }
    let flags = [arguments[Self.unlimited], arguments[Self.counted]].count { $0 }
    guard asked.count + flags <= 1 else {
      throw UsageError(
        "only one of --add, --remove, --count, --unlimited and --counted can be given",
        hint: "Give them one after another, in commands of their own.")
    }
    counting = arguments[Self.counted] ? true : arguments[Self.unlimited] ? false : nil
    let key = arguments[Self.key]
    guard let change = asked.first else {
      guard key == nil else {
        throw UsageError("--idempotency-key goes with --add, --remove or --count", hint: "Leave it out.")
      }
      request = nil
      return
    }
    if let key, !(1...200).contains(key.unicodeScalars.count) || key.unicodeScalars.contains(where: Self.isControl) {
      throw RewardError.malformedKey
    }
    if change.kind != .added, reason == nil { throw RewardError.noReason }
    request = StockDesk.Request(kind: change.kind, pieces: change.pieces, key: key, reason: reason)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  func run(in context: Context) throws {
    if let request { return try change(request, in: context) }
    if let counting { return try count(counting, in: context) }
    let ledger = try context.service(Coins.ledger)
    let (reward, standing, changes) = try context.database.read { connection in
      let store = RewardStore(connection)
      let reward = try store.require(reference)
      return (
        reward, try Shelf(ledger, connection).standing(of: reward), try store.stockChanges(of: reward.id, limit: 20)
      )
    }
    var document = RewardNamed.document("reward.stock/1", reward)
    StockPage.fields(of: standing, into: &document)
    StockPage.table(of: changes, into: &document)
    try context.terminal.emit(document)
  }

  private func change(_ request: StockDesk.Request, in context: Context) throws {
    let ledger = try context.service(Coins.ledger)
    // All transfers are read for it, so before the lock is taken.
    let fundings = try context.database.read { connection -> StockDesk.Fundings in
      let reward = try RewardStore(connection).require(reference)
      guard request.kind != .added, let asset = reward.stock else { return [] }
      return try ledger.fundings(of: reward.shelf, asset: asset, in: connection)
    }
    let (reward, result, standing) = try context.database.write(
      Change("rewards.stock", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let reward = try RewardStore(connection).require(reference)
      let desk = StockDesk(ledger: ledger, connection: connection, now: context.clock.now())
      let result = try desk.change(request, reward, fundings)
      let sign = result.change.difference > 0 ? "+" : ""
      change.subject =
        "\(reward.name): \(request.kind.name) \(request.pieces), \(sign)\(result.change.difference) pieces"
      return (reward, result, try Shelf(ledger, connection).standing(of: reward))
    }
    var document = RewardNamed.document("reward.stock/1", reward)
    document.field("change", request.kind.name, .integer(result.change.pieces))
    document.field("difference", "difference", .integer(result.change.difference))
    StockPage.fields(of: standing, into: &document)
    document.field("replayed", "replayed", .boolean(result.isReplay))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if result.isReplay {
      context.terminal.note("The key was used before: this is the result of that time, and nothing moved now.")
    } else if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else if result.change.difference == 0 {
      context.terminal.note("As many lie there as were thought to: nothing moved.")
    } else if reward.state == .draft {
      context.terminal.note("Next: `qix reward publish \(reward.name)`.")
    }
  }

  /// Begins to count pieces, or ends it.
  private func count(_ counting: Bool, in context: Context) throws {
    let ledger = try context.service(Coins.ledger)
    let (reward, isNew) = try context.database.write(
      Change("rewards.stock", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let store = RewardStore(connection)
      var reward = try store.require(reference)
      guard reward.state != .retired else {
        throw RewardError.wrongState(reward.name, .retired, wanted: .countStock)
      }
      let isNew = (reward.stock != nil) != counting
      let shelf = Shelf(ledger, connection)
      if isNew, !counting, let standing = try shelf.standing(of: reward), standing.posted > 0 {
        throw RewardError.stillCounted(reward.name, standing)
      }
      reward.stock = counting ? try shelf.open(for: reward) : nil
      change.subject = "\(reward.name): \(counting ? "counted" : "unlimited")"
      if isNew { try store.update(reward, at: context.clock.now()) }
      return (reward, isNew)
    }
    var document = RewardNamed.document("reward.stock/1", reward)
    document.field("counted", "pieces are counted", .boolean(counting))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else if !isNew {
      context.terminal.note("That is how it was already.")
    } else if counting {
      context.terminal.note("None are there yet: `qix reward stock \(reward.name) --add N`.")
    }
  }
}
