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

  var keepsRejects: Bool { files.keepsRejects }
  /// Whether answers name users as the file does.
  var keepsUsers: Bool { files.hasResults && namesUsers }
  /// The lines that were not done.
  private(set) var faults = FirstFaults()

  static let lost = AnswerFile.Loss(
    code: "coins.answers-lost", "the lines that are counted as done are done, even without their answers")

  private let files: AnswerFiles
  private let isDryRun: Bool
  private let months: PastMonths?
  private let namesUsers: Bool
  private let sentence: (any Diagnosable) -> String

  /// - Parameters:
  ///   - isDryRun: whether they say what would happen.
  ///   - months: says which lines are dated in the past; nil where nobody is told.
  ///   - namesUsers: whether what stands in the file may be told.
  ///   - sentence: what may be told of why a line was refused.
  init(
    _ files: AnswerFiles = AnswerFiles(), isDryRun: Bool, months: PastMonths? = nil, namesUsers: Bool = true,
    sentence: @escaping (any Diagnosable) -> String = { $0.description }
  ) {
    self.files = files
    self.isDryRun = isDryRun
    self.months = months
    self.namesUsers = namesUsers
    self.sentence = sentence
  }

  /// - Parameters:
  ///   - outcome: nil for a line that was done under a key that it no longer has.
  ///   - key: the line's own, where it may be told.
  func accept(_ outcome: Outcome?, of operation: Operation?, _ name: LineName, key: String?) {
    let isReplay = outcome?.isReplay ?? true
    counts.replayed += isReplay ? 1 : 0
    if let outcome, !isReplay {
      counts.done += 1
      counts.coins += outcome.amount
      if let months, let operation, operation.isGrant, let at = operation.at {
        if months.past(at) != nil { counts.dated += 1 }
        if months.hasExpired(operation) { counts.expired += 1 }
      }
    }
    files.answer(name) { writer in
      writer.member("key", key)
      writer.member("outcome", isReplay ? "replayed" : isDryRun ? "would be done" : "done")
      // A dry run's id names nothing.
      if let outcome, !isDryRun || isReplay { writer.member("transfer", "\(outcome.transfer)") }
      writer.member("amount", namesUsers ? outcome?.amount ?? operation?.amount : nil)
    }
  }

  /// - Parameters:
  ///   - record: the line, where rejects are kept.
  ///   - place: where the batch finds it again.
  func refuse(
    _ fault: LineFault, _ name: LineName, _ record: RejectedRecord?, at place: RejectedPlace?, header: [UInt8]?
  ) {
    faults.add(fault)
    counts.refused += 1
    counts.firstRefusal = counts.firstRefusal ?? fault
    files.reject(record, fault, at: place, header: header)
    files.answer(name) { writer in
      writer.member("outcome", isDryRun ? "would be refused" : "refused")
      writer.member("code", fault.code)
      writer.member("message", sentence(fault))
    }
  }

  /// Writes what has been answered: called when it has been committed, never before.
  /// - Parameter users: that have been made so far.
  /// - Throws: `AnswersLost`.
  func write(users: Int64) throws {
    counts.users = users
    committed = counts
    try files.write()
  }

  /// Gives the files their names, whatever came of the batch.
  func finish(hasFailed: Bool, header: [UInt8]? = nil) throws { try files.finish(hasFailed: hasFailed, header: header) }

  /// Forgets what was answered since the last commit, because it was rolled back.
  func takeBack() {
    counts = committed
    files.takeBack()
  }
}
