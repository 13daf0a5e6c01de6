internal import IdentityContract
internal import QixCrypto
internal import QixModule

/// Opens everything that is kept of users, and looks whether each is where it was put and found by what it says.
struct ProfileCheck {
  let profiles: Profiles
  private(set) var users: Int64 = 0
  /// Ids alone, no fields' contents.
  private(set) var faults: [String] = []

  init(_ profiles: Profiles) { self.profiles = profiles }

  /// - Returns: nil where the vault doesn't have the key of this module.
  static func run(_ profiles: Profiles, in connection: Connection) throws -> ProfileCheck? {
    guard try profiles.keys.isThere(in: connection) else { return nil }
    var check = ProfileCheck(profiles)
    let ids: [UserID] = try connection.fetchAll("SELECT user FROM identity_keys ORDER BY user")
    for user in ids { try check.look(at: user, in: connection) }
    check.users = Int64(ids.count)
    return check
  }

  private mutating func look(at user: UserID, in connection: Connection) throws {
    let opens: Bool
    do { opens = try profiles.keys.key(of: user, in: connection) != nil } catch StorageError.corrupt { opens = false }
    guard opens, let key = try profiles.keys.key(of: user, in: connection) else {
      return faults.append("the key of user \(user) doesn't open under the vault's key for identity")
    }
    let boxes: [(field: String, box: [UInt8])] = try connection.fetchAll(
      "SELECT field, box FROM identity_fields WHERE user = \(user) ORDER BY field"
    ) { ($0["field"] as String, $0["box"] as [UInt8]) }
    var names: [ProfileField: String] = [:]
    for (name, box) in boxes {
      guard let field = ProfileField(rawValue: name),
        let value = try opened({ try PersonalBox.open(box, PersonalBox.place(of: field, user), key: key) })
      else {
        faults.append("'\(name)' of user \(user) is not what was put there")
        continue
      }
      if field.nameNumber != nil { names[field] = value }
      if field.isUnique, try !profiles.isFound(by: field, value, user, in: connection) {
        faults.append("user \(user) is not the one who is found by their \(field.label)")
      }
    }
    if try !profiles.isIndexed(names, of: user, in: connection) {
      faults.append("user \(user) is not found by their names, or by others")
    }
    if try opened({ try profiles.notes(on: user, in: connection) }) == nil {
      faults.append("a note on user \(user) is not what was put there")
    }
    if try opened({ try profiles.dated(accountsOf: user, in: connection) }) == nil {
      faults.append("a linked account of user \(user) is not what was put there")
    }
  }

  private func opened<Value>(_ body: () throws -> Value) throws -> Value? {
    do { return try body() } catch StorageError.corrupt { return nil }
  }
}

extension Profiles {
  /// Whether the hash of a value leads to a user, in one of the forms in which it can stand.
  fileprivate func isFound(
    by field: ProfileField, _ value: String, _ user: UserID, in connection: Connection
  ) throws -> Bool {
    for hash in try hashes(of: field, value, in: connection) {
      let isTheirs = try connection.fetchOne(
        "SELECT 1 FROM identity_lookups WHERE hash = \(hash) AND user = \(user) AND field = \(field.rawValue)"
      ) { _ in true }
      if isTheirs ?? false { return true }
    }
    return false
  }
}
