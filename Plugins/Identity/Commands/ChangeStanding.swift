internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// What `suspend` and `resume` have in common.
struct ChangeStanding: Sendable {
  let action: String
  let standing: Standing
  let user: String
  let isDryRun: Bool
  let reason: String?

  init(_ action: String, _ standing: Standing, _ arguments: Arguments) throws {
    self.action = action
    self.standing = standing
    user = try arguments.require(UserNamed.user)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context, next: (UserID) -> String) throws {
    let directory = context.userDirectory
    let found = try context.database.write(
      Change("identity.\(action)", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let found = try UserNamed.find(user, directory, in: connection)
      guard found.standing != .erased else { throw UserError.erased(found.id) }
      change.subject = "\(found.id)"
      if found.standing != standing {
        try connection.run(
          "UPDATE identity_users SET standing = ?2 WHERE id = ?1", .id(found.id), .integer(standing.rawValue))
      }
      return found
    }
    var document = Document("user.\(action)/1")
    document.primary = "\(found.id)"
    document.field("user", "user", .identifier("\(found.id)"))
    document.field("standing", "standing", .text(standing.name))
    document.field("was", "was", .text(found.standing.name))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else if found.standing == standing {
      context.terminal.note("The user was \(standing.name) already.")
    } else {
      context.terminal.note(next(found.id))
    }
  }
}
