internal import CampaignsContract
internal import PicturesContract
internal import QixDefinitions
internal import QixShake

/// `qix badge create`
struct CreateBadge: Command {
  static let declaration = Declaration(
    "create", "Make a badge that shakes lead to.", roles: [.operator],
    discussion: """
      Accepted shakes count from now on, whether or not they win. A streak is a row of days in the time zone of the \
      setting badges.time-zone. A badge's goal can't be changed: retire the badge and make another.
      """,
    examples: [
      Example("qix badge create fortnight --days 14 --title \"A whole fortnight\"", "a streak of fourteen days"),
      Example("qix badge create regular --days 30 --missed 1", "a streak that forgives a day"),
      Example("qix badge create lucky --wins 10 --campaign harvest", "ten wins in one campaign"),
      Example("qix badge create all-rounder --each tv --each read", "a shake of each of two types"),
      Example("qix badge create founder --by-hand", "one that is given by hand"),
    ],
    answer: AnswerShape("badge.create/1", Badge.fields), effect: .changes)

  private let named = BadgeNamed()
  @Option("title", .title, "The title for people; the default is the name") private var title: String?
  @Option("text", .text, "More about the badge, in words") private var text: String?
  @Option(
    "texts", .texts, placeholder: "JSON",
    "Title and text in further languages, such as {\"it\": {\"title\": \"Una settimana\"}}")
  private var texts: WrittenTexts?
  @Option("picture", .picture, "Its picture: picture:NAME (`qix picture add`), or an https address")
  private var picture: WrittenPicture?
  @Option("days", .integer(in: 2...10_000), placeholder: "N", "For a shake on each of N days in a row")
  private var days: Int64?
  @Option(
    "missed", .integer(in: 0...30), placeholder: "N", "Days that may be missed between two days of a streak",
    default: "0")
  private var missed: Int64
  @Option("shakes", .integer(in: 1...1_000_000_000), placeholder: "N", "For N shakes") private var shakes: Int64?
  @Option("wins", .integer(in: 1...1_000_000_000), placeholder: "N", "For N winning shakes") private var wins: Int64?
  @Option("each", .text, placeholder: "TYPE", "For a shake of this type, and of each other type given")
  private var each: [String]
  @Flag("by-hand", "For other reasons than shakes: the badge is given by hand") private var isByHand: Bool
  @Option("campaign", .text, "Only shakes of this campaign count") private var campaign: String?
  @Option("type", .text, "Only shakes of this type count") private var type: String?
  private let unlessThere = IfNotExistsFlag()

  /// The goal of the one option that says what the badge is for.
  private func goal() throws -> Badge.Goal {
    let goals: [Badge.Goal] = [
      days.map { .days($0, missed: missed) }, shakes.map(Badge.Goal.shakes), wins.map(Badge.Goal.wins),
      each.isEmpty ? nil : .types(Set(each).sorted()), isByHand ? .byHand : nil,
    ].compactMap { $0 }
    guard let goal = goals.first, goals.count == 1 else {
      throw Failure(
        "badges.goal", .usage, "a badge has one goal",
        hint: "Give one of --days, --shakes, --wins, --each or --by-hand.")
    }
    return goal
  }

  func check() throws {
    guard ItemName.isWellFormed(named.name) else {
      throw Failure("badges.name-malformed", .usage, "'\(named.name)' can't be a badge's name: \(ItemName.remedy())")
    }
    _ = try goal()
    if missed > 0, days == nil { throw UsageError("--missed needs --days") }
    if !each.isEmpty, type != nil { throw UsageError("--type can't be given with --each, which names types") }
    if isByHand, type != nil || campaign != nil {
      throw UsageError("--campaign and --type choose which shakes count, but with --by-hand no shake counts")
    }
  }

  func run(in context: Context) throws -> Document {
    let existing = {
      try context.database.read { try BadgeStore($0).find(named.name) }?.badge.document("badge.create/1")
    }
    return try unlessThere.answer(existing: existing) { try make(in: context) }
  }

  private func make(in context: Context) throws -> Document {
    let goal = try goal()
    let known = try ShakeTypes.all(of: context.registry).keys.sorted()
    if let unknown = (each + [type].compactMap { $0 }).sorted().first(where: { !known.contains($0) }) {
      throw Failure(
        "badges.type-not-found", .notFound,
        "there is no type of shake '\(unknown)'; there are \(known.joined(separator: ", "))")
    }
    let (directory, pictures) = (try context.service(Campaigns.directory), try PictureLinks(context))
    let badge = try context.change("badges.create", subject: "\(named.name): \(goal.words)") { connection, _ in
      let campaign = try campaign.map { name in
        guard let found = try directory.find(name, in: connection) else {
          throw Failure(
            "badges.campaign-not-found", .notFound, "there is no campaign '\(name)'",
            hint: "List the campaigns with `qix campaign list`.")
        }
        return found.id
      }
      let badge = Badge(
        name: named.name, title: title ?? named.name, text: text ?? "", texts: texts?.words, picture: picture?.text,
        goal: goal, campaign: campaign, type: type)
      try pictures.require(badge.picture, in: connection)
      try BadgeStore(connection).insert(badge, at: context.clock.now())
      return badge
    }
    var document = badge.document("badge.create/1")
    document.next("use it in campaigns and rewards with the condition badge:\(badge.name)")
    return document
  }
}
