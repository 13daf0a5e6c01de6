internal import IdentityContract
internal import QixModule

/// `qix user merge`
struct MergeUsers: Command {
  static let declaration = Declaration(
    "merge", "Move everything of one user to another who is the same person.", roles: [.operator], requests: [.support],
    discussion: """
      Coins move by double entry, once: a repeat changes nothing and gives the same answer. The target's own \
      personal data stays; what it lacks comes from the source. The source's id and external id become aliases of \
      the target. A merge can't be undone; --dry-run shows what would move.

      If the source has verified a number, an address or an account, the merge needs consent (--consent). Each of \
      the two users who has verified one gives it, once. Without consent, give --reason, and another person \
      approves the merge. qix notifies them.
      """,
    examples: [
      Example("qix user merge shop-4711 --into app-4711 --dry-run", "what would move"),
      Example("qix user merge shop-4711 --into app-4711 --reason 'same phone'", "move it"),
    ],
    answer: AnswerShape("user.merge/1", fields), effect: .changes)

  /// How many of what one user had, `open_holds`.
  static let counts: [Field<(name: String, count: Int64)>] = [
    Field("what", .text) { $0.name },
    Field("count", .integer) { $0.count },
  ]

  private static let fields: [Field<(survivor: User, merged: UserID, moved: [(name: String, count: Int64)])>] = [
    Field("user", .id) { $0.survivor.id },
    Field("merged", .id) { $0.merged },
    Field("mode", .text) { $0.survivor.mode.name },
    Field("moved", rows: counts, title: "Moved") { $0.moved },
  ]

  @Positional("from", .user, "The source, who goes: usr_… or external id") private var from: String
  @Option("into", .user, placeholder: "USER", "The target, who stays: usr_… or external id") private var into: String
  private let consent = ConsentOption()

  func run(in context: Context) throws -> Document {
    // Somebody's approval stands for the users' consent too.
    let asks = context.invocation.approvers != nil
    if asks, !consent.given.isEmpty {
      throw UsageError(
        "--consent is for roles that may merge; your request needs approval instead", hint: "Leave --consent out.")
    }
    try context.requireAllModules()
    let merge = Merge(
      context: context, directory: context.userDirectory, profiles: try context.openProfilesIfNeeded(for: [from]))
    let users = try context.database.read { try consenting($0, merge.directory) }
    let notice = try users.isEmpty ? Notice(context) : Notice(to: users, context.openProfiles(), context)
    let consent = consent.consent(in: context)
    let outcome = try context.change(
      "identity.merge", isDone: { (try? $0.get().wasDone) ?? false },
      asking: { connection in
        let user = try merge.directory.find(from, in: connection)
        let both = try [user, target(connection, merge.directory)].compactMap(\.self)
        return AskedChange(
          "merge \(both.map { "\($0)" }.joined(separator: " into "))", of: user,
          detail: try both.flatMap(connection.digestOfProofs), coins: user.map(AskedChange.Coins.wallet))
      }
    ) { connection, change -> Result<Merge.Result, UserError.Waiting> in
      guard try users == consenting(connection, merge.directory) else { throw UserError.changedMeanwhile }
      if !users.isEmpty, !asks {
        let wish = Consent.Wish(
          users: users, operation: "merge \(users[0]) into \(try target(connection, merge.directory))", detail: [],
          coins: .wallet(users[0]))
        // Consent isn't asked for what can't be done.
        do {
          try connection.savepoint {
            _ = try merge.run(from, into: into, in: connection)
            throw Undone()
          }
        } catch is Undone {}
        if let waiting = try consent.admit(wish, &change, in: connection) { return .failure(waiting) }
      }
      let result = try merge.run(from, into: into, in: connection)
      change.subject = "\(result.user) into \(result.survivor.id)"
      return .success(result)
    }
    let result = try outcome.unwaited()
    if !context.isDryRun, !result.wasDone { try notice.send() }
    var document = Document(
      "user.merge/1", Self.fields,
      of: (survivor: result.survivor, merged: result.user, moved: context.worded(result.moved)))
    document.primary = "\(result.survivor.id)"
    if result.wasDone {
      document.note("These users were merged before; this is what was moved then.")
    } else {
      document.next("`qix wallet show \(result.survivor.id)`; \(result.user) is now an alias of this user")
    }
    return document
  }

  private struct Undone: Error {}

  /// The users who have to agree: the one who goes, if they have proved anything, and the one who stays likewise, since
  /// what the other has proved will be theirs.
  private func consenting(_ connection: Connection, _ directory: Directory) throws -> [UserID] {
    guard let goes = try directory.findExactly(from, in: connection), goes.survivor == nil,
      try !Holdings(of: goes.id, in: connection).proofs.isEmpty, let stays = try directory.find(into, in: connection),
      stays != goes.id
    else { return [] }
    return try [goes.id] + (Holdings(of: stays, in: connection).proofs.isEmpty ? [] : [stays])
  }

  private func target(_ connection: Connection, _ directory: Directory) throws -> UserID {
    guard let stays = try directory.find(into, in: connection) else { throw UserError.notFound(into) }
    return stays
  }
}
