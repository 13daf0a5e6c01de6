internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// What giving a badge by hand and taking it away have in common.
struct Giving {
  let name: String
  let reference: String
  let isDryRun: Bool
  let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(BadgeNamed.name)
    reference = try arguments.require(BadgeNamed.user)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  /// - Parameter act: returns whether anything changed.
  func run(
    _ action: String, in context: Context, _ act: (BadgeStore, BadgeStore.Kept, UserID) throws -> Bool
  ) throws {
    let (user, changed) = try context.database.write(Change("badges.\(action)", reason: reason), isDryRun: isDryRun) {
      connection, change in
      let store = BadgeStore(connection)
      let kept = try store.require(name)
      let user = try BadgeNamed.find(reference, context, in: connection)
      change.subject = "\(name): \(user)"
      return (user, try act(store, kept, user))
    }
    var document = Document("badge.\(action)/1")
    document.primary = name
    document.field("badge", "badge", .text(name))
    document.field("user", "user", .identifier("\(user)"))
    document.field("changed", "changed", .boolean(changed))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}
