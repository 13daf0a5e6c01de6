internal import IdentityContract
internal import QixModule
internal import VaultContract

/// The one subject of most commands about users.
struct UserNamed {
  @Positional("user", .user, "usr_… or external id") var reference: String

  /// - Throws: `UserError.notFound`.
  func find(_ directory: any UserDirectory, in connection: Connection) throws -> User {
    try Self.find(reference, directory, in: connection)
  }

  /// - Throws: `UserError.notFound`.
  static func find(_ reference: String, _ directory: any UserDirectory, in connection: Connection) throws -> User {
    guard let id = try directory.find(reference, in: connection) else { throw UserError.notFound(reference) }
    return try User.survivor(of: id, in: connection)
  }
}

extension Context {
  /// Names such as `open_holds` and `sessions.ended` in words, for a person.
  func worded(_ counts: [(name: String, count: Int64)]) -> [(name: String, count: Int64)] {
    guard face.isForPeople else { return counts }
    return counts.map { (name: $0.name.split { "_.".contains($0) }.joined(separator: " "), count: $0.count) }
  }

  /// The directory for most commands. It takes handles only of callers who may know every user.
  var userDirectory: Directory { userDirectory(takesHandles: principal.mayKnow(.user)) }

  func userDirectory(takesHandles: Bool) -> Directory {
    let namesByNumber = !principal.isCustomer && principal.role != .integrator
    return Directory(
      clock: clock, random: random, acquaintances: acquaintances, customer: principal.user,
      numbers: namesByNumber ? NumberOwners(self) : nil,
      handles: takesHandles ? try? service(ifProvided: Users.handles) : nil)
  }

  /// The profiles, which opens the vault: to be called before a transaction begins.
  func openProfiles() throws -> Profiles {
    let profiles = Profiles(store: try service(Secrets.store), clock: clock, random: random)
    try rekeySome(profiles)
    return profiles
  }

  /// Brings some of the addresses of before into the form of now (decision 0088), in a transaction of its own: what it
  /// doesn't come to, or is killed in, is left to the next command.
  private func rekeySome(_ profiles: Profiles) throws {
    if isDryRun { return }
    let isDue = try database.read { try Profiles.hasFormerAddresses(in: $0) && profiles.keys.isThere(in: $0) }
    guard isDue else { return }
    do {
      try database.write(Change("identity.rekey")) { connection, change in
        let before = try Profiles.countOfFormerAddresses(in: connection)
        try profiles.rekey(in: connection)
        let left = try Profiles.countOfFormerAddresses(in: connection)
        change.subject = "\((before - left).counted("address", "addresses")), \(left) left"
      }
    } catch StorageError.readOnly {
      // Users are found by either form.
    }
  }

  /// The profiles where something personal is kept of any of these users, nil where no vault is needed.
  func openProfilesIfNeeded(for references: [String]) throws -> Profiles? {
    let isNeeded = try database.read { connection in
      try references.contains { reference in
        guard let user = try userDirectory.findExactly(reference, in: connection) else { return false }
        if try connection.hasPersonalData(user.id) { return true }
        return try user.survivor.map { try connection.hasPersonalData($0) } ?? false
      }
    }
    return isNeeded ? try openProfiles() : nil
  }
}
