internal import IdentityContract
internal import QixFormats
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix segment import`
struct ImportSegment: OldCommand {
  private static let name = OldPositional("name", .text, "The segment")
  private static let file = OldOption(
    "file", .file, "Users: CSV with a column 'user', or JSON Lines; - is standard input", isRequired: true)
  private static let format = OldOption(
    "format", .choice(["csv", "json-lines"]), placeholder: "FORMAT", "Of the file; found out where it isn't given")
  private static let keepGoing = OldFlag(
    "keep-going", "Go on behind a line that can't be done; the default is to stop there")

  static let declaration = Declaration(
    "import", "Put users into a segment.", roles: [.operator],
    discussion: """
      Users are named by usr_… or by external id; other columns are passed over. Who is in it already stays, so a file \
      can be imported again. It is read as it comes, in any length.
      """,
    parameters: [name, file, format, ColumnMapping.option, keepGoing],
    examples: [Example("qix segment import loyal --file data/campaigns/loyal.csv", "from a file")], effect: .changes)

  private let name: String
  private let path: String
  private let format: RecordFormat
  private let mapping: ColumnMapping
  private let isKeepGoing: Bool
  private let isDryRun: Bool
  private let reason: String?

  /// Lines between two commits: the lock of all processes is held for some milliseconds.
  private static let batch = 2_000

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Self.name)
    path = try arguments.require(Self.file)
    format = arguments[Self.format].map { $0 == "csv" ? .csv : .jsonLines } ?? .automatic
    mapping = try ColumnMapping(arguments, columns: ["user"])
    isKeepGoing = arguments[Self.keepGoing]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let segment = try context.database.read { try SegmentStore($0).require(name) }
    guard segment.rule == .list else { throw SegmentError.hasRule(name) }
    context.terminal.catchInterruption()
    var lines = try SegmentLines(path, format, mapping, context.terminal)
    let directory = try context.service(Users.directory)
    var counts = (lines: 0 as Int64, added: 0 as Int64, refused: 0 as Int64)
    var first: SegmentError?
    let progress = context.terminal.progress("members", unit: "lines")
    while first == nil || isKeepGoing {
      if context.terminal.interruption.isRequested { throw InputError.interrupted }
      // Read before the lock is taken: whoever writes into a pipe may be slow.
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
    try answer(counts, in: context.terminal)
    guard let first else { return }
    throw isKeepGoing
      ? SegmentError.someRefused(count: counts.refused, first: "\(first)", category: first.category) : first
  }

  /// Puts a batch in, up to the first fault unless it keeps going.
  private func add(
    _ batch: [SegmentLines.Line], to segment: Segment, _ directory: any UserDirectory, _ context: Context
  ) throws -> (lines: Int, added: Int64, faults: [SegmentError]) {
    try context.database.write(
      Change("campaigns.segment-import", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let store = SegmentStore(connection)
      var (lines, added, faults) = (0, 0 as Int64, [SegmentError]())
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
            faults.append(.line(file: file, line: number, cause: error.description, hint: error.hint, isNotFound: true))
          }
        }
        if !isKeepGoing, !faults.isEmpty { break }
      }
      if added > 0 { try CampaignStore.turn(in: connection) }
      change.subject = "\(segment.name): \(added) added"
      return (lines, added, faults)
    }
  }

  /// What messages call it.
  private var file: String { path == "-" ? "standard input" : path }

  private func answer(_ counts: (lines: Int64, added: Int64, refused: Int64), in terminal: Terminal) throws {
    var document = Document("segment.import/1")
    document.primary = name
    document.field("segment", "segment", .text(name))
    document.field("lines", "lines", .integer(counts.lines))
    document.field("added", "added", .integer(counts.added))
    document.field("refused", "refused", .integer(counts.refused))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try terminal.emit(document)
    if isDryRun { terminal.note("Nothing was changed.") }
  }
}
