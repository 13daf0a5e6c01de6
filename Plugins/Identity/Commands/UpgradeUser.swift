internal import IdentityContract
internal import QixModule

/// `qix user upgrade`
struct UpgradeUser: Command {
  static let declaration = Declaration(
    "upgrade", "Raise a user to an account level whose requirements they meet; the id stays.",
    roles: [.operator, .integrator, .user],
    examples: [
      Example("qix user upgrade shop-4711", "to the next level"),
      Example("qix user upgrade shop-4711 --to pro --dry-run", "whether it would be allowed, and what is missing"),
    ],
    answer: AnswerShape("user.upgrade/1", fields), effect: .changes, givenByCustomers: ["to"])

  private static let fields: [Field<(before: User, after: User)>] =
    User.idAndMode.of { $0.after } + [Field("was", .text) { $0.before.mode.name }] + [User.name].of { $0.after }

  private let user = UserNamed()
  @Option(
    "to", .choice([Mode.signed, .pro], named: \.name), placeholder: "MODE", "signed or pro; the default is the next one"
  )
  private var mode: Mode?

  func run(in context: Context) throws -> Document {
    let directory = context.userDirectory
    let names = NameDirectory(random: context.random)
    let (before, after) = try context.change("identity.upgrade") { connection, change in
      let before = try user.find(directory, in: connection)
      let target = mode ?? Mode(rawValue: before.mode.rawValue + 1) ?? .pro
      change.subject = "\(before.id) \(target.name)"
      try Modes.upgrade(before.id, to: target, names: names, in: connection)
      return (before, try User.survivor(of: before.id, in: connection))
    }
    var document = Document("user.upgrade/1", Self.fields, of: (before: before, after: after))
    document.primary = "\(after.id)"
    if before.mode == after.mode {
      document.note("The user was already at account level \(after.mode.name).")
    } else {
      document.next("`qix user show \(after.id)`")
    }
    return document
  }
}
