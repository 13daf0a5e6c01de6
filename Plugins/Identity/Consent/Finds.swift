internal import IdentityContract
internal import QixModule

/// Limits looks for users by number or address, so that all numbers can't be tried: so many in a minute and in a day by
/// one principal, and an entry in the audit log for each.
///
/// Counted is by the principal's name, which a token keeps when it is rotated, in the same transaction as the answer,
/// and by the time that never goes back. Operators are not limited, and are written down all the same.
enum Finds {
  enum Limit: CaseIterable {
    case minute, day, customer

    var window: Int64 { self == .minute ? 60_000_000 : Timestamp.day }

    func limits(_ principal: Principal) -> Bool {
      switch principal.role {
      case .admin, .operator, nil: false
      case .user, .guest: self == .customer
      case .integrator, .support, .auditor: self != .customer
      }
    }

    var setting: Setting<Int64> {
      switch self {
      case .minute:
        .integer(
          "identity.finds-per-minute",
          "Searches by phone number, email address or name that an integrator or support may make in a minute.",
          default: 20, in: 1...1_000_000)
      case .day:
        .integer(
          "identity.finds-per-day",
          "Searches by phone number, email address or name that an integrator or support may make in a day.",
          default: 2_000, in: 1...1_000_000)
      case .customer:
        .integer(
          "identity.customer-finds-per-day",
          "Phone numbers and email addresses that a customer may give as theirs, in a day.", default: 5,
          in: 1...1_000_000)
      }
    }
  }

  /// Looks, and records who looked and whether a user was found, never for what.
  static func find(
    _ field: ProfileField, _ value: String, _ profiles: Profiles, in context: Context
  ) throws -> User? {
    try context.database.write(Change("identity.find")) { connection, change in
      try count(context, in: connection)
      let id = try profiles.user(with: field, value, in: connection)
      change.subject = "\(field.rawValue) \(id == nil ? "not found" : "found")"
      return try id.map { try User.survivor(of: $0, in: connection) }
    }
  }

  /// Counts a refusal that tells that a number is not the one which stands at a user.
  static func note(_ field: ProfileField, of user: UserID, in context: Context) throws {
    try context.database.write(Change("identity.find", subject: "\(field.rawValue) of \(user) not found")) {
      connection, _ in try count(context, in: connection)
    }
  }

  /// Makes sure that another look would be answered, without counting one.
  /// - Throws: `UserError.tooManyFinds`.
  static func requireRoom(_ context: Context, in connection: Connection) throws {
    try requireRoom(context, at: SteadyClock.latest(context.clock, in: connection), in: connection)
  }

  private static func requireRoom(_ context: Context, at now: Timestamp, in connection: Connection) throws {
    for limit in Limit.allCases where limit.limits(context.principal) {
      let most = try connection.value(of: limit.setting)
      // The last of as many as may be: when it is no longer counted, there is room for another.
      let last: Timestamp? = try connection.fetchOne(
        """
        SELECT made_at FROM identity_finds
        WHERE principal = \(context.principal.name) AND made_at > \(now.advanced(byMicroseconds: -limit.window))
          AND made_at <= \(now)
        ORDER BY made_at DESC LIMIT 1 OFFSET \(most - 1)
        """)
      guard let last else { continue }
      let end = SteadyClock.moment(last.advanced(byMicroseconds: limit.window), at: now, by: context.clock)
      throw UserError.tooManyFinds(setting: limit.setting.name, until: end)
    }
    guard let (finds, place) = try placeFinds(context) else { return }
    let most = try connection.value(of: PlaceFinds.setting)
    guard let end = finds.end(of: place, most: most, at: now) else { return }
    throw UserError.tooManyFinds(
      setting: PlaceFinds.setting.name, until: SteadyClock.moment(end, at: now, by: context.clock))
  }

  /// What counts a customer's looks by their place; nil for who comes by no network.
  private static func placeFinds(_ context: Context) throws -> (PlaceFinds, String)? {
    guard context.principal.isCustomer, let place = context.principal.place else { return nil }
    return try context.service(ifProvided: PlaceFinds.key).map { ($0, place) }
  }

  /// - Throws: `UserError.tooManyFinds`.
  static func count(_ context: Context, in connection: Connection) throws {
    let principal = Value.text(context.principal.name)
    let now = try SteadyClock.advance(context.clock, in: connection)
    try requireRoom(context, at: now, in: connection)
    if let (finds, place) = try placeFinds(context) { finds.add(place, at: now) }
    try connection.execute(
      "DELETE FROM identity_finds WHERE made_at <= \(now.advanced(byMicroseconds: -Timestamp.day))")
    try connection.execute("INSERT INTO identity_finds (made_at, principal) VALUES (\(now), \(principal))")
  }
}

extension SetUser {
  /// Counts looks that a change amounts to: a refusal tells that a number is another user's, and a dry run that it is
  /// no user's. Customers have no use for many numbers, and begin a new session as they like, so each is counted.
  /// - Returns: whether a number or an address is set that was not counted. It is no user's, and is kept only while
  ///   there is room for a look (`Finds.requireRoom`): else the refusal itself would tell those from others.
  func limitLooking(for changes: [ProfileChange], _ profiles: Profiles?, in context: Context) throws -> Bool {
    guard let profiles, Finds.Limit.allCases.contains(where: { $0.limits(context.principal) }) else { return false }
    var isUncounted = false
    for change in changes {
      guard case .field(let field) = change.target, field.isUnique, let value = change.value else { continue }
      let (owner, own) = try context.database.read { connection in
        (
          try profiles.user(with: field, value, in: connection),
          try user.find(context.userDirectory, in: connection).id
        )
      }
      if context.isDryRun || (owner != nil && owner != own) || (context.principal.isCustomer && owner == nil) {
        _ = try Finds.find(field, value, profiles, in: context)
      } else {
        isUncounted = true
      }
    }
    return isUncounted
  }
}
