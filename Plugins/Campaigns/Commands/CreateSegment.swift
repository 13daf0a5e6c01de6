internal import QixModule

/// `qix segment create`
struct CreateSegment: Command {
  static let declaration = Declaration(
    "create", "Create a segment of users: an empty list, or a rule.", roles: [.operator],
    discussion: """
      Without a rule the segment is a list; fill it with `qix segment import`. A percentage picks users by a hash of \
      their ids. Users can't influence it, and they stay in the segment. Each segment picks independently of the \
      others.
      """,
    examples: [
      Example("qix segment create regulars", "a list"),
      Example("qix segment create trial-group --percent 10", "one user in ten"),
      Example("qix segment create newcomers --since 2027-01-01", "users since this year"),
    ],
    answer: AnswerShape("segment.create/1", Segment.fields), effect: .changes)

  @Positional("name", .text, "Lower-case letters, digits, '-' and '_'") private var name: String
  @Option("percent", .share, "This share of all users, always the same ones; up to four decimals")
  private var share: Int64?
  @Option("since", .since, "Users who joined at this time or later")
  private var since: Timestamp?
  @Option("before", .since, "Users who joined before this time")
  private var before: Timestamp?
  private let unlessThere = IfNotExistsFlag()

  func check() throws {
    if share != nil, since != nil || before != nil {
      throw UsageError(
        "--percent and --since or --before can't be given together", hint: "Create one segment for each of the two.")
    }
    if let since, let before, before <= since {
      throw Failure(
        "campaigns.segment-upside-down", .usage,
        "the segment would be empty: --before is not later than --since",
        hint: "Give the earlier time to --since.")
    }
  }

  func run(in context: Context) throws -> Document {
    let existing = { try context.database.read { try SegmentStore($0).find(name) }.map(answer) }
    return try unlessThere.answer(existing: existing) { try make(in: context) }
  }

  private func make(in context: Context) throws -> Document {
    guard CampaignName.isWellFormed(name) else {
      throw Failure(
        "campaigns.segment-name-malformed", .usage,
        "'\(name)' can't be a segment's name: use 1 to \(CampaignName.most) lower-case letters, digits, '-' and '_', "
          + "beginning with a letter or digit")
    }
    let now = context.clock.now()
    var generator = IdentifierGenerator(random: context.random)
    let segment = Segment(id: generator.next(at: now), name: name, rule: rule)
    try context.change("campaigns.segment-create", subject: "\(name): \(segment.words)") { connection, _ in
      let store = SegmentStore(connection)
      guard try store.find(name) == nil else {
        throw Failure(
          "campaigns.segment-exists", .conflict, "segment '\(name)' already exists",
          hint: "See it with `qix segment show \(name)`.")
      }
      try store.insert(segment, at: now)
    }
    var document = answer(segment)
    if rule == .list { document.next("`qix segment import \(name) --file users.csv`") }
    return document
  }

  private func answer(_ segment: Segment) -> Document {
    var document = Document("segment.create/1", Segment.fields, of: segment)
    document.primary = segment.name
    return document
  }

  private var rule: Segment.Rule {
    if let share { return .share(share) }
    return since == nil && before == nil ? .list : .members(since: since, before: before)
  }
}

extension Segment {
  static let fields: [Field<Segment>] = [
    Field("segment", .text.orNull) { $0.name },
    Field("rule", .text) { $0.words },
  ]
}
