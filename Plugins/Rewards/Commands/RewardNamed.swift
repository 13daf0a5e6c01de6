internal import QixModule

/// The reward that a command is about.
struct RewardNamed {
  @Positional("reward", .named(RewardID.self), "Its name, or rwd_…") var reference: String
}

extension Reward {
  /// The fields that every answer about one reward begins with.
  static let head: [Field<Reward>] = [
    Field("reward", .text) { $0.name },
    Field("id", .id) { $0.id },
    Field("state", .text) { $0.state.name },
  ]
}
