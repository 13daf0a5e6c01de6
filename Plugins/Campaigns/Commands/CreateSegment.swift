internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix segment create`
struct CreateSegment: OldCommand {
  private static let name = OldPositional("name", .text, "Lower-case letters, digits, '-' and '_'")
  private static let percent = OldOption(
    "percent", .share, "So many of all users, always the same ones; up to four decimals")
  private static let since = OldOption(
    "since", .timestamp, placeholder: "TIME", "Who is a user since this moment or later")
  private static let before = OldOption(
    "before", .timestamp, placeholder: "TIME", "Who is a user since before this moment")

  static let declaration = Declaration(
    "create", "Make a segment of users: an empty list, or a rule.", roles: [.operator],
    discussion: """
      Without a rule it is a list, which `qix segment import` fills. A percentage takes users by a hash of their ids: \
      nobody can choose them, the same user stays in it, and what is in one segment says nothing about another one.
      """,
    parameters: [name, percent, since, before],
    examples: [
      Example("qix segment create loyal", "a list"),
      Example("qix segment create trial-group --percent 10", "one user in ten"),
      Example("qix segment create newcomers --since 2027-01-01", "users of this year"),
    ], effect: .changes)

  private let name: String
  private let rule: Segment.Rule
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Self.name)
    let (since, before) = (arguments[Self.since], arguments[Self.before])
    if let share = arguments[Self.percent] {
      guard since == nil, before == nil else {
        throw UsageError(
          "--percent and --since or --before can't be given together", hint: "Make a segment for each of the two.")
      }
      rule = .share(share)
    } else if since != nil || before != nil {
      if let since, let before, before <= since { throw SegmentError.upsideDown }
      rule = .members(since: since, before: before)
    } else {
      rule = .list
    }
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    guard CampaignName.isWellFormed(name) else { throw SegmentError.malformedName(name) }
    let now = context.clock.now()
    var generator = IdentifierGenerator(random: context.random)
    let segment = Segment(id: generator.next(at: now), name: name, rule: rule)
    try context.database.write(
      Change("campaigns.segment-create", subject: "\(name): \(segment.words)", reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      let store = SegmentStore(connection)
      guard try store.find(name) == nil else { throw SegmentError.exists(name) }
      try store.insert(segment, at: now)
    }
    var document = Document("segment.create/1")
    document.primary = name
    document.field("segment", "segment", .text(name))
    document.field("rule", "rule", .text(segment.words))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else if rule == .list {
      context.terminal.note("Next: `qix segment import \(name) --file users.csv`.")
    }
  }
}
