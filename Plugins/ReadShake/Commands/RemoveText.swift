internal import QixShake

/// `qix read text remove`
struct RemoveText: Command {
  static let declaration = Declaration(
    "remove", "Remove a text from use.", roles: [.operator],
    discussion: "Users who have begun to read it may finish. A text used by a running campaign can't be removed.",
    examples: [Example("qix read text remove vitamins", "users can no longer begin with it")],
    answer: AnswerShape("read.text-remove/1", ReadText.fields), effect: .changes)

  private let removal = Removal("The text's name")

  func run(in context: Context) throws -> Document {
    try removal.run("text", setting: "text", in: context) { name, now, connection in
      try TextStore.remove(name, at: now, in: connection).document("read.text-remove/1")
    }
  }
}
