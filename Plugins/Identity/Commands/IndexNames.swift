internal import IdentityContract
internal import QixModule

/// `qix user index-names`
struct IndexNames: Command {
  static let declaration = Declaration(
    "index-names", "Let users from before 0.7.0 be found by name.", roles: [.operator],
    discussion: """
      Needs the vault. `qix find` finds users by the beginnings of their names. New names are found at once. Run this \
      once after an upgrade for the names that were there before. It goes through 200 users at a time, and can be \
      interrupted: it then goes on where it stopped.
      """,
    examples: [
      Example("qix user index-names", "all that are left"),
      Example("qix user index-names --dry-run", "how many are left"),
    ],
    answer: AnswerShape("user.index-names/1", fields), effect: .changes)

  private typealias Counts = (done: Int64, left: Int64)
  private static let fields: [Field<Counts>] = [
    Field("users", .integer, "users done") { $0.done },
    Field("left", .integer) { $0.left },
  ]

  func run(in context: Context) throws -> Document {
    var counts: Counts = (0, try context.database.read(Profiles.countOfUnindexed))
    guard counts.left > 0, !context.isDryRun else {
      return Document("user.index-names/1", Self.fields, of: counts)
    }
    let profiles = try context.openProfiles()
    let progress = context.face.progress("names", total: counts.left, unit: "users")
    defer { progress.finish() }
    context.face.catchInterruption()
    while counts.left > 0 {
      if context.face.interruption.isRequested { throw Interrupted.goesOn }
      let (done, left) = try context.change("identity.index-names") { connection, change in
        let done = try profiles.indexNames(in: connection)
        let left = try Profiles.countOfUnindexed(in: connection)
        change.subject = "\(done.counted("user")), \(left) left"
        return (done, left)
      }
      counts = (counts.done + done, left)
      progress.advance(to: counts.done)
    }
    return Document("user.index-names/1", Self.fields, of: counts)
  }
}
