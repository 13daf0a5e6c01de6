internal import QixShake

/// `qix read text remove`
struct RemoveText: OldCommand {
  static let declaration = Declaration(
    "remove", "Take a text out of use.", roles: [.operator],
    discussion: "Whoever has begun to read it may finish. A text that a running campaign needs stays.",
    parameters: [Content.text],
    examples: [Example("qix read text remove vitamins", "nobody can begin with it any more")], effect: .changes)

  private let removal: Removal

  init(_ arguments: Arguments) throws { removal = try Removal(arguments, Content.text) }

  func run(in context: Context) throws {
    try removal.run("text", setting: "text", in: context) { name, now, connection in
      try TextStore.remove(name, at: now, in: connection)
    } fill: { text, document in
      text.addFields(to: &document)
    }
  }
}
