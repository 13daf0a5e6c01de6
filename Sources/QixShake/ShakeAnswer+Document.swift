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
    let told = (answer: self, hasNames: hasNames(in: context))
    var document = Document(schema, ShakeFields.head, of: told)
    if told.hasNames { document.primary = "\(shake)" }
    try adding(&document)
    document.fields(ShakeFields.outcome, of: told)
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
    if let refusal { document.failure = Failure(refusal) } else if let step { document.failure = needing(step) }
    document.fields(step == nil ? ShakeFields.end : ShakeFields.endOfStep, of: self)
  }

  /// The transfer of a shake that was won.
  package var transfer: String? { if case .won(_, let transfer) = outcome { transfer } else { nil } }
  fileprivate var step: NextStep? { if case .needsMore(let step) = outcome { step } else { nil } }
}

/// The fields of what a command that shakes answers.
package enum ShakeFields {
  /// An answer, and whether its ids name something.
  package typealias Told = (answer: ShakeAnswer, hasNames: Bool)

  static let head: [Field<Told>] = [
    Field("shake", .id) { $0.hasNames ? $0.answer.shake : nil },
    Field("campaign", .id) { $0.answer.campaign },
  ]

  static let outcome: [Field<Told>] =
    [
      Field("outcome", .text) { $0.answer.outcome.name },
      Field("coins", .coins) { $0.answer.coins ?? 0 },
      Field("transfer", .id) { $0.hasNames ? $0.answer.transfer : nil },
    ] + gift

  /// A prize that isn't coins.
  package static let gift: [Field<Told>] = [
    Field(optional: "prize", .text) { $0.answer.gift?.gift },
    Field(optional: "prize_title", .text, "won") { $0.answer.gift?.title },
    Field(optional: "given", .id) { $0.hasNames ? $0.answer.gift?.given : nil },
  ]

  package static let end = end(message: "because")
  static let endOfStep = end(message: "what to do")

  private static func end(message title: String) -> [Field<ShakeAnswer>] {
    [
      Field(optional: "refusal", .text, "refused") { $0.refusal?.code },
      Field(optional: "step", .text, "next step") { $0.step?.name },
      Field(optional: "message", .text, title) { $0.refusal?.sentence ?? $0.step?.sentence },
      Field(optional: "hint", .cell(.text).orNull) { answer in answer.refusal.map { .text($0.hint) } },
      Field(optional: "until", .cell(.time).orNull) { answer in answer.step.map { .timestamp($0.until) } },
      Field("replayed", .boolean) { $0.isReplay },
      Field(optional: "fields", rows: members, title: "With") { answer in
        answer.step.flatMap { step in
          step.fields.members.isEmpty ? nil : step.fields.members.map { (key: $0.key, value: $0.value) }
        }
      },
    ]
  }

  private static let members: [Field<(key: String, value: JSONValue)>] = [
    Field("name", .text) { $0.key },
    Field("value", .text) { $0.value.string ?? $0.value.text() },
  ]
}

extension ShakeAnswer.Outcome {
  /// A stable name for programs.
  package var name: String {
    switch self {
    case .won, .wonGift: "won"
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
