internal import CoinsContract
internal import QixModule

/// `qix reward delete`
struct DeleteReward: Command {
  static let declaration = Declaration(
    "delete", "Delete a reward that was never published.", roles: [.operator],
    discussion: """
      Only a draft can be deleted. A reward that was published can only be retired; it stays on record. Its shelf must \
      be empty. Its prices are deleted too. The audit log keeps a record of the deletion, and the ledger keeps the \
      movements of its stock.

      Asks for the reward's name, unless --confirm or --yes is given.
      """,
    examples: [Example("qix reward delete tree --confirm tree", "for good")],
    answer: AnswerShape("reward.delete/1", fields), effect: .changes)

  private static let fields: [Field<Reward>] = [
    Field("reward", .text) { $0.name },
    Field("id", .id) { $0.id },
  ]

  private let reward = RewardNamed()
  private let confirm = ConfirmOption("The reward's name, instead of typing it when asked")

  func run(in context: Context) throws -> Document {
    let ledger = try context.service(Coins.ledger)
    let found = try context.database.read { try Self.deletable(reward.reference, ledger, in: $0) }
    try confirm.require(found.name, in: context)
    let deleted = try context.change("rewards.delete") { connection, change in
      let reward = try Self.deletable(self.reward.reference, ledger, in: connection)
      try RewardStore(connection).delete(reward)
      change.subject = "\(reward.name) \(reward.id): of \(reward.brand)"
      return reward
    }
    var document = Document("reward.delete/1", Self.fields, of: deleted)
    document.primary = deleted.name
    if !context.isDryRun { document.note("Deleted, with its prices.") }
    return document
  }

  private static func deletable(
    _ reference: String, _ ledger: any CoinLedger, in connection: Connection
  ) throws -> Reward {
    let reward = try RewardStore(connection).require(reference)
    guard reward.state == .draft else { throw RewardError.wrongState(reward.name, reward.state, wanted: .delete) }
    if let standing = try RewardStock(ledger, connection).standing(of: reward), standing.posted > 0 {
      let (name, pieces) = (reward.name, standing.posted)
      throw Failure(
        "rewards.stocked", .refused,
        "the reward '\(name)' can't be deleted: \(pieces.counted("item is", "items are")) on its shelf",
        hint: "Remove them first with `qix reward stock \(name) --remove \(pieces) --reason TEXT`.")
    }
    return reward
  }
}
