internal import QixBatch
internal import QixModule
internal import QixPhone

/// The answers to the lines of an import: counted, and written once they are true. No value of a profile is in them.
final class ImportAnswers {
  struct Counts: Sendable {
    var changed: Int64 = 0
    var unchanged: Int64 = 0
    var created: Int64 = 0
    var faults = FirstFaults()
    /// Phone numbers in doubt, and the line of the first.
    var doubts: [PhoneNumber.Doubt: (count: Int64, first: Int)] = [:]
    /// New external ids that may be none.
    var doubtful = DoubtfulNames()

    var refused: Int64 { faults.count }
    var lines: Int64 { changed + unchanged + refused }
  }

  private(set) var counts = Counts()
  private var committed = Counts()
  private let files: AnswerFiles
  private let isDryRun: Bool

  static let lost = AnswerFile.Loss(
    code: "identity.answers-lost", "the profiles that are counted as changed are changed, even without their answers")

  init(_ files: AnswerFiles = AnswerFiles(), isDryRun: Bool) { (self.files, self.isDryRun) = (files, isDryRun) }

  /// What a line has changed.
  struct Done {
    let isNew: Bool
    /// The names of the fields that have another value now.
    var fields: [String] = []
    /// Of its phone number.
    var doubt: PhoneNumber.Doubt?
  }

  func accept(_ line: ProfileLines.Line, user: String, _ done: Done) {
    let isChanged = done.isNew || !done.fields.isEmpty
    if let doubt = done.doubt { counts.doubts[doubt, default: (0, line.number)].count += 1 }
    counts.changed += isChanged ? 1 : 0
    counts.unchanged += isChanged ? 0 : 1
    if done.isNew {
      counts.created += 1
      counts.doubtful.add(user)
    }
    files.answer(line.name(user)) { writer in
      writer.member("outcome", isChanged ? (isDryRun ? "would be changed" : "changed") : "unchanged")
      writer.member("created", done.isNew)
      writer.array("fields", of: done.fields) { writer, field in writer.member("field", field) }
    }
  }

  func refuse(_ line: ProfileLines.Line, user: String?, _ fault: LineFault, header: [UInt8]?) {
    counts.faults.add(fault)
    files.reject(line.rejected, fault, header: header)
    files.answer(line.name(user)) { writer in
      writer.member("outcome", isDryRun ? "would be refused" : "refused")
      writer.member("code", fault.code)
      writer.member("message", fault.description)
    }
  }

  /// Writes what was answered; called when it is committed.
  func write() throws {
    committed = counts
    try files.write()
  }

  /// Forgets what was answered since the last commit, which was rolled back.
  func takeBack() {
    counts = committed
    files.takeBack()
  }

  func finish(hasFailed: Bool, header: [UInt8]?) throws { try files.finish(hasFailed: hasFailed, header: header) }
}

extension ProfileLines.Line {
  fileprivate func name(_ user: String?) -> LineName { LineName(line: number, row: row, user: user) }
}
