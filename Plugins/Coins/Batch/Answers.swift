internal import CoinsContract
internal import QixBatch
internal import QixModule

/// The answers to a batch's lines: counted, and written to the files that were asked for once they are true.
final class Answers {
  struct Counts {
    var done: Int64 = 0
    var replayed: Int64 = 0
    var refused: Int64 = 0
    var coins: Int64 = 0
    /// Grants that are dated in a month that is over.
    var dated: Int64 = 0
    /// Grants of coins that have expired by now.
    var expired: Int64 = 0
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
  /// Whether answers name users as the file does.
  var keepsUsers: Bool { results != nil && namesUsers }
  /// The lines that were not done.
  private(set) var faults = FirstFaults()

  static let lost = AnswerFile.Loss(
    code: "coins.answers-lost", "the lines that are counted as done are done all the same")

  private let results: AnswerFile?
  private let rejects: AnswerFile?
  private var writer = JSONWriter()
  private var rejected: [UInt8] = []
  private let isDryRun: Bool
  private let months: PastMonths?
  private let namesUsers: Bool
  private let sentence: (any Diagnosable) -> String

  /// - Parameters:
  ///   - results: a file that gets a JSON object for each line.
  ///   - rejects: a file that gets the lines that were refused as they are, to be mended and sent again.
  ///   - isDryRun: whether they say what would happen.
  ///   - months: says which lines are dated in the past; nil where nobody is told.
  ///   - namesUsers: whether what stands in the file may be told.
  ///   - sentence: what may be told of why a line was refused.
  init(
    results: AnswerFile?, rejects: AnswerFile?, isDryRun: Bool, months: PastMonths? = nil, namesUsers: Bool = true,
    sentence: @escaping (any Diagnosable) -> String = { $0.description }
  ) {
    self.isDryRun = isDryRun
    self.months = months
    self.namesUsers = namesUsers
    self.sentence = sentence
    self.results = results
    self.rejects = rejects
  }

  /// - Parameter isSecret: whether somebody else has done the line, whose key and transfer are not the sender's to know.
  func accept(
    _ outcome: Outcome, of operation: Operation?, _ name: LineName, key: String?, isSecret: Bool = false
  ) {
    if outcome.isReplay {
      counts.replayed += 1
    } else {
      counts.done += 1
      counts.coins += outcome.amount
      if let months, let operation, operation.isGrant, let at = operation.at {
        if months.past(at) != nil { counts.dated += 1 }
        if operation.expired(by: months.now) != nil { counts.expired += 1 }
      }
    }
    guard results != nil else { return }
    begin(name)
    writer.key("key")
    if let key, !isSecret { writer.string(key) } else { writer.null() }
    writer.member("outcome", outcome.isReplay ? "replayed" : isDryRun ? "would be done" : "done")
    // A dry run's id names nothing.
    if !isSecret, !isDryRun || outcome.isReplay { writer.member("transfer", "\(outcome.transfer)") }
    writer.key("amount")
    if namesUsers { writer.integer(outcome.amount) } else { writer.null() }
    writer.endObject()
    writer.newLine()
  }

  private func begin(_ name: LineName) {
    writer.beginObject()
    writer.key("line")
    writer.integer(Int64(name.line))
    writer.key("row")
    writer.integer(Int64(name.row))
    writer.key("user")
    if let user = name.user { writer.string(user) } else { writer.null() }
  }

  /// - Parameter record: the line, where rejects are kept.
  func refuse(_ fault: LineFault, _ name: LineName, _ record: RejectedRecord?, header: [UInt8]?) {
    faults.add(fault)
    counts.refused += 1
    counts.firstRefusal = counts.firstRefusal ?? fault
    if let record {
      if counts.refused == 1, let header { rejected.append(contentsOf: header + [UInt8(ascii: "\n")]) }
      rejected.append(contentsOf: record.bytes(fault.description))
      rejected.append(UInt8(ascii: "\n"))
    }
    guard results != nil else { return }
    begin(name)
    writer.member("outcome", isDryRun ? "would be refused" : "refused")
    writer.member("code", fault.code)
    writer.member("message", sentence(fault))
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
  /// - Parameter header: that of the file, which stands alone where nothing was rejected: a table without lines, that can
  ///   be sent as any other.
  func finish(hasFailed: Bool, header: [UInt8]? = nil) throws {
    if !hasFailed, counts.refused == 0, let header { try rejects?.write(header + [UInt8(ascii: "\n")]) }
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
