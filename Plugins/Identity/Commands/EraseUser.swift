internal import IdentityContract
internal import QixModule

/// `qix user erase`
struct EraseUser: Command {
  static let declaration = Declaration(
    "erase", "Make it impossible to tell who a user was.", roles: [.user], requests: [.support],
    discussion: """
      Destroys the key that encrypts the user's personal data, what they are found by, their username, their \
      external id, and free text in every module. The ledger keeps its entries under an id without a user. This \
      can't be undone. The user's coins, holds, vouchers and waiting requests are lost with them. The command lists \
      these first, with --dry-run too.

      A backup made before still holds the encrypted data and the wrapped key: keep backups no longer than you \
      must. The file `erasures` in the data folder remembers who was erased. After restoring a backup, run \
      `qix user erase --again`.
      """,
    examples: [
      Example("qix user erase shop-4711 --confirm shop-4711", "asks for the id to be typed"),
      Example("qix user erase --again --yes", "after a backup was restored"),
    ],
    answer: AnswerShape("user.erase/1", fields), effect: .changes,
    givenByCustomers: ["confirm"])

  private static let fields: [Field<(users: [UserID], losses: [(name: String, count: Int64)])>] = [
    Field("erased", rows: [Field("user", .id) { $0 }]) { $0.users },
    Field(optional: "losses", rows: MergeUsers.counts, title: "Destroyed as well") {
      $0.losses.isEmpty ? nil : $0.losses
    },
  ]

  @Positional("user", .user, "usr_… or external id") private var user: String?
  @Option("confirm", .text, placeholder: "USER", "The user, as an id or as it was named, instead of typing it")
  private var confirmation: String?
  @Flag("again", "Erase again the users who came back with a restored backup")
  private var isAgain: Bool

  func check() throws {
    guard (user != nil) != isAgain else {
      throw UsageError(isAgain ? "--again takes no user" : "missing USER", hint: "Name a user, or give --again.")
    }
  }

  func run(in context: Context) throws -> Document {
    try context.requireAllModules()
    let list = ErasureList(context.home)
    let (users, losses) = try context.database.read { connection in
      let users = try wanted(list, in: connection, context)
      return (users, try Erasure.losses(of: users, in: connection, context: context))
    }
    let told = context.worded(losses)
    // Before somebody confirms it, and before whoever may only ask does.
    let isAsked = context.invocation.approvers != nil || confirmation == nil && !context.isDryRun
    if context.face.isForPeople, isAsked, !losses.isEmpty {
      let words = told.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
      context.face.warn("Erasing destroys for good: \(words).")
    }
    if !context.isDryRun, !users.isEmpty {
      if let user, users.count == 1 {
        // Customers know themselves by no id.
        try context.face.confirmByTyping(
          "\(users[0])", or: context.principal.user == nil ? user : "me", given: confirmation)
      } else {
        try context.face.confirm("Erase \(users.count.counted("user"))?")
      }
    }
    try erase(users, list, in: context)
    var document = Document("user.erase/1", Self.fields, of: (users: users, losses: told))
    if !users.isEmpty { document.primary = users.map { "\($0)" }.joined(separator: "\n") }
    guard !context.isDryRun else { return document }
    guard !users.isEmpty else {
      document.note("There are no users to erase.")
      return document
    }
    if try !Erasure.cutLog(context.database) {
      document.warn(
        "Another process is reading, so the write-ahead log still holds earlier pages. Run `qix user erase --again` later."
      )
    }
    let copies = Erasure.copies(in: context.home)
    document.note(
      "Backups made before still hold the encrypted data: delete them when you no longer need them."
        + (copies.isEmpty ? "" : " In \(context.home.path) these do: \(copies.joined(separator: ", "))."))
    return document
  }

  private func wanted(_ list: ErasureList, in connection: Connection, _ context: Context) throws -> [UserID] {
    guard let user else { return try list.returned(in: connection) }
    let found = try UserNamed.find(user, context.userDirectory, in: connection)
    return found.standing == .erased ? [] : [found.id]
  }

  private func erase(_ users: [UserID], _ list: ErasureList, in context: Context) throws {
    guard !users.isEmpty else {
      // A log that could not be cut the last time.
      if !context.isDryRun { _ = try Erasure.cutLog(context.database) }
      return
    }
    let remains = try context.openCodeRemains(of: users)
    let subject = users.count == 1 ? "\(users[0])" : users.count.counted("user")
    // Remembers in a file who was erased, which can't be tried.
    try context.change(
      "identity.erase", isTried: false,
      asking: { _ in
        AskedChange(
          "erase \(users.map { "\($0)" }.joined(separator: ", "))", of: users[0], coins: .wallet(users[0]))
      }
    ) { connection, change in
      change.subject = subject
      let known = Set(try list.users())
      for user in users {
        // Merged or erased since it was asked about.
        guard let found = try User.first(user, in: connection), found.survivor == nil else {
          throw UserError.changedMeanwhile
        }
        let ids = [user] + (try connection.aliases(of: user))
        try Erasure.run(user, in: connection, context: context, remains: remains)
        if !context.isDryRun { try list.append(ids.filter { !known.contains($0) }, at: context.clock.now()) }
      }
    }
  }
}
