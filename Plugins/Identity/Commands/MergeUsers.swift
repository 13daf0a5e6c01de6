internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix user merge`
struct MergeUsers: OldCommand {
  private static let from = OldPositional("from", .text, "Who goes: usr_… or external id")
  private static let into = OldOption(
    "into", .text, placeholder: "USER", "Who stays: usr_… or external id", isRequired: true)

  static let declaration = Declaration(
    "merge", "Move everything of one user to another who is the same person.", roles: [.operator],
    discussion: """
      Coins move by double entry, once: a repeat changes nothing and answers the same. The survivor's own personal data \
      stays, what it lacks comes from the other. The old id and external id go on as aliases of the survivor. It can't \
      be taken back; --dry-run shows what would move.

      Where the one who goes has proved a number, an address or an account, both have to consent that have (--consent, \
      once for each), or a second person has to approve, with --reason; they are told.
      """,
    parameters: [from, into, Consent.option],
    examples: [
      Example("qix user merge shop-4711 --into app-4711 --dry-run", "what would move"),
      Example("qix user merge shop-4711 --into app-4711 --reason 'same phone'", "move it"),
    ], effect: .changes)

  private let from: String
  private let into: String
  private let consents: [CodeRequestID]
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    from = try arguments.require(Self.from)
    into = try arguments.require(Self.into)
    consents = arguments[Consent.option]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    try context.requireAllModules()
    let merge = Merge(
      context: context, directory: context.userDirectory, profiles: try context.openProfilesIfNeeded(for: [from]))
    let users = try context.database.read { try consenting($0, merge.directory) }
    let notice = try users.isEmpty ? Notice(context) : Notice(to: users, context.openProfiles(), context)
    let consent = Consent(context: context, given: consents, reason: reason, isDryRun: isDryRun)
    let outcome = try context.database.write(
      Change("identity.merge", reason: reason), isDryRun: isDryRun
    ) { connection, change -> Result<Merge.Result, UserError.Waiting> in
      guard try users == consenting(connection, merge.directory) else { throw UserError.changedMeanwhile }
      if !users.isEmpty {
        let wish = Consent.Wish(
          users: users, operation: "merge \(users[0]) into \(try target(connection, merge.directory))", detail: [])
        // Nobody is asked about what can't be done.
        do {
          try connection.savepoint {
            _ = try merge.run(from, into: into, in: connection)
            throw Undone()
          }
        } catch is Undone {}
        if let waits = try consent.admit(wish, in: connection) {
          change.action = "identity.request-approval"
          change.subject = wish.operation
          return .failure(UserError.Waiting(waits))
        }
      }
      let result = try merge.run(from, into: into, in: connection)
      change.subject = "\(result.user) into \(result.survivor.id)"
      return .success(result)
    }
    let result = try outcome.unwaited()
    if !isDryRun, !result.wasDone { try notice.send() }
    var document = Document("user.merge/1")
    document.primary = "\(result.survivor.id)"
    document.field("user", "user", .identifier("\(result.survivor.id)"))
    document.field("merged", "merged", .identifier("\(result.user)"))
    document.field("mode", "mode", .text(result.survivor.mode.name))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    document.table(
      "moved", title: "Moved", columns: [Column("what", "WHAT"), Column("count", "COUNT", alignment: .trailing)],
      rows: result.moved.map { [.text($0.name), .integer($0.count)] })
    try context.terminal.emit(document)
    if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else if result.wasDone {
      context.terminal.note("They were merged before; this is what was moved then.")
    } else {
      context.terminal.note("\(result.user) is an alias now. Next: `qix wallet show \(result.survivor.id)`.")
    }
  }

  private struct Undone: Error {}

  /// Who has to agree: whoever goes, where something shows who that is, and whoever stays likewise, since what the other
  /// has proved will be theirs.
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
