internal import IdentityContract
internal import QixModule

/// Phone numbers and email addresses as keyed hashes, which lead to their users.
///
/// An address of before decision 0088 is found by its former form until `rekey` has come to it. Of two users whose
/// addresses are one by the form of now, the elder has that, and the other stays in the former one for as long.
extension Profiles {
  /// The values of the column `form`.
  private enum Form: Int64 {
    case former = 1
    case current = 2
    case staying = 3
  }

  func user(with field: ProfileField, normalised value: String, in connection: Connection) throws -> UserID? {
    guard try Self.hasKeys(in: connection) else { return nil }
    for hash in try hashes(of: field, value, in: connection) {
      if let user = try owner(ofLookup: hash, in: connection) { return user }
    }
    return nil
  }

  /// The hashes under which a value may stand, the closest spelling first.
  func hashes(of field: ProfileField, _ value: String, in connection: Connection) throws -> [[UInt8]] {
    let current = try currentHash(of: field, value, in: connection)
    return field == .email ? try formerHashes(of: value, in: connection) + [current] : [current]
  }

  private func currentHash(of field: ProfileField, _ value: String, in connection: Connection) throws -> [UInt8] {
    // A kind of its own: an address in the form of now may read like another one in the form of before.
    try keys.hash(field == .email ? "email/2" : field.rawValue, [field.found(value)], in: connection)
  }

  /// The hashes of an address of before: as it was typed, from the time when case mattered, and with small letters.
  private func formerHashes(of address: String, in connection: Connection) throws -> [[UInt8]] {
    let former = EmailAddress.formerlyFound(address)
    return try (former.utf8.elementsEqual(address.utf8) ? [former] : [address, former]).map {
      try keys.hash(ProfileField.email.rawValue, [$0], in: connection)
    }
  }

  /// The former hash under which an address stands while another user has the one of now.
  private func stayingHash(of address: String, in connection: Connection) throws -> [UInt8] {
    let hashes = try formerHashes(of: address, in: connection)
    return try hashes.last { try owner(ofLookup: $0, in: connection) == nil } ?? hashes[0]
  }

  private func owner(ofLookup hash: [UInt8], in connection: Connection) throws -> UserID? {
    try connection.fetchOne("SELECT user FROM identity_lookups WHERE hash = \(hash)")
  }

  /// Lets a value lead to its user.
  /// - Parameter value: as it is kept.
  func addLookup(of field: ProfileField, _ value: String, leadingTo user: UserID, in connection: Connection) throws {
    var (hash, form) = (try currentHash(of: field, value, in: connection), Form.current)
    if field == .email, try owner(ofLookup: hash, in: connection) != nil {
      (hash, form) = (try stayingHash(of: value, in: connection), .staying)
    }
    try connection.execute(
      """
      INSERT INTO identity_lookups (hash, user, field, form)
      VALUES (\(hash), \(user), \(field.rawValue), \(form.rawValue))
      """)
  }

  /// Lets a value lead to nobody. Needs no vault.
  static func removeLookup(of field: ProfileField, _ user: UserID, in connection: Connection) throws {
    try connection.execute("DELETE FROM identity_lookups WHERE user = \(user) AND field = \(field.rawValue)")
    try releaseForms(in: connection)
  }

  /// Has addresses looked at again whose form of now another user had, who may have left it. Needs no vault.
  static func releaseForms(in connection: Connection) throws {
    try connection.execute(
      """
      UPDATE identity_lookups SET form = \(Form.former.rawValue) WHERE form <> 2 AND form = \(Form.staying.rawValue)
      """)
  }
}

/// Addresses of before, in the form of now.
extension Profiles {
  /// Addresses that one transaction goes through, while which other writes wait.
  static let rekeyedAtOnce: Int64 = 200

  static func hasFormerAddresses(in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM identity_lookups WHERE form <> 2 AND form = \(Form.former.rawValue) LIMIT 1")
  }

  static func countOfFormerAddresses(in connection: Connection) throws -> Int64 {
    try connection.fetchOne(
      "SELECT count(*) FROM identity_lookups WHERE form <> 2 AND form = \(Form.former.rawValue)") ?? 0
  }

  /// Brings addresses into the form of now.
  /// - Parameter most: how many are gone through.
  func rekey(most: Int64 = rekeyedAtOnce, in connection: Connection) throws {
    let users: [UserID] = try connection.fetchAll(
      """
      SELECT user FROM identity_lookups WHERE form <> 2 AND form = \(Form.former.rawValue)
      ORDER BY user LIMIT \(most)
      """)
    for user in users { try rekey(user, in: connection) }
  }

  /// Brings a user's address into the form of now, where it isn't.
  func rekey(_ user: UserID, in connection: Connection) throws {
    let isFormer = try connection.has(
      """
      SELECT 1 FROM identity_lookups
      WHERE form <> 2 AND form = \(Form.former.rawValue) AND user = \(user)
      """)
    guard isFormer else { return }
    guard let address = try address(of: user, in: connection) else { return try keepForm(of: user, in: connection) }
    let small = EmailAddress.formerlyFound(address)
    // From the time when case mattered: the other is found by all spellings but this one, and goes on to be.
    let smallHash = try keys.hash(ProfileField.email.rawValue, [small], in: connection)
    guard try owner(ofLookup: smallHash, in: connection) ?? user == user else {
      return try keepForm(of: user, in: connection)
    }
    let hash = try currentHash(of: .email, address, in: connection)
    if let other = try owner(ofLookup: hash, in: connection) {
      // Ids begin with the time at which they were made. A younger user may have come first to the form of now.
      guard user.bytes.lexicographicallyPrecedes(other.bytes),
        let theirs = try self.address(of: other, in: connection),
        !EmailAddress.formerlyFound(theirs).utf8.elementsEqual(small.utf8)
      else { return try keepForm(of: user, in: connection) }
      try move(other, to: stayingHash(of: theirs, in: connection), .staying, in: connection)
    }
    try move(user, to: hash, .current, in: connection)
  }

  /// Users whose address is in its former form, and the one who has that of now.
  func sharedMailboxes(of users: [UserID], in connection: Connection) throws -> [(user: UserID, other: UserID)] {
    try users.compactMap { user in
      guard let address = try address(of: user, in: connection) else { return nil }
      let other = try owner(ofLookup: currentHash(of: .email, address, in: connection), in: connection)
      return other.map { (user, $0) }
    }
  }

  static func usersInStayingForm(most: Int64, in connection: Connection) throws -> [UserID] {
    try connection.fetchAll(
      """
      SELECT user FROM identity_lookups WHERE form <> 2 AND form = \(Form.staying.rawValue)
      ORDER BY user LIMIT \(most)
      """)
  }

  /// Nil for one that doesn't open, of which `qix db check` tells.
  private func address(of user: UserID, in connection: Connection) throws -> String? {
    do { return try value(.email, of: user, in: connection) } catch StorageError.corrupt { return nil }
  }

  private func keepForm(of user: UserID, in connection: Connection) throws {
    try connection.execute(
      "UPDATE identity_lookups SET form = \(Form.staying.rawValue) WHERE user = \(user) AND field = 'email'")
  }

  /// A claimed address stays claimed under its new hash.
  private func move(_ user: UserID, to hash: [UInt8], _ form: Form, in connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO identity_claims (user, hash, is_entered)
      SELECT c.user, \(hash), c.is_entered FROM identity_claims AS c
      JOIN identity_lookups AS l ON l.user = c.user AND l.hash = c.hash
      WHERE l.user = \(user) AND l.field = 'email'
      ON CONFLICT (user, hash) DO UPDATE SET is_entered = excluded.is_entered
      """)
    try connection.execute(
      """
      UPDATE identity_lookups SET hash = \(hash), form = \(form.rawValue) WHERE user = \(user) AND field = 'email'
      """)
  }
}
