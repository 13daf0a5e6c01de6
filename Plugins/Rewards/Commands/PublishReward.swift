internal import QixModule

/// `qix reward publish`
struct PublishReward: Command {
  static let declaration = Declaration(
    "publish", "Let users redeem rewards, within their periods.", roles: [.operator],
    discussion: """
      Everything that a user needs is checked: the price, items on the shelf, the period, the series of vouchers or \
      the raffle, the conditions. All problems are shown at once. If there is one, nothing is published. Voucher codes \
      are not read, so the vault may be locked.

      A reward that begins later can be published now.
      """,
    examples: [
      Example("qix reward publish tree", "open to users from its start"),
      Example("qix reward publish coffee mug --dry-run", "check two, and change nothing"),
    ],
    answer: AnswerShape("reward.publish/1", "rewards", rows: fields), effect: .changes)

  @Positional("reward", .named(RewardID.self), "Names of rewards, or rwd_…", isRequired: true) private var references:
    [String]

  private static let fields: [Field<Reward>] = [
    Field("reward", .text) { $0.name },
    Field("state", .text) { $0.state.name },
    Field("start", .time) { $0.start },
    Field("end", .time) { $0.end },
  ]

  func run(in context: Context) throws -> Document {
    let check = try PublishingCheck(context)
    let now = context.clock.now()
    let rewards = try context.change("rewards.publish") { connection, change in
      let store = RewardStore(connection)
      var rewards: [Reward] = []
      var lacking: [(name: String, problems: [PublishingCheck.Problem])] = []
      for reference in references {
        var reward = try store.require(reference)
        // Named twice is published once.
        if rewards.contains(where: { $0.id == reward.id }) { continue }
        guard reward.state == .draft else { throw RewardError.wrongState(reward.name, reward.state, wanted: .publish) }
        let problems = try check.problems(of: reward, at: now, in: connection)
        if !problems.isEmpty { lacking.append((reward.name, problems)) }
        reward.state = .published
        rewards.append(reward)
      }
      guard lacking.isEmpty else { throw Self.failure(lacking) }
      for reward in rewards { try store.update(reward, at: now) }
      change.subject = rewards.map(\.name).joined(separator: " ")
      return rewards
    }
    var document = Document("reward.publish/1")
    document.primary = rewards.map(\.name).joined(separator: "\n")
    document.table("rewards", Self.fields, rows: rewards)
    return document
  }

  private static func failure(_ lacking: [(name: String, problems: [PublishingCheck.Problem])]) -> Failure {
    let names = lacking.map(\.name)
    let problems = lacking.flatMap { item in
      item.problems.map { names.count == 1 ? $0.words : "\(item.name): \($0.words)" }
    }
    return Failure(
      "rewards.not-ready", .refused,
      "\(names.count == 1 ? "the reward" : "the rewards") '\(names.joined(separator: "', '"))' can't be published yet\(RewardError.reasons(problems))",
      hint: "Nothing was published. `qix reward show NAME` shows a reward.")
  }
}
