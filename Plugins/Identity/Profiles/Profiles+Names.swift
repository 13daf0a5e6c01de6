internal import IdentityContract
internal import QixCrypto
internal import QixModule

extension ProfileField {
  /// The number in `identity_name_prefixes` of a name that its user is found by; nil for any other field.
  var nameNumber: Int64? {
    switch self {
    case .givenName: 1
    case .familyName: 2
    case .displayName: 3
    case .phone, .email, .gender, .birthDate, .address, .interests, .instagram: nil
    }
  }
}

/// The beginnings of names as keyed hashes, which lead to the users who are called so (decision 0091).
extension Profiles {
  /// Bytes of a hash. It leads to users of whom a person picks one, so it needn't be as long as one that is proof.
  private static let hashSize = 8

  /// Lets the beginnings of a name lead to its user, and those of the former name no longer.
  func index(_ field: ProfileField, _ name: String, of user: UserID, in connection: Connection) throws {
    guard let number = field.nameNumber else { return }
    try Self.unindex(field, of: user, in: connection)
    for hash in try hashes(of: name, in: connection) {
      try connection.execute(
        "INSERT INTO identity_name_prefixes (user, name, hash) VALUES (\(user), \(number), \(hash))")
    }
  }

  /// Needs no vault.
  static func unindex(_ field: ProfileField, of user: UserID, in connection: Connection) throws {
    guard let number = field.nameNumber else { return }
    try connection.execute("DELETE FROM identity_name_prefixes WHERE user = \(user) AND name = \(number)")
  }

  /// Users whose names have all of these words, or words that begin with them; the oldest first.
  ///
  /// - Parameter words: as `FoldedName.words` returns them. Those of fewer than three letters count for nothing.
  /// - Returns: nil where no word counts.
  func users(named words: [String], limit: Int64, in connection: Connection) throws -> [UserID]? {
    let sought = Set(words.compactMap(FoldedName.sought))
    guard !sought.isEmpty else { return nil }
    guard try Self.hasKeys(in: connection) else { return [] }
    let key = try keys.nameKey(in: connection)
    // The longest leads to the fewest users, so they are gone through by it.
    let hashes = sought.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }.map { Self.hash($0, key) }
    var others: SQL = ""
    for hash in hashes.dropFirst() {
      others = """
        \(sql: others) AND EXISTS (
          SELECT 1 FROM identity_name_prefixes AS other WHERE other.hash = \(hash) AND other.user = found.user)
        """
    }
    return try connection.fetchAll(
      """
      SELECT DISTINCT found.user FROM identity_name_prefixes AS found WHERE found.hash = \(hashes[0]) \(sql: others)
      ORDER BY found.user LIMIT \(limit)
      """)
  }

  private func hashes(of name: String, in connection: Connection) throws -> [[UInt8]] {
    let prefixes = FoldedName.prefixes(of: name)
    guard !prefixes.isEmpty else { return [] }
    let key = try keys.nameKey(in: connection)
    return prefixes.map { Self.hash($0, key) }
  }

  private static func hash(_ prefix: String, _ key: borrowing SecretBytes) -> [UInt8] {
    var message = AssociatedData("qix-identity-name/1")
    message.append(prefix)
    return Array(BLAKE2b.mac(message.bytes, key: key).prefix(hashSize))
  }
}

/// Names from before decision 0091.
extension Profiles {
  /// Users whom one transaction goes through, while which other writes wait.
  static let indexedAtOnce: Int64 = 200

  static func countOfUnindexed(in connection: Connection) throws -> Int64 {
    try connection.fetchOne("SELECT count(*) FROM identity_unindexed_names") ?? 0
  }

  /// Lets the names of users from before lead to them.
  /// - Returns: how many users were gone through.
  func indexNames(most: Int64 = indexedAtOnce, in connection: Connection) throws -> Int64 {
    let users: [UserID] = try connection.fetchAll(
      "SELECT user FROM identity_unindexed_names ORDER BY user LIMIT \(most)")
    for user in users {
      // `qix db check` reports values that don't open.
      do {
        for (field, value, _) in try values(of: user, in: connection) {
          try index(field, value, of: user, in: connection)
        }
      } catch StorageError.corrupt {}
      try connection.execute("DELETE FROM identity_unindexed_names WHERE user = \(user)")
    }
    return Int64(users.count)
  }

  /// Whether a user is found by these names and no others, or is still to be gone through.
  func isIndexed(_ names: [ProfileField: String], of user: UserID, in connection: Connection) throws -> Bool {
    if try connection.has("SELECT 1 FROM identity_unindexed_names WHERE user = \(user)") { return true }
    for field in ProfileField.allCases {
      guard let number = field.nameNumber else { continue }
      let kept: [[UInt8]] = try connection.fetchAll(
        "SELECT hash FROM identity_name_prefixes WHERE user = \(user) AND name = \(number)")
      guard try Set(kept) == Set(names[field].map { try hashes(of: $0, in: connection) } ?? []) else { return false }
    }
    return true
  }
}
