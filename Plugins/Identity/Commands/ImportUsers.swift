internal import IdentityContract
internal import QixBatch
internal import QixModule
internal import QixPhone

/// `qix user import`
struct ImportUsers: Command {
  static let declaration = Declaration(
    "import", "Set the profiles of many users from a file.", roles: [.operator],
    discussion: """
      The file is CSV with a header, or JSON Lines. The column user names the user by usr_… or external id. The \
      others are fields of the profile, such as phone, email, given-name, birth-date. An empty cell leaves the \
      field as it is. Stored values are not changed by the same value, so the same file again changes nothing.

      Every line is checked before the first is done; --keep-going skips lines that fail. A file can't replace a \
      verified number or address: such a line is refused. A line with another user's number or address is refused \
      too. Answers and messages name lines, columns and fields, never values. --rejects writes the refused lines as \
      they are.
      """,
    examples: [
      Example("qix user import --file data/profiles.csv --create-users --dry-run", "what it would change"),
      Example(
        "qix user import --file crm.csv --map user=CustomerNo --date-format dd.MM.yyyy --keep-going --rejects rejects.csv",
        "with another header and dates"),
    ],
    answer: AnswerShape("user.import/1", read + [changed] + others), effect: .changes)

  private typealias Done = (file: String, counts: ImportAnswers.Counts)

  private static let read: [Field<Done>] = [
    Field("file", .text) { $0.file },
    Field("lines", .integer) { $0.counts.lines },
  ]
  private static let changed = Field<Done>("changed", .integer) { $0.counts.changed }
  private static let others: [Field<Done>] = [
    Field("unchanged", .integer) { $0.counts.unchanged },
    Field("created", .integer, "of them new") { $0.counts.created },
    Field("refused", .integer) { $0.counts.refused },
  ]

  @Option("file", .lines, "Profiles: CSV with a header, or JSON Lines") private var path: String
  private let format = RecordFormatOption()
  private let map = MapOption()
  private let dateFormat = DateFormatOption()
  @Flag(
    "create-users", taking: "exact",
    "Create missing users with that external id; exact keeps each name as written")
  private var createsUsers: Bool
  @Flag("keep-going", "Skip lines that fail; the default is to do nothing then")
  private var isKeepGoing: Bool
  private let places = AnswerOptions(", without values")

  func check() throws {
    _ = try map.mapping(columns: ProfileLines.columns)
    _ = try dateFormat.pattern()
    try places.check()
  }

  func run(in context: Context) throws -> Document {
    // What stands in it is kept, and can be looked at later.
    try context.face.requireOwnFile(path, option: "--file")
    let profiles = try context.openProfiles()
    let source = try BatchSource(path, isCopied: false, home: context.home, face: context.face)
    try places.check(beside: source)
    let (mapping, dates) = (try map.mapping(columns: ProfileLines.columns), try dateFormat.pattern())
    let work = ProfileImport(
      source: source, format: format.format, mapping: mapping, dates: dates, createsUsers: createsUsers,
      isExact: $createsUsers.hasWord,
      profiles: profiles, directory: context.userDirectory, context: context)
    let header = try ProfileLines(source, work.format, mapping, dates: dates)
    context.face.catchInterruption()
    try places.requirePlaces()
    if !context.isDryRun, !isKeepGoing {
      // All of it once for show, so that nothing is done where something can't be.
      let checked = ImportAnswers(isDryRun: true)
      try work.run(isDryRun: true, isKeepGoing: false, checked)
      if let first = checked.counts.faults.first { throw first }
    }
    let files = try places.open(orElse: ImportAnswers.lost, context.face)
    let done = ImportAnswers(files, isDryRun: context.isDryRun)
    do {
      try work.run(isDryRun: context.isDryRun, isKeepGoing: isKeepGoing || context.isDryRun, done)
    } catch {
      try? done.finish(hasFailed: true, header: nil)
      throw error
    }
    try done.finish(hasFailed: false, header: header.header)
    return answer(done.counts, source, ignored: header.ignored, context)
  }

  private func answer(
    _ counts: ImportAnswers.Counts, _ source: BatchSource, ignored: [String], _ context: Context
  ) -> Document {
    let changed = context.isDryRun ? Self.changed.labelled("would be changed") : Self.changed
    var document = Document(
      "user.import/1", Self.read + [changed] + Self.others, of: (file: source.name, counts: counts))
    document.isSilent = places.takeStandardOutput
    if !ignored.isEmpty { document.warn("Columns that mean nothing here: \(ignored.joined(separator: ", ")).") }
    for doubt in PhoneNumber.Doubt.allCases {
      guard let (count, first) = counts.doubts[doubt] else { continue }
      document.warn(
        "\(count.counted("phone number", "phone numbers")) \(doubt.words); the first is in line \(first).")
    }
    // Whoever named the file may know what stands in it: `requireOwnFile`.
    counts.doubtful.tell(in: &document, namesOne: true)
    let isDryRun = context.isDryRun
    document.failure = counts.faults.first.map { first in
      Failure(
        "identity.lines-refused", first.category,
        "\(counts.refused.counted(isDryRun ? "line would not be" : "line was not", isDryRun ? "lines would not be" : "lines were not")) done; "
          + "the first: \(first.description)",
        hint: AnswerOptions.advice(on: "them", for: context.principal))
    }
    if isDryRun {
      counts.faults.tell(in: &document, allWith: "--rejects", for: context.principal, context.face)
    }
    return document
  }
}
