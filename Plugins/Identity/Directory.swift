internal import IdentityContract
internal import QixModule

/// The users of this home, in the module's own table.
struct Directory: UserDirectory {
  let clock: any Clock
  let random: any RandomSource
  /// The users whom the caller has named; nil where it may know all.
  var acquaintances: Acquaintances?
  /// The user whom a session stands for: no reference leads to another.
  var customer: UserID?
  /// Whom numbers lead to; nil for a caller whose words are never a number: a program that says what its own systems call
  /// a user, or a customer.
  var numbers: NumberOwners?
  /// Leads handles to users; nil where none are taken.
  var handles: (any UserHandles)?

  /// Characters of an external id, so that an index entry stays small.
  static let longestExternalID = 200

  func find(_ reference: String, in connection: Connection) throws -> UserID? {
    let found: UserID?
    if let named = UserID(reference) {
      acquaintances?.meet("\(named)")
      found = try heir(of: named, in: connection)
    } else if let held = try held(by: reference, in: connection) {
      return try heir(of: held, in: connection).flatMap(open)
    } else {
      found = try known(by: reference, in: connection)
      if let found { try requireOne(found, reference, in: connection) }
    }
    if let acquaintances, let found { acquaintances.meet("\(found)") }
    return found.flatMap(open)
  }

  /// The user, unless a customer asks for another than themselves.
  private func open(_ user: UserID) -> UserID? { customer.map { $0 == user } ?? true ? user : nil }

  func named(_ reference: String, in connection: Connection) throws -> UserID? {
    let id = UserID(reference)
    if id == nil, let held = try held(by: reference, in: connection) { return open(held) }
    // Like those below, for each shake and each movement: the texts are always the same, so that none is put together.
    let statement = try connection.statement(
      id == nil
        ? "SELECT id, survivor FROM identity_users WHERE external_id = ?1"
        : "SELECT id, survivor FROM identity_users WHERE id = ?1")
    if let id {
      acquaintances?.meet("\(id)")
      statement.bind(id, at: 1)
    } else {
      statement.bind(reference, at: 1)
    }
    let found: UserID? = try statement.first { row in
      let user: UserID = try row["id"]
      if let acquaintances {
        acquaintances.meet("\(user)")
        if let survivor = try row["survivor"] as UserID? { acquaintances.meet("\(survivor)") }
      }
      return user
    }
    if id == nil, let found { try requireOne(found, reference, in: connection) }
    return found.flatMap(open)
  }

  /// The user of a handle, who is called by it in answers; nil for other words.
  private func held(by reference: String, in connection: Connection) throws -> UserID? {
    guard let user = try handles?.user(behind: reference, in: connection) else { return nil }
    if let acquaintances {
      acquaintances.call("\(user)", reference)
      if let heir = try heir(of: user, in: connection) { acquaintances.call("\(heir)", reference) }
    }
    return user
  }

  /// Makes sure that words which read as a telephone number lead to nobody else than the user who is called so: whoever
  /// types a number means the one who is reached by it.
  /// - Throws: `UserError.meansTwo`
  private func requireOne(_ user: UserID, _ reference: String, in connection: Connection) throws {
    guard let reached = try numbers?.user(reachedAt: reference, in: connection) else { return }
    guard try heir(of: user, in: connection) == reached else { throw UserError.meansTwo }
  }

  func former(of user: UserID, in connection: Connection) throws -> [UserID] {
    try connection.fetchAll("SELECT id FROM identity_users WHERE survivor = \(user)")
  }

  func heir(of user: UserID, in connection: Connection) throws -> UserID? {
    let statement = try connection.statement("SELECT coalesce(survivor, id) AS heir FROM identity_users WHERE id = ?1")
    statement.bind(user, at: 1)
    return try statement.first { try $0["heir"] }
  }

  private func known(by externalID: String, in connection: Connection) throws -> UserID? {
    let statement = try connection.statement(
      "SELECT coalesce(survivor, id) AS heir FROM identity_users WHERE external_id = ?1")
    statement.bind(externalID, at: 1)
    return try statement.first { try $0["heir"] }
  }

  /// The very user that a reference names, also one that was merged into another.
  func findExactly(_ reference: String, in connection: Connection) throws -> User? {
    let user: User?
    if let id = UserID(reference) {
      user = try User.first(id, in: connection)
    } else if let held = try held(by: reference, in: connection) {
      return try open(held).flatMap { try User.first($0, in: connection) }
    } else {
      user = try connection.fetchOne(
        "SELECT \(sql: User.columns) FROM identity_users WHERE external_id = \(reference)", User.init)
      if let user { try requireOne(user.id, reference, in: connection) }
    }
    if let acquaintances, let user {
      acquaintances.meet("\(user.id)")
      if let survivor = user.survivor { acquaintances.meet("\(survivor)") }
    }
    return user.flatMap { open($0.id) == nil ? nil : $0 }
  }

  func create(externalID: String?, in connection: Connection) throws -> UserID {
    if let externalID { try check(externalID: externalID, in: connection) }
    let now = clock.now()
    // Fresh randomness for each: a trial user's id is all that stands between a stranger and the wallet.
    var generator = IdentifierGenerator(random: random)
    let id: UserID = generator.next(at: now)
    // Files of a million new users come this way: the text is always the same, so that it isn't put together.
    let statement = try connection.statement(
      """
      INSERT INTO identity_users (id, mode, standing, external_id, created_at) VALUES (?1, 1, 1, ?2, ?3)
      ON CONFLICT (external_id) WHERE external_id IS NOT NULL DO NOTHING
      """)
    statement.bind(id, at: 1)
    statement.bind(externalID, at: 2)
    statement.bind(now, at: 3)
    try statement.run()
    guard connection.changes == 1 else { throw UserError.externalIDTaken(externalID ?? "") }
    acquaintances?.meet("\(id)")
    if let externalID { connection.seal(externalID, of: id, in: IdentityModule.id) }
    try connection.tell("user.created", of: id, user: id)
    return id
  }

  func externalID(of user: UserID, in connection: Connection) throws -> String? {
    try connection.fetchOne("SELECT external_id FROM identity_users WHERE id = \(user)")
  }

  func check(externalID: String, in connection: Connection) throws {
    func refuse(_ problem: String) -> UserError { .malformedExternalID(externalID, problem: problem) }
    if let problem = ExactName.problem(with: externalID, most: Self.longestExternalID) { throw refuse(problem) }
    guard !["usr_", "mem_"].contains(externalID.prefix(4).lowercased()) else {
      throw refuse("it looks like an id of qix's own")
    }
    guard !externalID.hasPrefix("budget:") else { throw refuse("it looks like a budget's account") }
    guard !Self.reserved.contains(externalID) else { throw refuse("qix uses the word for an account of its own") }
    if try numbers?.user(reachedAt: externalID, in: connection) != nil { throw UserError.numberOfAnother }
  }

  func checkCase(of externalID: String, in connection: Connection) throws {
    // The database folds both, A to Z alone; the second condition is that of its index, in which names that have no
    // letters aren't.
    let statement = try connection.statement(
      """
      SELECT external_id FROM identity_users
      WHERE lower(external_id) = lower(?1) AND lower(external_id) <> upper(external_id) LIMIT 1
      """)
    statement.bind(externalID, at: 1)
    guard let other: String = try statement.first({ $0["external_id"] }) else { return }
    throw UserError.differsInCase(externalID, from: acquaintances == nil ? other : nil)
  }

  private static let reserved: Set<String> = ["issuer", "redeemed", "expired"]
}
