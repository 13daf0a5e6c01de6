internal import CoinsContract
internal import PicturesContract
internal import QixModule

/// `qix reward import`
struct ImportRewards: Command {
  static let declaration = Declaration(
    "import", "Import a catalogue: many rewards, as drafts.", roles: [.operator],
    discussion: """
      A table's columns are the keys of a reward file (docs/rewards.md), in any order. JSON Lines has one reward per \
      line. Every fault is shown with line and column. If there is a fault, nothing is imported, unless --keep-going \
      is given.

      With --update the file replaces existing rewards. Keys that a line leaves out are removed, except price and \
      stock, even if the file has no such column. Preview the changes with --dry-run. Changed prices begin now. `qix \
      reward export` writes such a file.
      """,
    examples: [
      Example("qix reward import data/examples/rewards.csv --dry-run", "show the faults, change nothing"),
      Example("qix reward import data/rewards.csv", "all of it"),
      Example("sed s/Alba/Aurora/ rewards.csv | qix reward import - --update", "rename a brand in an export"),
    ],
    answer: AnswerShape("reward.import/1", fields), effect: .changes)

  @Positional("file", .lines, "CSV or JSON Lines") private var path: String
  private let format = RecordFormatOption()
  private let map = MapOption()
  @Flag("update", "Change existing rewards; the default is to refuse them") private var updates: Bool
  @Flag("keep-going", "Import the lines without faults; the default is all lines or none") private var isKeepGoing: Bool

  /// Lines between two commits, where those that are in need not wait for the rest: others get at the lock of all
  /// processes in between (docs/decisions/0037 has how long they wait).
  private static let batch = 1_000

  private static let fields: [Field<(counts: CatalogueImport.Counts, faults: Int)>] = [
    Field("added", .integer) { $0.counts.added },
    Field("changed", .integer) { $0.counts.changes.count },
    Field("same", .integer, "unchanged") { $0.counts.same },
    Field("faults", .count) { $0.faults },
    // Lines for a script stay the counts.
    Field(
      optional: "changes", rows: changes, title: "Changes", place: .aside, shown: { $0.counts.changes.count > 0 }
    ) { $0.counts.changes.first },
  ]

  private static let changes: [Field<CatalogueChanges.Change>] = [
    Field("reward", .text) { $0.reward },
    Field("changed", .texts(none: "-")) { $0.changed },
    Field("taken_away", .texts(none: "-")) { $0.taken },
  ]

  func check() throws { _ = try map.mapping(columns: RewardKeys.all) }

  func run(in context: Context) throws -> Document {
    let face = context.face
    face.catchInterruption()
    // Read whole before the lock is taken: the writer of a pipe may be slow, and one line may spoil all.
    let (file, lines, read) = try read(face)
    var faults = read
    if !isKeepGoing {
      faults.add(try standing(lines, context))
      guard faults.isEmpty else { throw RewardError.faultyLines(file: file, faults) }
    }
    let counts = try apply(lines, &faults, context)
    var document = answer(counts, faults, in: context)
    if !faults.isEmpty {
      document.failure =
        isKeepGoing ? Self.someRefused(file, faults) : RewardError.faultyLines(file: file, faults).failure
    } else {
      for lack in try lacking(lines, context) { document.warn(lack) }
    }
    return document
  }

  /// The failure of an import of the other lines.
  private static func someRefused(_ file: String, _ faults: LineFaults) -> Failure {
    let sentence = "some lines of \(file) were not imported: \(faults.sentences)"
    let hint: Sentence = "Fix these lines and import them as a separate file. docs/rewards.md describes the columns."
    return faults.isAllTaken
      ? Failure("rewards.some-refused", .conflict, "\(sentence)", hint: hint)
      : Failure("rewards.some-refused", .usage, "\(sentence)", hint: hint)
  }

  /// What rewards of the file are delivered by and isn't there, or can't be had: each once, as sentences.
  private func lacking(_ lines: [CatalogueLines.Line], _ context: Context) throws -> [Sentence] {
    let (check, now) = (try PublishingCheck(context), context.clock.now())
    return try context.database.read { connection in
      var (seen, found) = (Set<String>(), [Sentence]())
      for delivery in lines.compactMap(\.draft.delivery) where found.count < 5 && seen.insert(delivery.text).inserted {
        guard let problem = try check.problem(with: delivery, at: now, in: connection) else { continue }
        found.append("\(problem.sentences)")
      }
      return found
    }
  }

  private func read(_ face: any Face) throws -> (file: String, [CatalogueLines.Line], LineFaults) {
    var source = try CatalogueLines(path, format.format, map.mapping(columns: RewardKeys.all), face)
    let progress = face.progress("read", unit: "lines")
    var (lines, faults, count) = ([CatalogueLines.Line](), LineFaults(), 0 as Int64)
    while let next = source.next() {
      if face.interruption.isRequested { throw InputError.interrupted }
      switch next {
      case .line(let line): lines.append(line)
      case .faults(let more): faults.add(more)
      }
      count += 1
      progress.advance(to: count)
    }
    progress.finish()
    return (source.file, lines, faults)
  }

  /// Faults of the lines in the catalogue as it is.
  private func standing(_ lines: [CatalogueLines.Line], _ context: Context) throws -> [LineFault] {
    let (ledger, pictures) = (try context.service(Coins.ledger), try PictureLinks(context))
    return try context.database.read { connection in
      let check = CatalogueImport(
        RewardService(ledger, pictures, connection), updates: updates, now: context.clock.now(),
        reason: context.invocation.reason)
      return try lines.compactMap { try check.fault(of: $0) }
    }
  }

  private func apply(
    _ lines: [CatalogueLines.Line], _ faults: inout LineFaults, _ context: Context
  ) throws -> CatalogueImport.Counts {
    let (ledger, pictures) = (try context.service(Coins.ledger), try PictureLinks(context))
    var counts = CatalogueImport.Counts()
    let size = isKeepGoing ? Self.batch : max(lines.count, 1)
    for start in stride(from: 0, to: lines.count, by: size) {
      let part = lines[start..<min(start + size, lines.count)]
      let result = try context.change("rewards.import") { connection, change in
        let now = context.clock.now()
        var ids = IdentifierGenerator(random: context.random)
        let result = try CatalogueImport(
          RewardService(ledger, pictures, connection), updates: updates, now: now, reason: context.invocation.reason
        ).apply(part, ids: &ids) { context.face.interruption.isRequested }
        if result.isStopped { throw InputError.interrupted }
        // Another process has changed the catalogue since this import looked.
        if !isKeepGoing, !result.faults.isEmpty {
          throw RewardError.faultyLines(file: context.face.name(ofInput: path), LineFaults(result.faults))
        }
        let changes = result.counts.changes
        change.subject =
          "\(result.counts.added) added, \(changes.count) changed" + (changes.count > 0 ? ": \(changes.words)" : "")
        return result
      }
      counts += result.counts
      faults.add(result.faults)
    }
    return counts
  }

  private func answer(_ counts: CatalogueImport.Counts, _ faults: LineFaults, in context: Context) -> Document {
    let changes = counts.changes
    var document = Document("reward.import/1", Self.fields, of: (counts: counts, faults: faults.count))
    if changes.count > changes.first.count {
      document.note("The list shows only the first \(changes.first.count) changes.")
    }
    if changes.first.contains(where: { !$0.taken.isEmpty }) {
      document.note("Keys missing in the file were removed. `qix reward export` writes a file with all keys.")
    }
    if counts.added + changes.count + counts.same == 0, faults.isEmpty {
      document.note("The file holds no rewards.")
    }
    if counts.added > 0, !context.isDryRun {
      document.note("They are drafts. Next: `qix reward list --state draft`, `qix reward publish REWARD…`.")
    }
    return document
  }
}
