internal import CampaignsContract
internal import QixDefinitions
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import QixTerminal

/// `qix badge create`
struct CreateBadge: OldCommand {
  private static let title = OldOption("title", .title, "What people read; its name where there is none")
  private static let text = OldOption("text", .text, "More about it, in words")
  private static let days = OldOption(
    "days", .integer(in: Int64(2)...10_000), placeholder: "N", "For a shake on each of so many days in a row")
  private static let missed = OldOption(
    "missed", .integer(in: Int64(0)...30), placeholder: "N", "Days that may be missed between two of a row",
    default: "0")
  private static let shakes = OldOption(
    "shakes", .integer(in: Int64(1)...1_000_000_000), placeholder: "N", "For so many shakes")
  private static let wins = OldOption(
    "wins", .integer(in: Int64(1)...1_000_000_000), placeholder: "N", "For so many that won")
  private static let each = OldRepeatedOption(
    "each", .text, placeholder: "TYPE", "For a shake of this type, and of each other one that is named")
  private static let byHand = OldFlag("by-hand", "For what shakes don't tell: somebody gives it")
  private static let campaign = OldOption("campaign", .text, "Shakes of this campaign alone count")
  private static let type = OldOption("type", .text, "Shakes of this type alone count")

  static let declaration = Declaration(
    "create", "Make a badge that shakes lead to.", roles: [.operator],
    discussion: """
      Shakes that are accepted count, whether or not they win, from now on. A streak is a row of days by the clock of \
      the setting badges.time-zone. What a badge is for stays as it is; retire it and make another to change that.
      """,
    parameters: [
      BadgeNamed.name, title, text, days, missed, shakes, wins, each, byHand, campaign, type,
    ],
    examples: [
      Example("qix badge create week --days 7 --title \"A whole week\"", "a streak of seven days"),
      Example("qix badge create regular --days 30 --missed 1", "a streak that forgives a day"),
      Example("qix badge create lucky --wins 10 --campaign harvest", "ten wins in one campaign"),
      Example("qix badge create all-rounder --each tv --each read", "a shake of each of two types"),
      Example("qix badge create founder --by-hand", "one that is given"),
    ], effect: .changes)

  private let badge: Badge
  private let campaign: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    let name = try arguments.require(BadgeNamed.name)
    guard ItemName.isWellFormed(name) else { throw BadgeError.malformedName(name) }
    var goals: [Badge.Goal] = []
    let missed = arguments[Self.missed] ?? 0
    if let days = arguments[Self.days] { goals.append(.days(days, missed: missed)) }
    if let shakes = arguments[Self.shakes] { goals.append(.shakes(shakes)) }
    if let wins = arguments[Self.wins] { goals.append(.wins(wins)) }
    let types = arguments[Self.each]
    if !types.isEmpty { goals.append(.types(Set(types).sorted())) }
    if arguments[Self.byHand] { goals.append(.byHand) }
    guard goals.count == 1, let goal = goals.first else { throw BadgeError.oneGoal }
    let type = arguments[Self.type]
    if missed > 0, arguments[Self.days] == nil { throw UsageError("--missed goes with --days alone") }
    if !types.isEmpty, type != nil { throw UsageError("--type can't be given with --each, which names types") }
    if goal == .byHand, type != nil || arguments[Self.campaign] != nil {
      throw UsageError("--campaign and --type say which shakes count, and none does with --by-hand")
    }
    badge = Badge(
      name: name, title: arguments[Self.title] ?? name, text: arguments[Self.text] ?? "", goal: goal, campaign: nil,
      type: type)
    campaign = arguments[Self.campaign]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let known = try ShakeTypes.all(of: context.registry).keys.sorted()
    let named: [String] = if case .types(let types) = badge.goal { types } else { badge.type.map { [$0] } ?? [] }
    if let unknown = named.first(where: { !known.contains($0) }) { throw BadgeError.noType(unknown, known: known) }
    let directory = try context.service(Campaigns.directory)
    let made = try context.database.write(
      Change("badges.create", subject: "\(badge.name): \(badge.goal.words)", reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      var badge = self.badge
      if let campaign {
        guard let found = try directory.find(campaign, in: connection) else { throw BadgeError.noCampaign(campaign) }
        badge.campaign = found.id
      }
      try BadgeStore(connection).insert(badge, at: context.clock.now())
      return badge
    }
    var document = Document("badge.create/1")
    BadgeNamed.describe(made, in: &document)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun ? "Nothing was changed." : "Campaigns and rewards can ask for it with the condition badge:\(badge.name)."
    )
  }
}
