internal import IdentityContract
package import QixModule

extension MembersModule: UserDataHolding {
  /// Numbers lead to the survivor, who is shown their own one as before. Handles stay, since a merged id leads there.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    if try Member.shown(of: survivor, in: connection) != nil {
      try connection.execute("UPDATE members_numbers SET is_shown = 0 WHERE user = \(user)")
    }
    try connection.execute("UPDATE members_numbers SET user = \(survivor) WHERE user = \(user)")
    let numbers = Int64(connection.changes)
    return numbers == 0 ? [] : [("member_numbers", numbers)]
  }

  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.execute(
      "DELETE FROM members_used WHERE number IN (SELECT number FROM members_numbers WHERE user = \(user))")
    try connection.execute(
      "DELETE FROM members_phones WHERE number IN (SELECT number FROM members_numbers WHERE user = \(user))")
    try connection.execute("DELETE FROM members_numbers WHERE user = \(user)")
    for id in try ids(of: user, in: connection, context) {
      try connection.execute("DELETE FROM members_handles WHERE user = \(id)")
    }
  }

  /// The numbers, and the tills that have read a code lately: `members.export/1`.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    writer.array("numbers", of: try Member.all(of: user, in: connection)) { writer, member in
      writer.member("number", "\(member.number)")
      writer.member("made", "\(member.made)")
      writer.member("renewed", member.epoch)
    }
    let handles = try ids(of: user, in: connection, context).flatMap { try MemberHandle.all(of: $0, in: connection) }
    writer.array("presented", of: handles) { writer, handle in
      writer.member("at", "\(handle.made)")
      writer.member("till", handle.till)
    }
  }

  private static func ids(of user: UserID, in connection: Connection, _ context: Context) throws -> [UserID] {
    [user] + (try context.service(Users.directory).former(of: user, in: connection))
  }
}
