internal import IdentityContract
internal import QixShake

/// `qix shake read`
struct ShakeReadCommand: Command {
  static let declaration = Declaration(
    "read", "Read a text, answer the questions about it, and submit.", roles: [.operator, .integrator],
    discussion: """
      In a terminal it shows the text, asks the questions one by one, and submits. Each answer is stored at once and \
      can't be changed. Ctrl-C stops; the same command continues later.

      In a script, --answers names a file: a JSON object of question keys and answers, or CSV with the columns \
      question and answer. `qix read questions show` shows the keys. Without a terminal, --answers is required.
      """,
    examples: [
      Example(
        "echo '{\"q1\": \"Three\"}' | qix shake read --user shop-4711 --campaign reading --answers -",
        "in a script, with the answers on standard input"),
      Example("qix shake read --user shop-4711 --campaign reading", "in a terminal"),
      Example("qix shake read --user shop-4711 --campaign reading --answers answers.json --json", "from a file"),
    ],
    answer: .shake("shake.read/2") | AnswerShape("shake.read-begin/1", fields),
    effect: .changes)

  private static let fields: [Field<(campaign: CampaignID, step: NextStep)>] = [
    Field("campaign", .id) { $0.campaign },
    Field("words", .integer) { $0.step.fields["words"]?.integer },
    Field("seconds", .seconds, "minimum seconds") { $0.step.fields["seconds"]?.integer },
    Field("open", .count, "open questions") { $0.step.fields["open"]?.array?.count ?? 0 },
  ]

  private let shake = ShakeOptions<String>("Who reads")
  @Option("answers", .file, "Answers in JSON or CSV, instead of asking")
  private var answers: String?
  private let key = ShakeKey("Hand in")

  func run(in context: Context) throws -> Document {
    let face = context.face
    if answers == nil, !context.isDryRun {
      guard face.screen != nil else {
        throw UsageError(
          "questions can't be asked with --json, --tsv, --csv or --quiet", hint: "Give --answers FILE.")
      }
      guard try context.terminal.hasPerson else {
        throw UsageError("there is no terminal to ask questions on", hint: "Give --answers FILE.")
      }
    }
    let file = try answers.map { try AnswersFile($0, in: context) }
    let session = ReadDialogue(
      user: try context.user(shake.user), campaign: shake.campaign, key: key.text, context: context)
    if context.isDryRun { return try beginning(of: session) }
    do {
      return try document(file.map { try session.answer(from: $0) } ?? session.converse(), in: context)
    } catch let error as Interrupted {
      face.note(
        "Your answers are kept. Continue with `qix shake read --user \(shake.user) --campaign \(shake.campaign)`.")
      throw error
    }
  }

  private func beginning(of session: ReadDialogue) throws -> Document {
    let answer = try session.run("open")
    guard case .needsMore(let step) = answer.outcome else { return try document(answer, in: session.context) }
    return Document("shake.read-begin/1", Self.fields, of: (campaign: answer.campaign, step: step))
  }

  private func document(_ answer: ShakeAnswer, in context: Context) throws -> Document {
    try answer.document(
      "shake.read/2", user: shake.user, in: context, needing: { _ in ReadShakeError.unknownStep.failure })
  }
}
