internal import IdentityContract
internal import QixCrypto
internal import QixModule

/// Numbers and addresses that are left in requests for codes, and their removal.
struct CodeRemains {
  let keys: CodeKeys
  let profiles: Profiles

  /// Takes numbers and addresses out of requests that have expired, by the time that never goes back or by the clock,
  /// and forgets what is older than a day, which is of no use. Needs no vault.
  /// - Parameters:
  ///   - now: as `SteadyClock` has it.
  ///   - validity: microseconds for which a code is good.
  static func purge(_ now: Timestamp, clock: Timestamp, validity: Int64, in connection: Connection) throws {
    let day = now.advanced(byMicroseconds: -Timestamp.day)
    try connection.execute("DELETE FROM identity_codes WHERE made_at <= \(day)")
    try connection.execute("DELETE FROM identity_code_sends WHERE made_at <= \(day)")
    try connection.execute(
      """
      UPDATE identity_codes SET state = 3, box = NULL
      WHERE state = 1
        AND (made_at <= \(now.advanced(byMicroseconds: -validity))
        OR clock_at <= \(clock.advanced(byMicroseconds: -validity)))
      """)
  }

  /// Whether requests of the last day could be for a user's number or address, which only the vault can tell.
  static func mayBeThere(of user: UserID, _ now: Timestamp, in connection: Connection) throws -> Bool {
    try connection.has(
      """
      SELECT 1 FROM identity_lookups
      WHERE user = \(user)
        AND EXISTS (SELECT 1 FROM identity_code_sends
          WHERE made_at > \(now.advanced(byMicroseconds: -Timestamp.day)) AND made_at <= \(now))
        LIMIT 1
      """)
  }

  /// Deletes requests for a user's number and address, also those made for other users, and what was counted of them.
  func forget(_ user: UserID, in connection: Connection) throws {
    for channel in [CodeChannel.phone, .email] {
      let value = try Self.opened { try profiles.value(channel.field, of: user, in: connection) } ?? nil
      guard let counted = value.map(channel.counted) else { continue }
      try connection.execute(
        """
        DELETE FROM identity_code_sends
        WHERE kind = \(CodeLimit.number.kind) AND code IN (
          SELECT code FROM identity_code_sends
          WHERE kind = \(CodeLimit.number.kind) AND hash = \(keys.hash(CodeLimit.number.kind, counted)))
        """)
      let open: [(id: CodeRequestID, box: [UInt8])] = try connection.fetchAll(
        "SELECT id, box FROM identity_codes WHERE state = 1 AND channel = \(channel.rawValue)"
      ) { (try $0["id"], $0["box"] as [UInt8]) }
      for (id, box) in open {
        guard let recipient = try Self.opened({ try keys.open(box, of: id) }), channel.counted(recipient) == counted
        else { continue }
        try connection.execute("DELETE FROM identity_codes WHERE id = \(id)")
      }
    }
  }

  /// Deletes requests that were made for a user, what was counted of their numbers, and from where they have proved any.
  /// Needs no vault.
  static func forgetRequests(for user: UserID, in connection: Connection) throws {
    try connection.execute(
      """
      DELETE FROM identity_code_sends
      WHERE kind = \(CodeLimit.number.kind)
        AND (code = \(user) OR code IN (SELECT id FROM identity_codes WHERE user = \(user)))
      """)
    try connection.execute("DELETE FROM identity_codes WHERE user = \(user)")
  }

  /// A box that doesn't open can't be compared, and must not keep a user from being erased; a day later it is gone.
  private static func opened<Value>(_ body: () throws -> Value) throws -> Value? {
    do { return try body() } catch StorageError.corrupt { return nil }
  }
}

extension Context {
  /// Finds users' numbers and addresses in requests for codes; nil where there are none to be found. Opens the vault:
  /// call it before a transaction begins.
  func openCodeRemains(of users: [UserID]) throws -> CodeRemains? {
    let isNeeded = try database.read { connection in
      let now = try SteadyClock.latest(clock, in: connection)
      return try users.contains { try CodeRemains.mayBeThere(of: $0, now, in: connection) }
    }
    // Only what is there is looked at: no key is made for that.
    return isNeeded ? CodeRemains(keys: try CodeKeys.open(self, isDryRun: true), profiles: try openProfiles()) : nil
  }
}
