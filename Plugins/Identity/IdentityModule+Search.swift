internal import IdentityContract
package import QixModule
internal import VaultContract

extension IdentityModule: SearchProviding {
  package static func find(_ search: inout Search, in context: Context) throws {
    guard context.principal.mayKnow(.user) else { return }
    let found = try context.database.read { try users(named: search, in: $0, context) }
    for (user, by) in found { search.add(user, by: by) }
    if !search.isID, search.isOpen(FindUser.self) { try findPersonally(&search, in: context) }
  }

  /// Users by what is not personal: id, external id, the beginning of one, username.
  private static func users(
    named search: Search, in connection: Connection, _ context: Context
  ) throws -> [(user: User, by: String)] {
    if let id = search.id(UserID.self) {
      return try User.first(id, in: connection).map { [(try User.survivor(of: $0.id, in: connection), "id")] } ?? []
    }
    guard !search.isID else { return [] }
    var found: [(user: User, by: String)] = []
    let exact: UserID? = try connection.fetchOne(
      "SELECT id FROM identity_users WHERE external_id = \(search.text)")
    if let exact { found.append((try User.survivor(of: exact, in: connection), "external_id")) }
    if let id = try NameDirectory(random: context.random).user(named: search.text, in: connection) {
      found.append((try User.survivor(of: id, in: connection), "username"))
    }
    // One beginning after another would make a list.
    guard search.isOpen(ListUsers.self), search.text.unicodeScalars.count >= 3 else { return found }
    let beginning = try connection.fetchAll(
      """
      SELECT \(sql: User.columns) FROM identity_users
      WHERE external_id > \(search.text) AND external_id <= \(search.text + "\u{10FFFF}")
      ORDER BY external_id LIMIT \(Int64(Search.most + 1))
      """, User.init)
    return try found + beginning.map { (try User.survivor(of: $0.id, in: connection), "external_id") }
  }

  /// Users by phone number, email address and name.
  private static func findPersonally(_ search: inout Search, in context: Context) throws {
    let text = search.text
    let digits = text.utf8.count { (0x30...0x39).contains($0) }
    let isNumber = digits >= 6 && text.allSatisfy { $0.isNumber || "+-/() .".contains($0) }
    // Who types an order's number looks for no person.
    let words = digits > 0 || text.contains("@") ? [] : FoldedName.words(text)
    let fields: [ProfileField] = isNumber ? [.phone] : text.contains("@") ? [.email] : []
    guard !fields.isEmpty || words.contains(where: { FoldedName.sought($0) != nil }),
      try context.database.read(Profiles.hasKeys)
    else { return }
    guard let profiles = try openedProfiles(context) else {
      search.leave(
        fields.first?.rawValue ?? "name", because: "the vault is locked. An operator opens it.")
      return
    }
    for field in fields {
      search.looks(at: field.rawValue)
      do {
        let user = try context.database.read { connection in
          try profiles.user(with: field, text, in: connection).map { try User.survivor(of: $0, in: connection) }
        }
        if let user { search.add(user, by: field.rawValue) }
      } catch let error as any Diagnosable where error.category == .usage {
        search.leave(field.rawValue, because: "\(error.sentence).")
      }
    }
    guard !words.isEmpty else { return }
    search.looks(at: "name")
    let (named, left) = try context.database.read { connection in
      let users = try profiles.users(named: words, limit: Int64(Search.most + 1), in: connection) ?? []
      return (
        try users.map { try User.survivor(of: $0, in: connection) }, try Profiles.countOfUnindexed(in: connection)
      )
    }
    for user in named { search.add(user, by: "name") }
    if left > 0 {
      search.leave(
        "name", because: "\(left, "user") can't be found by name yet. An operator runs `qix user index-names`.")
    }
  }

  /// The profiles of a vault that is open; nobody is asked for a passphrase. Nil where it is locked, or doesn't have the
  /// key.
  private static func openedProfiles(_ context: Context) throws -> Profiles? {
    guard let store = try context.service(ifProvided: Secrets.inspection)?.store(of: context.database) else {
      return nil
    }
    let profiles = Profiles(store: store, clock: context.clock, random: context.random)
    return try context.database.read { try profiles.keys.isThere(in: $0) } ? profiles : nil
  }
}

extension Search {
  /// What is personal stays where it can be revealed with a reason: `qix user show`.
  fileprivate mutating func add(_ user: User, by: String) {
    add(
      "user", user.id, of: user.id, "\(user.externalID ?? user.username ?? "\(user.mode.name) user")", by: by,
      state: user.standing.name)
  }
}
