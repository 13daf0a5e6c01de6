internal import QixModule

/// The reward that a command is about.
struct RewardNamed {
  @Positional("reward", .named(RewardID.self), "Its name, or rwd_…") var reference: String
}

extension Reward {
  /// The fields that every answer about one reward begins with.
  func document(_ schema: String) -> Document {
    var document = Document(schema)
    document.primary = name
    document.field("reward", .text(name))
    document.field("id", .identifier(id))
    document.field("state", .text(state.name))
    return document
  }
}
