internal import IdentityContract
internal import QixModule

/// `qix segment import`
struct ImportSegment: Command {
  static let declaration = Declaration(
    "import", "Put users into a segment.", roles: [.operator],
    discussion: """
      Users are named by usr_… or by external id; other columns are ignored. Users already in the segment stay, so a \
      file can be imported again. The file is read as a stream, in any length.
      """,
    examples: [Example("qix segment import loyal --file data/campaigns/loyal.csv", "from a file")],
    answer: AnswerShape("segment.import/1", fields), effect: .changes)

  private static let fields: [Field<(segment: Segment, lines: Int64, added: Int64, refused: Int64)>] = [
    Field("segment", .text.orNull) { $0.segment.name },
    Field("lines", .integer) { $0.lines },
    Field("added", .integer) { $0.added },
    Field("refused", .integer) { $0.refused },
  ]

  private let segment = SegmentNamed()
  @Option("file", .lines, "Users: CSV with a column 'user', or JSON Lines")
  private var path: String
  private let format = RecordFormatOption()
  private let map = MapOption()
  @Flag("keep-going", "Skip lines that fail; the default is to stop at the first one")
  private var isKeepGoing: Bool

  /// Lines between two commits: the lock of all processes is held for some milliseconds.
  private static let batch = 2_000

  func check() throws { _ = try map.mapping(columns: ["user"]) }

  func run(in context: Context) throws -> Document {
    let segment = try context.database.read { try SegmentStore($0).require(self.segment.name) }
    guard segment.rule == .list else {
      throw Failure(
        "campaigns.segment-has-rule", .conflict,
        "segment '\(segment.name)' follows a rule, so users can't be added to it",
        hint: "Create a segment without a rule: `qix segment create NAME`.")
    }
    context.face.catchInterruption()
    var lines = try SegmentLines(path, format.format, map.mapping(columns: ["user"]), context.face)
    let directory = try context.service(Users.directory)
    var counts = (segment: segment, lines: 0 as Int64, added: 0 as Int64, refused: 0 as Int64)
    var first: (any Diagnosable)?
    let progress = context.face.progress("members", unit: "lines")
    while first == nil || isKeepGoing {
      try context.face.interruption.check()
      // Read before the lock is taken: the writer of a pipe may be slow.
      let batch = lines.next(Self.batch)
      if batch.isEmpty { break }
      let result = try add(batch, to: segment, directory, context)
      counts.lines += Int64(result.lines)
      counts.added += result.added
      counts.refused += Int64(result.faults.count)
      if first == nil { first = result.faults.first }
      progress.advance(to: counts.lines)
    }
    progress.finish()
    var document = Document("segment.import/1", Self.fields, of: counts)
    document.primary = segment.name
    document.failure = first
    if let first, isKeepGoing {
      // The category is that of the first line, as in every batch.
      document.failure = Failure(
        "campaigns.segment-lines-refused", first.category,
        counts.refused == 1
          ? "1 line was not imported: \(first)" : "\(counts.refused) lines were not imported; the first: \(first)",
        hint: "Fix these lines and import the file again: users already in the segment stay.")
    }
    return document
  }

  /// Puts a batch in, up to the first fault unless it keeps going.
  private func add(
    _ batch: [SegmentLines.Line], to segment: Segment, _ directory: any UserDirectory, _ context: Context
  ) throws -> (lines: Int, added: Int64, faults: [any Diagnosable]) {
    try context.change("campaigns.segment-import") { connection, change in
      let store = SegmentStore(connection)
      var (lines, added, faults) = (0, 0 as Int64, [any Diagnosable]())
      let file = context.face.name(ofInput: path)
      // It may have gone between two batches.
      guard try store.find(segment.name)?.id == segment.id else {
        throw SegmentError.notFound(segment.name, near: nil)
      }
      for line in batch {
        switch line {
        case .fault(let fault): faults.append(fault)
        case .user(let reference, let number):
          lines += 1
          if let user = try directory.find(reference, in: connection) {
            if try store.add(user, to: segment.id) { added += 1 }
          } else {
            let error = UserError.notFound(reference)
            faults.append(
              SegmentError.line(
                file: file, line: number, cause: error.description, hint: error.hint, isNotFound: true))
          }
        }
        if !isKeepGoing, !faults.isEmpty { break }
      }
      if added > 0 { try CampaignStore.turn(in: connection) }
      change.subject = "\(segment.name): \(added) added"
      return (lines, added, faults)
    }
  }
}
