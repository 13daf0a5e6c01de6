internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix badge retire`
struct RetireBadge: OldCommand {
  static let declaration = Declaration(
    "retire", "Let nobody get a badge any more; who has it keeps it.", roles: [.operator],
    parameters: [BadgeNamed.name], examples: [Example("qix badge retire week", "for good")], effect: .changes)

  private let name: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(BadgeNamed.name)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let (badge, users) = try context.database.write(
      Change("badges.retire", subject: name, reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      let store = BadgeStore(connection)
      var (number, badge) = try store.require(name)
      guard !badge.isRetired else { throw BadgeError.retired(name) }
      try store.retire(number, at: context.clock.now())
      badge.isRetired = true
      return (badge, try store.holders(of: number))
    }
    var document = Document("badge.retire/1")
    BadgeNamed.describe(badge, in: &document)
    document.field("users", "users who have it", .integer(users))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}
