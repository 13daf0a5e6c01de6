extension Context {
  /// Shakes as the command was asked to: for the reason that was given, and taken back after a dry run.
  /// - Throws: what `ShakeRunner.run` throws.
  package func shake(_ request: ShakeRequest) throws -> ShakeAnswer {
    try service(Shakes.runner).run(asked(request), reason: invocation.reason, isDryRun: isDryRun)
  }

  /// Hands in a shake, where shakes of many are committed together.
  /// - Returns: false where it has to be run by `shake`: for one, what is taken back or has a reason of its own.
  package func submit(
    _ request: ShakeRequest, completion: @escaping @Sendable (Result<ShakeAnswer, any Error>) -> Void
  ) throws -> Bool {
    guard invocation.reason == nil, !isDryRun else { return false }
    return try service(Shakes.runner).submit(asked(request), completion: completion)
  }

  private func asked(_ request: ShakeRequest) -> ShakeRequest {
    var request = request
    request.isByCustomer = principal.isCustomer
    request.isByProgram = principal.role == .integrator
    request.asker = request.isByProgram ? principal.name : nil
    return request
  }
}

extension ShakeAnswer {
  /// Whether its ids name something: those of a dry run are gone with it, and no script may get hold of them.
  package func hasNames(in context: Context) -> Bool { !context.isDryRun || isReplay }

  /// The answer of a command that shakes: the shake's ids, its outcome, and the next step. A shake that was refused, or
  /// isn't decided yet, is an answer too, with the words of `qix shake send`; an error of its code comes after it.
  /// - Parameters:
  ///   - user: as the command line names them.
  ///   - needing: the error for a shake that isn't decided yet, of a type that has steps.
  ///   - next: what can be done next; the user's wallet where it is nil.
  ///   - adding: adds what the type knows besides.
  /// - Throws: what `adding` throws.
  package func document(
    _ schema: String, user: String, in context: Context, needing: (NextStep) -> Failure = Failure.unfinished,
    next: Sentence? = nil,
    adding: (inout Document) throws -> Void = { _ in }
  ) throws -> Document {
    var (coins, posted): (Int64, String?) = (0, nil)
    if case .won(let won, let transfer) = outcome { (coins, posted) = (won, transfer) }
    let names = hasNames(in: context)
    var document = Document(schema)
    if names { document.primary = "\(shake)" }
    document.field("shake", names ? .identifier(shake) : .missing)
    document.field("campaign", .identifier(campaign))
    try adding(&document)
    document.field("outcome", .text(outcome.name))
    document.field("coins", .coins(coins))
    document.field("transfer", names ? posted.map(Cell.identifier) ?? .missing : .missing)
    addEnd(to: &document, needing)
    if isReplay {
      document.note("The key was used before. This is the earlier answer; nothing moved now.")
    } else if document.failure == nil {
      document.next(next ?? "`qix wallet show \(user)`")
    }
    return document
  }

  /// Says why it doesn't count, or doesn't yet, has the error come after it, and says whether it was the first time.
  package func addEnd(to document: inout Document, _ needing: (NextStep) -> Failure?) {
    switch outcome {
    case .won, .nothing, .waits: break
    case .refused(let refusal):
      document.field("refusal", "refused", .text(refusal.code))
      document.field("message", "because", .text(refusal.sentence))
      document.field("hint", .text(refusal.hint))
      document.failure = Failure(refusal)
    case .needsMore(let step):
      document.field("step", "next step", .text(step.name))
      document.field("message", "what to do", .text(step.sentence))
      document.field("until", .timestamp(step.until))
      document.failure = needing(step)
    }
    document.field("replayed", .boolean(isReplay))
    guard case .needsMore(let step) = outcome, !step.fields.members.isEmpty else { return }
    document.table(
      "fields", title: "With",
      [RowField("name") { .text($0.key) }, RowField("value") { .text($0.value.string ?? $0.value.text()) }],
      rows: step.fields.members.map { (key: $0.key, value: $0.value) })
  }
}

extension ShakeAnswer.Outcome {
  /// A stable name for programs.
  package var name: String {
    switch self {
    case .won: "won"
    case .nothing: "nothing"
    case .refused: "refused"
    case .needsMore: "needs-more"
    case .waits: "waits"
    }
  }
}

extension Failure {
  /// A type whose command shakes once asks for another step.
  package static func unfinished(_ step: NextStep) -> Failure {
    Failure("shakes.\(step.name)", .refused, step.sentence, hint: "Continue with `qix shake send`.")
  }
}
