internal import QixFormats
internal import QixKernel
internal import QixShake
internal import QixTerminal

/// How the answer to a shake is shown.
struct ShakeAnswerOutput {
  private let answer: ShakeAnswer
  private let isDryRun: Bool

  init(_ answer: ShakeAnswer, isDryRun: Bool) { (self.answer, self.isDryRun) = (answer, isDryRun) }

  /// - Throws: `ShakeRefused` for one that was refused, behind the answer.
  func emit(to terminal: Terminal) throws {
    var document = Document("shake.answer/1")
    // A dry run's ids name nothing, so a script must not get hold of them.
    let names = !isDryRun || answer.isReplay
    if names {
      document.primary = "\(answer.shake)"
      document.field("shake", "shake", .identifier("\(answer.shake)"))
    }
    document.field("campaign", "campaign", .identifier("\(answer.campaign)"))
    document.field("type", "type", .text(answer.type))
    document.field("outcome", "outcome", .text(answer.outcome.name))
    var refusal: Refusal?
    switch answer.outcome {
    case .won(let coins, let transfer):
      document.field("coins", "coins", .coins(coins))
      if names { document.field("transfer", "transfer", .identifier(transfer)) }
    case .nothing, .waits: break
    case .refused(let found):
      refusal = found
      document.field("refusal", "refused", .text(found.code))
      document.field("message", "because", .text(found.sentence))
      document.field("hint", "hint", found.hint.map(Cell.text) ?? .missing)
    case .needsMore(let step):
      document.field("step", "next step", .text(step.name))
      document.field("message", "what to do", .text(step.sentence))
      document.field("until", "until", step.until.map(Cell.timestamp) ?? .missing)
      if !step.fields.members.isEmpty {
        document.table(
          "fields", title: "With", columns: [Column("name", "NAME"), Column("value", "VALUE")],
          rows: step.fields.members.map { [.text($0.key), .text($0.value.string ?? $0.value.text())] })
      }
    }
    if case .waits(let notice) = answer.outcome {
      document.field("waits", "waits", .text(notice.code))
      document.field("message", "because", .text(notice.sentence))
    }
    document.field("replayed", "replayed", .boolean(answer.isReplay))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try terminal.emit(document)
    if answer.isReplay {
      terminal.note("The key was used before: this is the answer of that time, and nothing moved now.")
    } else if isDryRun {
      terminal.note("Nothing was changed.")
    } else if case .needsMore = answer.outcome {
      terminal.note("Next: `qix shake send` for the same user and campaign, with what the step asks for.")
    } else {
      terminal.note("Next: `qix shake explain \(answer.shake)`.")
    }
    if let refusal { throw ShakeRefused(refusal: refusal) }
  }
}

extension ShakeAnswer.Outcome {
  /// A stable name for programs.
  var name: String {
    switch self {
    case .won: "won"
    case .nothing: "nothing"
    case .refused: "refused"
    case .needsMore: "needs-more"
    case .waits: "waits"
    }
  }
}

/// A shake was refused: the answer of the program to whoever only looks at the exit code.
struct ShakeRefused: Diagnosable, Equatable {
  let refusal: Refusal
  var category: ErrorCategory { .refused }
  var code: String { refusal.code }
  var description: String { refusal.sentence }
  var hint: String? { refusal.hint }
}
