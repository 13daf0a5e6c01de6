internal import QixBatch
internal import QixShake

/// The answers to a batch's lines: counted, and written to the file that was asked for once they are durable.
struct ShakeAnswers {
  private(set) var won: Int64 = 0
  private(set) var nothing: Int64 = 0
  private(set) var refused: Int64 = 0
  private(set) var needMore: Int64 = 0
  private(set) var waiting: Int64 = 0
  private(set) var replayed: Int64 = 0
  private(set) var coins: Int64 = 0
  /// The lines that are no attempts.
  private(set) var faults = FirstFaults()

  private let files: AnswerFiles
  private let isDryRun: Bool
  /// Makes the sentence that may be told of a line's fault.
  private let sentence: (any Diagnosable) -> String

  /// - Parameter sentence: makes the sentence that may be told of a line's fault.
  init(_ files: AnswerFiles, isDryRun: Bool, sentence: @escaping (any Diagnosable) -> String) {
    self.files = files
    self.isDryRun = isDryRun
    self.sentence = sentence
  }

  /// Where answers go to standard output they are all that goes there.
  var takesStandardOutput: Bool { files.takesStandardOutput }

  var areWritten: Bool { files.hasResults }

  /// Gives the file its name, whatever came of the batch.
  func finish(hasFailed: Bool) throws { try files.finish(hasFailed: hasFailed) }

  /// Counts an answer and writes its line; a shake that was done before counts as that alone.
  mutating func note(_ answer: ShakeAnswer, _ name: LineName, key: String?) {
    switch answer.outcome {
    case _ where answer.isReplay: replayed += 1
    case .won(let won, _):
      self.won += 1
      coins += won
    case .wonGift: won += 1
    case .nothing: nothing += 1
    case .refused: refused += 1
    case .needsMore: needMore += 1
    case .waits: waiting += 1
    }
    // A dry run's ids name nothing.
    let areNamed = !isDryRun || answer.isReplay
    files.answer(name) { writer in
      if let key { writer.member("key", key) }
      if areNamed { writer.member("shake", "\(answer.shake)") }
      writer.member("outcome", answer.outcome.name)
      switch answer.outcome {
      case .won(let coins, let transfer):
        writer.key("coins")
        writer.integer(coins)
        if areNamed { writer.member("transfer", transfer) }
      case .wonGift(let gift):
        writer.member("prize", gift.gift)
        if areNamed, let given = gift.given { writer.member("given", given) }
      case .nothing: break
      case .refused(let refusal):
        writer.member("code", refusal.code)
        writer.member("message", refusal.sentence.description)
      case .needsMore(let step):
        writer.member("step", step.name)
        writer.key("fields")
        writer.value(.object(step.fields))
      case .waits(let notice):
        writer.member("code", notice.code)
        writer.member("message", notice.sentence.description)
      }
      writer.member("replayed", answer.isReplay)
      if isDryRun { writer.member("dry_run", true) }
    }
  }

  /// A line that was not done.
  mutating func note(_ fault: LineFault, _ name: LineName) {
    faults.add(fault)
    let message = sentence(fault.cause)
    files.answer(name) { writer in
      writer.member("outcome", "error")
      writer.member("code", fault.code)
      writer.member("message", message)
    }
  }

  /// - Throws: `AnswersLost`, `OutputError`.
  func flush() throws { try files.write() }
}
