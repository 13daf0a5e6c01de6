internal import IdentityContract
internal import QixModule

extension UserNamed {
  /// Lets the user act, or not.
  /// - Parameter next: what can be done after it.
  func change(to standing: Standing, _ verb: String, in context: Context, next: (UserID) -> String) throws -> Document {
    let directory = context.userDirectory
    let found = try context.change(
      "identity.\(verb)", isDone: { $0.standing == standing },
      asking: { connection in
        let user = try find(directory, in: connection).id
        // Who approves that one suspension ends has said nothing of the next.
        let suspension = try UserHistory.suspension(of: user, in: connection).map { Array("\($0.number)".utf8) }
        return AskedChange("\(verb) \(user)", of: user, detail: suspension ?? [])
      }
    ) { connection, change in
      let found = try find(directory, in: connection)
      guard found.standing != .erased else { throw UserError.erased(found.id) }
      change.subject = "\(found.id)"
      if found.standing != standing {
        try connection.execute("UPDATE identity_users SET standing = \(standing.rawValue) WHERE id = \(found.id)")
        try connection.tell(standing == .suspended ? "user.suspended" : "user.resumed", of: found.id, user: found.id)
      }
      return found
    }
    var document = Document("user.\(verb)/1")
    document.primary = "\(found.id)"
    document.field("user", .identifier(found.id))
    document.field("standing", .text(standing.name))
    document.field("was", .text(found.standing.name))
    if found.standing == standing {
      document.note("The user was already \(standing.name).")
    } else {
      document.next(next(found.id))
    }
    return document
  }
}
