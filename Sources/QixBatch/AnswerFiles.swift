package import QixCommands
package import QixFormats
internal import QixKernel

/// Where a line stands in its file, and whom it is about.
package struct LineName: Sendable {
  package let line: Int
  /// The number of the record, from 1.
  package let row: Int
  /// As the line names them; nil where it names nobody, or that isn't told.
  package let user: String?

  package init(line: Int, row: Int, user: String?) { (self.line, self.row, self.user) = (line, row, user) }
}

/// The answers to the lines of a file, and the lines that were refused: put together while lines are done, and written
/// where they were asked for once they are true.
package final class AnswerFiles {
  private let (results, rejects): (AnswerFile?, AnswerFile?)
  private var writer = JSONWriter()
  private var rejected: [UInt8] = []
  private var hasRejected = false

  /// - Parameters:
  ///   - results: gets a JSON object for each line.
  ///   - rejects: gets the lines that were refused as they are, to be mended and sent again.
  package init(results: AnswerFile? = nil, rejects: AnswerFile? = nil) {
    (self.results, self.rejects) = (results, rejects)
  }

  package var hasResults: Bool { results != nil }
  package var keepsRejects: Bool { rejects != nil }
  /// Whether answers go to standard output: they are all that goes there then.
  package var takesStandardOutput: Bool { results?.isStandardOutput ?? false }

  package func answer(_ name: LineName, _ members: (inout JSONWriter) -> Void) {
    guard results != nil else { return }
    writer.beginObject()
    writer.key("line")
    writer.integer(Int64(name.line))
    writer.key("row")
    writer.integer(Int64(name.row))
    writer.member("user", name.user)
    members(&writer)
    writer.endObject()
    writer.newLine()
  }

  /// - Parameters:
  ///   - record: the line as it stands in the file.
  ///   - place: where a batch finds it again; nil where no batch is to go on with it.
  ///   - header: that of the file, above the first.
  package func reject(
    _ record: RejectedRecord?, _ fault: LineFault, at place: RejectedPlace? = nil, header: [UInt8]?
  ) {
    // Nothing stands for a record that has no end.
    guard rejects != nil, let record = record?.bytes(fault.description, at: place), !record.isEmpty else { return }
    if !hasRejected, rejected.isEmpty, let header { rejected += header + [UInt8(ascii: "\n")] }
    rejected += record + [UInt8(ascii: "\n")]
  }

  /// Writes what has been answered: called when it has been committed, never before.
  /// - Throws: `AnswersLost`, `OutputError`.
  package func write() throws {
    hasRejected = hasRejected || !rejected.isEmpty
    defer { takeBack() }
    try results?.write(writer.bytes)
    try rejects?.write(rejected)
  }

  /// Forgets what was answered since it was last written.
  package func takeBack() {
    writer.removeAll()
    rejected.removeAll()
  }

  /// Gives the files their names, whatever came of the batch.
  /// - Parameter header: that of the file, which stands alone where nothing was rejected: a table without lines, that can
  ///   be sent as any other.
  package func finish(hasFailed: Bool, header: [UInt8]? = nil) throws {
    if !hasFailed, !hasRejected, let header { try rejects?.write(header + [UInt8(ascii: "\n")]) }
    try results?.finish(hasFailed: hasFailed)
    try rejects?.finish(hasFailed: hasFailed)
  }
}
