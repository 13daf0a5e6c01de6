internal import CoinsContract
internal import PicturesContract
internal import QixDefinitions
internal import QixModule

/// `qix reward create`
struct CreateReward: Command {
  static let declaration = Declaration(
    "create", "Create a reward, as a draft that can't be redeemed yet.", roles: [.operator],
    discussion: """
      A file and the options can say the same. Everything is checked, and all faults are shown at once. A reward may \
      name a series of vouchers, a raffle or conditions that do not exist yet; they must exist before it is published. \
      If the series or the raffle is missing, a warning says so.

      A NAME given with --file replaces the name in the file.
      """,
    examples: [
      Example(
        "qix reward create tea --brand Alba --title 'A tea' --delivery goods --price 120 --stock 500",
        "500 cups, handed over at a counter"),
      Example(
        "qix reward create coffee-2eur --brand Alba --title '2.00 EUR off' --delivery voucher:coffee-2eur --price 100 "
          + "--value '2.00 EUR'", "a discount for coins, as a voucher"),
      Example("qix reward create --file data/rewards/mug.json", "from a file"),
    ],
    answer: AnswerShape("reward.create/2", fields),
    effect: .changes)

  @Positional("name", .text, "Lower-case letters, digits, '-' and '_'; cannot be changed later") private var name:
    String?
  @Option("file", .file, "The reward as JSON (docs/rewards.md)") private var path: String?
  private let options = RewardOptions()
  private let unlessThere = IfNotExistsFlag()

  func check() throws {
    if path != nil, !options.isEmpty {
      throw UsageError(
        "--file and options that describe the reward can't be given together",
        hint: "Change the file, or use options only.")
    }
    if path == nil, name == nil {
      throw UsageError("missing NAME", hint: "Give the reward's NAME, or its file with --file FILE.")
    }
  }

  func run(in context: Context) throws -> Document {
    let described = try description(context)
    return try unlessThere.answer(existing: { try existing(described.0, in: context) }) {
      try make(described, in: context)
    }
  }

  private func make(_ described: (JSONValue, FaultSource), in context: Context) throws -> Document {
    let (value, source) = described
    let (ledger, pictures) = (try context.service(Coins.ledger), try PictureLinks(context))
    let now = context.clock.now()
    var ids = IdentifierGenerator(random: context.random)
    let id: RewardID = ids.next(at: now)
    let (reward, price, pieces) = try context.change("rewards.create") { connection, change in
      let service = RewardService(ledger, pictures, connection)
      let draft = try service.checked(value, from: source)
      let made = try service.make(draft, id, at: now)
      if let pieces = made.pieces {
        try CatalogueImport(
          service, updates: false, now: now, reason: context.invocation.reason
        ).fill([(made.reward, pieces)])
      }
      change.subject = "\(made.reward.name) \(id): \(draft.price.map { $0.counted("coin") } ?? "no price")"
      return (made.reward, draft.price, made.pieces)
    }
    var document = Self.answer(reward, price, pieces, isDryRun: context.isDryRun)
    // A draft may name what is yet to be made; a name that was mistyped is found here, and not by the first user.
    let check = try PublishingCheck(context)
    if let lack = try context.database.read({ try check.problem(with: reward.delivery, at: now, in: $0) }) {
      document.warn("\(lack.sentences)")
    }
    document.next(Self.next(reward, price, pieces))
    return document
  }

  private func existing(_ value: JSONValue, in context: Context) throws -> Document? {
    guard let name = value.object?[RewardKeys.name]?.string else { return nil }
    let (ledger, now) = (try context.service(Coins.ledger), context.clock.now())
    return try context.database.read { connection in
      let store = RewardStore(connection)
      guard let reward = try store.find(name) else { return nil }
      let pieces = try RewardStock(ledger, connection).standing(of: reward)?.available
      return Self.answer(reward, try store.price(of: reward.id, at: now), pieces)
    }
  }

  private typealias Page = (reward: Reward, price: Int64?, pieces: Int64?, isReal: Bool)

  private static let fields: [Field<Page>] = [
    Field("reward", .text) { $0.reward.name },
    // A dry run's id names nothing.
    Field(optional: "id", .id) { $0.isReal ? $0.reward.id : nil },
    Field("state", .text) { $0.reward.state.name },
    Field("price", .coins) { $0.price },
    Field("delivery", .text) { $0.reward.delivery.text },
    Field("pieces", .integer) { $0.reward.stock == nil ? nil : $0.pieces ?? 0 },
  ]

  private static func answer(
    _ reward: Reward, _ price: Int64?, _ pieces: Int64?, isDryRun: Bool = false
  ) -> Document {
    var document = Document(
      "reward.create/2", fields, of: (reward: reward, price: price, pieces: pieces, isReal: !isDryRun))
    document.primary = reward.name
    return document
  }

  private static func next(_ reward: Reward, _ price: Int64?, _ pieces: Int64?) -> Sentence {
    let name = reward.name
    let steps: [Sentence?] = [
      price == nil ? "`qix reward price \(name) COINS`" : nil,
      reward.stock != nil && pieces == nil ? "`qix reward stock \(name) --add N`" : nil,
      "`qix reward publish \(name)`",
    ]
    return steps.compactMap(\.self).joined(separator: ", ")
  }

  private func description(_ context: Context) throws -> (JSONValue, FaultSource) {
    guard let path else {
      let object = options.object(name: name, zone: try context.chosenZone(), at: context.clock.now())
      return (.object(object), .options(of: "the reward", name: RewardOptions.name))
    }
    var (value, source) = try DefinitionFile.read(path, context.face)
    if let name, var object = value.object {
      object[RewardKeys.name] = .string(name)
      value = .object(object)
    }
    return (value, source)
  }
}
