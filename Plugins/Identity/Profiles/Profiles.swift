internal import IdentityContract
internal import QixCrypto
internal import QixModule
internal import VaultContract

/// The profiles of users, under their own keys.
struct Profiles: UserProfiles {
  let keys: UserKeys
  let clock: any Clock

  init(store: any SecretStore, clock: any Clock, random: any RandomSource) {
    keys = UserKeys(store: store, random: random)
    self.clock = clock
  }

  func value(_ field: ProfileField, of user: UserID, in connection: Connection) throws -> String? {
    let user = try User.survivor(of: user, in: connection).id
    guard let box = try box(of: field, user, in: connection), let key = try keys.key(of: user, in: connection) else {
      return nil
    }
    return try PersonalBox.open(box, PersonalBox.place(of: field, user), key: key)
  }

  /// Every value of a user, in the order of the fields, with the time at which it was given.
  func values(of user: UserID, in connection: Connection) throws -> [(
    field: ProfileField, value: String, at: Timestamp
  )] {
    guard let key = try keys.key(of: user, in: connection) else { return [] }
    return try ProfileField.allCases.compactMap { field in
      let found = try connection.fetchOne(
        "SELECT box, set_at FROM identity_fields WHERE user = \(user) AND field = \(field.rawValue)"
      ) { ($0["box"] as [UInt8], $0["set_at"] as Timestamp) }
      guard let (box, at) = found else { return nil }
      return (field, try PersonalBox.open(box, PersonalBox.place(of: field, user), key: key), at)
    }
  }

  func set(_ field: ProfileField, to value: String, of user: UserID, in connection: Connection) throws {
    try set(field, to: value, of: user, isProved: false, in: connection)
  }

  /// Keeps a phone number or an email address that was shown to be the user's, who stays in their mode.
  func setProved(_ field: ProfileField, to value: String, of user: UserID, in connection: Connection) throws {
    try set(field, to: value, of: user, isProved: true, in: connection)
  }

  private func set(
    _ field: ProfileField, to value: String, of user: UserID, isProved: Bool, in connection: Connection
  ) throws {
    if try keep(field, value, of: user, in: connection), field.isUnique, let proof = Proof(rawValue: field.rawValue) {
      let user = try User.living(user, in: connection).id
      try connection.execute("DELETE FROM identity_proofs WHERE user = \(user) AND proof = \(proof.rawValue)")
      if isProved { try prove(proof, of: user, in: connection) }
      return try Modes.settle(user, in: connection)
    }
    if isProved, let proof = Proof(rawValue: field.rawValue) { try prove(proof, of: user, in: connection) }
  }

  /// - Returns: whether the value is another one than before.
  private func keep(
    _ field: ProfileField, _ value: String, of user: UserID, in connection: Connection
  ) throws -> Bool {
    let user = try User.living(user, in: connection).id
    let value = try normalised(field, value, in: connection)
    let key = try keys.keyOrNew(of: user, in: connection)
    let place = PersonalBox.place(of: field, user)
    if let box = try box(of: field, user, in: connection), try PersonalBox.open(box, place, key: key) == value {
      return false
    }
    // The user may only spell it in another way now.
    if field.isUnique, let owner = try self.user(with: field, normalised: value, in: connection), owner != user {
      throw UserError.belongsToAnother(field.label, owner)
    }
    let box = PersonalBox.seal(value, place, key: key, random: keys.random)
    try connection.execute(
      """
      INSERT INTO identity_fields (user, field, box, set_at) VALUES (\(user), \(field.rawValue), \(box), \(clock.now()))
      ON CONFLICT (user, field) DO UPDATE SET box = excluded.box, set_at = excluded.set_at
      """)
    if field.nameNumber != nil { try index(field, value, of: user, in: connection) }
    guard field.isUnique else { return true }
    try Self.remember(field, of: user, in: connection)
    try Self.removeLookup(of: field, user, in: connection)
    try addLookup(of: field, value, leadingTo: user, in: connection)
    return true
  }

  func remove(_ field: ProfileField, of user: UserID, in connection: Connection) throws {
    try Self.remove(field, of: user, in: connection)
  }

  /// Needs no vault.
  static func remove(_ field: ProfileField, of user: UserID, in connection: Connection) throws {
    let user = try User.living(user, in: connection).id
    try remember(field, of: user, in: connection)
    try removeLookup(of: field, user, in: connection)
    try unindex(field, of: user, in: connection)
    try connection.execute("DELETE FROM identity_fields WHERE user = \(user) AND field = \(field.rawValue)")
    guard connection.changes > 0 else { return }
    try loseProof(of: field, user, in: connection)
  }

  private static func loseProof(of field: ProfileField, _ user: UserID, in connection: Connection) throws {
    if let proof = Proof(rawValue: field.rawValue) {
      try connection.execute("DELETE FROM identity_proofs WHERE user = \(user) AND proof = \(proof.rawValue)")
    }
    try Modes.settle(user, in: connection)
  }

  func user(with field: ProfileField, _ value: String, in connection: Connection) throws -> UserID? {
    precondition(field.isUnique, "'\(field.rawValue)' leads to no user")
    let value = try normalised(field, value, in: connection)
    return try self.user(with: field, normalised: value, in: connection)
  }

  /// Whether anything personal is kept of any user. Before that the vault may have no key for this module, and a read
  /// can't make one.
  static func hasKeys(in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM identity_keys LIMIT 1")
  }

  func prove(_ proof: Proof, of user: UserID, in connection: Connection) throws {
    let user = try User.living(user, in: connection).id
    let holdings = try Holdings(of: user, in: connection)
    let isThere = ProfileField(rawValue: proof.rawValue).map(holdings.fields.contains) ?? holdings.hasAccount
    guard isThere else { throw UserError.nothingToProve(proof) }
    try connection.execute(
      """
      INSERT INTO identity_proofs (user, proof, proved_at) VALUES (\(user), \(proof.rawValue), \(clock.now()))
      ON CONFLICT (user, proof) DO UPDATE SET proved_at = excluded.proved_at
      """)
  }

  func upgrade(_ user: UserID, to mode: Mode, in connection: Connection) throws {
    try Modes.upgrade(user, to: mode, names: NameDirectory(random: keys.random), in: connection)
  }

  func normalised(_ field: ProfileField, _ value: String, in connection: Connection) throws -> String {
    let minimumAge = field == .birthDate ? try connection.value(of: IdentityModule.minimumAge) : 0
    let region: String? = field == .phone ? try connection.value(of: IdentityModule.phoneRegion) : nil
    return try field.normalised(value, today: clock.now().date, minimumAge: minimumAge, region: region)
  }

  /// The digest of a new value that an approval goes by; nil where it is the value that is kept.
  func fingerprint(
    of field: ProfileField, _ value: String, for user: UserID, in connection: Connection
  ) throws -> [UInt8]? {
    let value = try normalised(field, value, in: connection)
    guard try self.value(field, of: user, in: connection) != value else { return nil }
    return try keys.hash("approval/\(field.rawValue)", [value], in: connection)
  }

  private func box(of field: ProfileField, _ user: UserID, in connection: Connection) throws -> [UInt8]? {
    try connection.fetchOne("SELECT box FROM identity_fields WHERE user = \(user) AND field = \(field.rawValue)")
  }
}
