internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix user erase`
struct EraseUser: OldCommand {
  private static let user = OldPositional("user", .text, "usr_… or external id", isRequired: false)
  private static let confirm = OldOption(
    "confirm", .text, placeholder: "USER", "The user, as an id or as it was named, in place of typing it")
  private static let again = OldFlag(
    "again", "Erase once more whoever was erased before and is back with a restored backup")

  static let declaration = Declaration(
    "erase", "Make it impossible to tell who a user was.", roles: .adminsOnly,
    discussion: """
      Destroys the key that the user's personal data is encrypted with, what they are found by, their username, their \
      external id, and free text in every module. The ledger keeps its entries under an id that is nobody's. This can't \
      be undone.

      A backup made before still holds the encrypted data and the wrapped key: keep backups no longer than you must. \
      The home's file `erasures` remembers who was erased; after restoring a backup, run `qix user erase --again`.
      """,
    parameters: [user, confirm, again],
    examples: [
      Example("qix user erase shop-4711", "asks for the id to be typed"),
      Example("qix user erase --again --yes", "after a backup was restored"),
    ], effect: .changes)

  private let user: String?
  private let confirmation: String?
  private let isAgain: Bool
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    user = arguments[Self.user]
    confirmation = arguments[Self.confirm]
    isAgain = arguments[Self.again]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
    guard (user != nil) != isAgain else {
      throw UsageError(isAgain ? "--again takes no user" : "missing USER", hint: "Name a user, or give --again.")
    }
  }

  func run(in context: Context) throws {
    try context.requireAllModules()
    let list = ErasureList(context.home)
    let users = try context.database.read { try wanted(list, in: $0, context) }
    if !isDryRun, !users.isEmpty {
      if let user, users.count == 1 {
        try context.terminal.confirmByTyping("\(users[0])", or: user, given: confirmation)
      } else {
        try context.terminal.confirm("Erase \(users.count.counted("user"))?")
      }
    }
    try erase(users, list, in: context)
    var document = Document("user.erase/1")
    if !users.isEmpty { document.primary = users.map { "\($0)" }.joined(separator: "\n") }
    document.table("erased", columns: [Column("user", "USER")], rows: users.map { [.identifier("\($0)")] })
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { return context.terminal.note("Nothing was changed.") }
    if users.isEmpty { return context.terminal.note("Nobody is left to be erased.") }
    if try !Erasure.cutLog(context.database) {
      context.terminal.warn(
        "Somebody is reading, so the write-ahead log still holds earlier pages. Run `qix user erase --again` later.")
    }
    let copies = Erasure.copies(in: context.home)
    context.terminal.note(
      "Backups made before still hold the encrypted data: delete them when you no longer need them."
        + (copies.isEmpty ? "" : " In \(context.home.path) these do: \(copies.joined(separator: ", "))."))
  }

  private func wanted(_ list: ErasureList, in connection: Connection, _ context: Context) throws -> [UserID] {
    guard let user else { return try list.returned(in: connection) }
    let found = try UserNamed.find(user, context.userDirectory, in: connection)
    return found.standing == .erased ? [] : [found.id]
  }

  private func erase(_ users: [UserID], _ list: ErasureList, in context: Context) throws {
    guard !users.isEmpty else {
      // A log that could not be cut the last time.
      if !isDryRun { _ = try Erasure.cutLog(context.database) }
      return
    }
    let remains = try context.openCodeRemains(of: users)
    try context.database.write(
      Change("identity.erase", subject: users.count == 1 ? "\(users[0])" : users.count.counted("user"), reason: reason),
      isDryRun: isDryRun
    ) { connection, _ in
      let known = Set(try list.users())
      for user in users {
        // Merged or erased since it was asked about.
        guard let found = try User.first(user, in: connection), found.survivor == nil else {
          throw UserError.changedMeanwhile
        }
        let ids = [user] + (try connection.aliases(of: user))
        try Erasure.run(user, in: connection, context: context, remains: remains)
        if !isDryRun { try list.append(ids.filter { !known.contains($0) }, at: context.clock.now()) }
      }
    }
  }
}
