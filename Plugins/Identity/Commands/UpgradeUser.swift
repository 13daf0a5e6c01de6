internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix user upgrade`
struct UpgradeUser: OldCommand {
  private static let to = OldOption(
    "to", .choice([Mode.signed.name, Mode.pro.name]), placeholder: "MODE", "signed or pro; without it the next one")

  static let declaration = Declaration(
    "upgrade", "Raise a user to a mode whose requirements they meet; the id stays.", roles: [.operator, .integrator],
    parameters: [UserNamed.user, to],
    examples: [
      Example("qix user upgrade shop-4711", "to the next mode"),
      Example("qix user upgrade shop-4711 --to pro --dry-run", "whether it would be allowed, and what is missing"),
    ], effect: .changes)

  private let user: String
  private let mode: Mode?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    user = try arguments.require(UserNamed.user)
    mode = arguments[Self.to].flatMap(Mode.init(name:))
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let directory = context.userDirectory
    let names = NameDirectory(random: context.random)
    let (before, after) = try context.database.write(
      Change("identity.upgrade", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let before = try UserNamed.find(user, directory, in: connection)
      let target = mode ?? Mode(rawValue: before.mode.rawValue + 1) ?? .pro
      change.subject = "\(before.id) \(target.name)"
      try Modes.upgrade(before.id, to: target, names: names, in: connection)
      return (before, try User.survivor(of: before.id, in: connection))
    }
    var document = Document("user.upgrade/1")
    document.primary = "\(after.id)"
    document.field("user", "user", .identifier("\(after.id)"))
    document.field("mode", "mode", .text(after.mode.name))
    document.field("was", "was", .text(before.mode.name))
    document.field("username", "username", after.username.map(Cell.text) ?? .missing)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else if before.mode == after.mode {
      context.terminal.note("The user was in \(after.mode.name) mode already.")
    } else {
      context.terminal.note("Next: `qix user show \(after.id)`.")
    }
  }
}
