internal import QixShake

/// `qix read text remove`
struct RemoveText: Command {
  static let declaration = Declaration(
    "remove", "Take a text out of use.", roles: [.operator],
    discussion: "Whoever has begun to read it may finish. A text that a running campaign needs stays.",
    examples: [Example("qix read text remove vitamins", "nobody can begin with it any more")],
    answer: """
      read.text-remove/1: text text, edition integer?, title text?, words integer, seconds seconds, added time
      """, effect: .changes)

  private let removal = Removal("The text's name")

  func run(in context: Context) throws -> Document {
    try removal.run("text", setting: "text", in: context) { name, now, connection in
      try TextStore.remove(name, at: now, in: connection).document("read.text-remove/1")
    }
  }
}
