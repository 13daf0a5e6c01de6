internal import QixBatch
internal import QixFormats
internal import QixKernel
internal import QixShake
internal import QixTerminal

/// The answers to a batch's lines: counted, and written to the file that was asked for once they are durable.
struct ShakeAnswers {
  private(set) var won: Int64 = 0
  private(set) var nothing: Int64 = 0
  private(set) var refused: Int64 = 0
  private(set) var needMore: Int64 = 0
  private(set) var waiting: Int64 = 0
  private(set) var replayed: Int64 = 0
  private(set) var coins: Int64 = 0
  private(set) var faults: Int64 = 0
  private(set) var firstFault: LineFault?

  private let file: AnswerFile?
  private var writer = JSONWriter()

  /// What may be told of why a line was not done.
  private let sentence: (any Diagnosable) -> String

  init(_ file: AnswerFile?, sentence: @escaping (any Diagnosable) -> String) {
    self.file = file
    self.sentence = sentence
  }

  /// Where answers go to standard output they are all that goes there.
  var takesStandardOutput: Bool { file?.isStandardOutput ?? false }

  var areWritten: Bool { file != nil }

  /// Gives the file its name, whatever came of the batch.
  func finish(hasFailed: Bool) throws { try file?.finish(hasFailed: hasFailed) }

  /// What was shaken before is counted as that alone.
  mutating func note(_ answer: ShakeAnswer, line: Int, key: String?) {
    switch answer.outcome {
    case _ where answer.isReplay: replayed += 1
    case .won(let won, _):
      self.won += 1
      coins += won
    case .nothing: nothing += 1
    case .refused: refused += 1
    case .needsMore: needMore += 1
    case .waits: waiting += 1
    }
    write(line: line) { writer in
      if let key { writer.member("key", key) }
      writer.member("shake", "\(answer.shake)")
      writer.member("outcome", answer.outcome.name)
      switch answer.outcome {
      case .won(let coins, let transfer):
        writer.key("coins")
        writer.integer(coins)
        writer.member("transfer", transfer)
      case .nothing: break
      case .refused(let refusal):
        writer.member("code", refusal.code)
        writer.member("message", refusal.sentence)
      case .needsMore(let step):
        writer.member("step", step.name)
        writer.key("fields")
        writer.value(.object(step.fields))
      case .waits(let notice):
        writer.member("code", notice.code)
        writer.member("message", notice.sentence)
      }
      writer.member("replayed", answer.isReplay)
    }
  }

  /// A line that was not done.
  mutating func note(_ fault: LineFault) {
    faults += 1
    firstFault = firstFault ?? fault
    let message = sentence(fault.cause)
    write(line: fault.line) { writer in
      writer.member("outcome", "error")
      writer.member("code", fault.code)
      writer.member("message", message)
    }
  }

  private mutating func write(line: Int, _ members: (inout JSONWriter) -> Void) {
    guard file != nil else { return }
    writer.beginObject()
    writer.key("line")
    writer.integer(Int64(line))
    members(&writer)
    writer.endObject()
    writer.newLine()
  }

  /// - Throws: `AnswersLost`, `OutputError`.
  mutating func flush() throws {
    defer { writer.removeAll() }
    try file?.write(writer.bytes)
  }
}
