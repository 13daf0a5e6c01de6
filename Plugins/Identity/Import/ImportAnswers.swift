internal import QixBatch
internal import QixModule

/// The answers to the lines of an import: counted, and written once they are true. No value of a profile is in them.
final class ImportAnswers {
  struct Counts: Sendable {
    var changed: Int64 = 0
    var unchanged: Int64 = 0
    var created: Int64 = 0
    var faults = FirstFaults()
    /// Numbers that the tables don't know, and the line of the first.
    var unknownNumbers: Int64 = 0
    var firstUnknownNumber: Int?
    /// New external ids that may be none.
    var doubtful = DoubtfulNames()

    var refused: Int64 { faults.count }
    var lines: Int64 { changed + unchanged + refused }
  }

  private(set) var counts = Counts()
  private var committed = Counts()
  private let (results, rejects): (AnswerFile?, AnswerFile?)
  private let isDryRun: Bool
  private var writer = JSONWriter()
  private var rejected: [UInt8] = []

  static let lost = AnswerFile.Loss(
    code: "identity.answers-lost", "the profiles that are counted as changed are changed all the same")

  init(results: AnswerFile?, rejects: AnswerFile?, isDryRun: Bool) {
    (self.results, self.rejects, self.isDryRun) = (results, rejects, isDryRun)
  }

  /// What a line has changed.
  struct Done {
    let isNew: Bool
    /// The names of the fields that have another value now.
    var fields: [String] = []
    /// Whether its phone number may exist, and isn't in the tables.
    var hasUnknownNumber = false
  }

  func accept(_ line: ProfileLines.Line, user: String, _ done: Done) {
    let isChanged = done.isNew || !done.fields.isEmpty
    if done.hasUnknownNumber {
      counts.unknownNumbers += 1
      counts.firstUnknownNumber = counts.firstUnknownNumber ?? line.number
    }
    counts.changed += isChanged ? 1 : 0
    counts.unchanged += isChanged ? 0 : 1
    if done.isNew {
      counts.created += 1
      counts.doubtful.add(user)
    }
    answer(line, user, isChanged ? (isDryRun ? "would be changed" : "changed") : "unchanged") { writer in
      writer.member("created", done.isNew)
      writer.array("fields", of: done.fields) { writer, field in writer.member("field", field) }
    }
  }

  func refuse(_ line: ProfileLines.Line, user: String?, _ fault: LineFault, header: [UInt8]?) {
    if counts.refused == 0, let header { rejected += header + [UInt8(ascii: "\n")] }
    counts.faults.add(fault)
    if rejects != nil { rejected += line.rejected.bytes(fault.description) + [UInt8(ascii: "\n")] }
    answer(line, user, isDryRun ? "would be refused" : "refused") { writer in
      writer.member("code", fault.code)
      writer.member("message", fault.description)
    }
  }

  private func answer(
    _ line: ProfileLines.Line, _ user: String?, _ outcome: String, _ rest: (inout JSONWriter) -> Void
  ) {
    guard results != nil else { return }
    writer.beginObject()
    writer.key("line")
    writer.integer(Int64(line.number))
    writer.key("row")
    writer.integer(Int64(line.row))
    writer.member("user", user)
    writer.member("outcome", outcome)
    rest(&writer)
    writer.endObject()
    writer.newLine()
  }

  /// Writes what was answered; called when it is committed.
  func write() throws {
    committed = counts
    try results?.write(writer.bytes)
    writer.removeAll()
    try rejects?.write(rejected)
    rejected.removeAll()
  }

  /// Forgets what was answered since the last commit, which was rolled back.
  func takeBack() {
    counts = committed
    writer.removeAll()
    rejected.removeAll()
  }

  /// - Parameter header: stands alone where nothing was refused, so that the file can be sent as any other.
  func finish(hasFailed: Bool, header: [UInt8]?) throws {
    if !hasFailed, counts.refused == 0, let header { try rejects?.write(header + [UInt8(ascii: "\n")]) }
    try results?.finish(hasFailed: hasFailed)
    try rejects?.finish(hasFailed: hasFailed)
  }
}
