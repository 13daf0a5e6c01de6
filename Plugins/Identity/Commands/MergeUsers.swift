internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix user merge`
struct MergeUsers: Command {
  private static let from = Positional("from", .text, "Who goes: usr_… or external id")
  private static let into = Option(
    "into", .text, placeholder: "USER", "Who stays: usr_… or external id", isRequired: true)

  static let declaration = Declaration(
    "merge", "Move everything of one user to another who is the same person.", roles: [.operator],
    discussion: """
      Coins move by double entry, once: a repeat changes nothing and answers the same. The survivor's own personal data \
      stays, what it lacks comes from the other. The old id and external id go on as aliases of the survivor. It can't \
      be taken back; --dry-run shows what would move.
      """,
    parameters: [from, into],
    examples: [
      Example("qix user merge shop-4711 --into app-4711 --dry-run", "what would move"),
      Example("qix user merge shop-4711 --into app-4711 --reason 'same phone'", "move it"),
    ], effect: .changes)

  private let from: String
  private let into: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    from = try arguments.require(Self.from)
    into = try arguments.require(Self.into)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    try context.requireAllModules()
    let merge = Merge(
      context: context, directory: context.userDirectory, profiles: try context.openProfilesIfNeeded(for: [from]))
    let result = try context.database.write(
      Change("identity.merge", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let result = try merge.run(from, into: into, in: connection)
      change.subject = "\(result.user) into \(result.survivor.id)"
      return result
    }
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
}
