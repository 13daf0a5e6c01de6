internal import QixKernel
internal import QixTerminal

/// What the commands for one reward have in common.
enum RewardNamed {
  static let reward = OldPositional("reward", .text, "Its name, or rwd_…")

  /// The fields that every answer about one reward begins with.
  static func document(_ schema: String, _ reward: Reward) -> Document {
    var document = Document(schema)
    document.primary = reward.name
    document.field("reward", "reward", .text(reward.name))
    document.field("id", "id", .identifier("\(reward.id)"))
    document.field("state", "state", .text(reward.state.name))
    return document
  }
}
