internal import IdentityContract
internal import QixCrypto
internal import QixModule

extension Profiles {
  /// Moves what is personal from one user to another and destroys the first one's key. Where both have a value the
  /// survivor's stays; its proof goes with a value that moves.
  /// - Returns: how many values and accounts were moved.
  func move(_ user: UserID, to survivor: UserID, in connection: Connection) throws -> (fields: Int64, accounts: Int64) {
    // What is claimed goes by the hash under which the survivor will be found.
    try rekey(user, in: connection)
    let values = try self.values(of: user, in: connection)
    let accounts = try self.dated(accountsOf: user, in: connection)
    let proofs = try connection.fetchAll("SELECT proof, proved_at FROM identity_proofs WHERE user = \(user)") {
      ($0["proof"] as String, $0["proved_at"] as Timestamp)
    }
    let notes = try self.notes(on: user, in: connection)
    let claims = try rememberedClaims(of: user, in: connection)
    let kept = try Holdings(of: survivor, in: connection)
    try Self.destroy(user, in: connection)
    guard !values.isEmpty || !accounts.isEmpty || !notes.isEmpty || !claims.isEmpty else { return (0, 0) }

    let key = try keys.keyOrNew(of: survivor, in: connection)
    var moved: Set<String> = []
    for (field, value, at) in values where !kept.fields.contains(field) {
      let box = PersonalBox.seal(value, PersonalBox.place(of: field, survivor), key: key, random: keys.random)
      try connection.execute(
        "INSERT INTO identity_fields (user, field, box, set_at) VALUES (\(survivor), \(field.rawValue), \(box), \(at))")
      if field.isUnique {
        try addLookup(of: field, value, leadingTo: survivor, in: connection)
      }
      if field.nameNumber != nil { try index(field, value, of: survivor, in: connection) }
      moved.insert(field.rawValue)
    }
    for (account, at) in accounts {
      try link(account, to: survivor, in: connection)
      try connection.execute(
        """
        UPDATE identity_accounts SET linked_at = \(at)
        WHERE hash = \(try keys.hash("account", [account.issuer, account.subject], in: connection))
        """)
    }
    try move(claims: claims, to: survivor, in: connection)
    for note in notes { try keep(note, of: survivor, key: key, in: connection) }
    for (proof, at) in proofs where moved.contains(proof) {
      try connection.execute(
        "INSERT INTO identity_proofs (user, proof, proved_at) VALUES (\(survivor), \(proof), \(at))")
    }
    return (Int64(moved.count), Int64(accounts.count))
  }

  /// Destroys a user's key, everything that was under it, and requests for codes. Needs no vault.
  static func destroy(_ user: UserID, in connection: Connection) throws {
    for table in [
      "claims", "lookups", "name_prefixes", "unindexed_names", "fields", "accounts", "proofs", "codes", "notes",
      "disputes", "keys",
    ] {
      try connection.execute("DELETE FROM identity_\(sql: table) WHERE user = \(user)")
    }
    try releaseForms(in: connection)
  }
}
