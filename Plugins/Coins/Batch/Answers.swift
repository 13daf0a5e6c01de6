internal import CoinsContract
internal import QixBatch
internal import QixFormats
internal import QixTerminal

/// The answers to a batch's lines: counted, and written to the files that were asked for once they are true.
final class Answers {
  struct Counts {
    var done: Int64 = 0
    var replayed: Int64 = 0
    var refused: Int64 = 0
    var coins: Int64 = 0
    /// Users that were made.
    var users: Int64 = 0
    /// The first line that was not done.
    var firstRefusal: LineFault?

    var lines: Int64 { done + replayed + refused }
  }

  /// What has been answered, the commit that is being filled included.
  private(set) var counts = Counts()
  /// What is committed of it.
  private var committed = Counts()

  var keepsRejects: Bool { rejects != nil }

  static let lost = AnswerFile.Loss(
    code: "coins.answers-lost", "the lines that are counted as done are done all the same")

  private let results: AnswerFile?
  private let rejects: AnswerFile?
  private var writer = JSONWriter()
  private var rejected: [UInt8] = []

  /// - Parameters:
  ///   - results: a file that gets a JSON object for each line.
  ///   - rejects: a file that gets the lines that were refused as they are, to be mended and sent again.
  init(results: AnswerFile?, rejects: AnswerFile?) {
    self.results = results
    self.rejects = rejects
  }

  func accept(_ outcome: Outcome, line: Int, key: String?) {
    if outcome.isReplay {
      counts.replayed += 1
    } else {
      counts.done += 1
      counts.coins += outcome.amount
    }
    guard results != nil else { return }
    writer.beginObject()
    writer.key("line")
    writer.integer(Int64(line))
    writer.key("key")
    if let key { writer.string(key) } else { writer.null() }
    writer.key("outcome")
    writer.string(outcome.isReplay ? "replayed" : "done")
    writer.key("transfer")
    writer.string("\(outcome.transfer)")
    writer.key("amount")
    writer.integer(outcome.amount)
    writer.endObject()
    writer.newLine()
  }

  /// - Parameter raw: the line as it stands in the file.
  func refuse(_ fault: LineFault, raw: some Sequence<UInt8>, header: [UInt8]?) {
    counts.refused += 1
    counts.firstRefusal = counts.firstRefusal ?? fault
    if rejects != nil {
      if counts.refused == 1, let header { rejected.append(contentsOf: header + [UInt8(ascii: "\n")]) }
      rejected.append(contentsOf: raw)
      rejected.append(UInt8(ascii: "\n"))
    }
    guard results != nil else { return }
    writer.beginObject()
    writer.key("line")
    writer.integer(Int64(fault.line))
    writer.key("outcome")
    writer.string("refused")
    writer.key("code")
    writer.string(fault.code)
    writer.key("message")
    writer.string(fault.description)
    writer.endObject()
    writer.newLine()
  }

  /// Writes what has been answered: called when it has been committed, never before.
  /// - Parameter users: that have been made so far.
  /// - Throws: `AnswersLost`.
  func write(users: Int64) throws {
    counts.users = users
    committed = counts
    try results?.write(writer.bytes)
    writer.removeAll()
    try rejects?.write(rejected)
    rejected.removeAll()
  }

  /// Gives the files their names, whatever came of the batch.
  func finish(hasFailed: Bool) throws {
    try results?.finish(hasFailed: hasFailed)
    try rejects?.finish(hasFailed: hasFailed)
  }

  /// Forgets what was answered since the last commit, because it was rolled back.
  func takeBack() {
    counts = committed
    writer.removeAll()
    rejected.removeAll()
  }
}
