internal import IdentityContract
internal import QixModule

/// The usernames of this home.
struct NameDirectory: Usernames {
  let random: any RandomSource

  func name(of user: UserID, in connection: Connection) throws -> String? {
    try User.survivor(of: user, in: connection).username
  }

  func nameOrNew(of user: UserID, in connection: Connection) throws -> String {
    let user = try User.living(user, in: connection)
    if let name = user.username { return name }
    // With growing numbers until one is free; there are some ten million with two digits already.
    for attempt in 0..<64 {
      let name = NameWords.compose(random, digits: 2 + attempt / 8)
      if try insert(Username(name), user.id, in: connection) { return name }
    }
    throw UserError.usernameTaken
  }

  func user(named name: String, in connection: Connection) throws -> UserID? {
    let likeness = Username.likeness(of: name)
    return try connection.fetchOne("SELECT user FROM identity_usernames WHERE likeness = \(likeness)")
  }

  func setName(_ name: String, of user: UserID, in connection: Connection) throws {
    let user = try User.living(user, in: connection)
    let username = try Username(name)
    guard user.username != name else { return }
    if let owner = try self.user(named: name, in: connection), owner != user.id { throw UserError.usernameTaken }
    try connection.execute("DELETE FROM identity_usernames WHERE user = \(user.id)")
    guard try insert(username, user.id, in: connection) else { throw UserError.usernameTaken }
  }

  func avatar(of user: UserID, in connection: Connection) throws -> String {
    let user = try User.survivor(of: user, in: connection)
    return Avatar(user.username ?? "\(user.id)").svg
  }

  private func insert(_ username: Username, _ user: UserID, in connection: Connection) throws -> Bool {
    try connection.execute(
      """
      INSERT INTO identity_usernames (likeness, user, username) VALUES (\(username.likeness), \(user), \(username.text))
      ON CONFLICT (likeness) DO NOTHING
      """)
    return connection.changes == 1
  }
}
