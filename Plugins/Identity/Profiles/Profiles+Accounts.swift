internal import IdentityContract
internal import QixModule

/// Accounts at issuers of ID tokens: found by a keyed hash of issuer and subject, shown from a box of both.
extension Profiles {
  func link(_ account: LinkedAccount, to user: UserID, in connection: Connection) throws {
    let user = try User.living(user, in: connection).id
    let key = try keys.keyOrNew(of: user, in: connection)
    let hash = try self.hash(account, in: connection)
    if let owner = try self.owner(ofHash: hash, in: connection) {
      guard owner == user else { throw UserError.belongsToAnother("account", owner) }
      return
    }
    // A subject is ASCII without an end of line (OpenID Connect Core §2), an issuer a URL: one line each.
    let text = "\(account.issuer)\n\(account.subject)"
    let box = PersonalBox.seal(text, PersonalBox.place(ofAccount: hash, user), key: key, random: keys.random)
    try connection.execute(
      "INSERT INTO identity_accounts (hash, user, box, linked_at) VALUES (\(hash), \(user), \(box), \(clock.now()))")
    try prove(.account, of: user, in: connection)
  }

  func unlink(_ account: LinkedAccount, from user: UserID, in connection: Connection) throws {
    let user = try User.living(user, in: connection).id
    guard try Self.hasKeys(in: connection) else { throw UserError.notLinked }
    try connection.execute(
      "DELETE FROM identity_accounts WHERE hash = \(try hash(account, in: connection)) AND user = \(user)")
    guard connection.changes > 0 else { throw UserError.notLinked }
    if try !Holdings(of: user, in: connection).hasAccount {
      try connection.execute("DELETE FROM identity_proofs WHERE user = \(user) AND proof = \(Proof.account.rawValue)")
    }
    try Modes.settle(user, in: connection)
  }

  func user(linkedTo account: LinkedAccount, in connection: Connection) throws -> UserID? {
    guard try Self.hasKeys(in: connection) else { return nil }
    return try owner(ofHash: try hash(account, in: connection), in: connection)
  }

  func accounts(of user: UserID, in connection: Connection) throws -> [LinkedAccount] {
    try dated(accountsOf: try User.survivor(of: user, in: connection).id, in: connection).map(\.account)
  }

  /// The oldest first.
  func dated(accountsOf user: UserID, in connection: Connection) throws -> [(account: LinkedAccount, at: Timestamp)] {
    guard let key = try keys.key(of: user, in: connection) else { return [] }
    let rows = try connection.fetchAll(
      "SELECT hash, box, linked_at FROM identity_accounts WHERE user = \(user) ORDER BY linked_at, hash"
    ) { ($0["hash"] as [UInt8], $0["box"] as [UInt8], $0["linked_at"] as Timestamp) }
    var accounts: [(account: LinkedAccount, at: Timestamp)] = []
    for (hash, box, at) in rows {
      let text = try PersonalBox.open(box, PersonalBox.place(ofAccount: hash, user), key: key)
      let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      guard lines.count == 2 else { throw StorageError.corrupt("a linked account is not an issuer and a subject") }
      accounts.append((LinkedAccount(issuer: String(lines[0]), subject: String(lines[1])), at))
    }
    return accounts
  }

  func hash(_ account: LinkedAccount, in connection: Connection) throws -> [UInt8] {
    try keys.hash("account", [account.issuer, account.subject], in: connection)
  }

  private func owner(ofHash hash: [UInt8], in connection: Connection) throws -> UserID? {
    try connection.fetchOne("SELECT user FROM identity_accounts WHERE hash = \(hash)")
  }
}
