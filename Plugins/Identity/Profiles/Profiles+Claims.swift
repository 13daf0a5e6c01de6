internal import IdentityContract
internal import QixModule

/// The user whom a phone number or an email address leads to, and by what right.
enum ContactHolder: Equatable {
  case nobody
  /// A user or a program only said so: it goes to the one who proves it.
  case given(UserID)
  /// Staff entered it for a user who has proved nothing: the one who proves it is that user.
  case claimed(UserID)
  /// Staff entered it for a user who has proved something else, and whose consent a proof of it would get round.
  case reserved(UserID)
  case proved(UserID)
}

/// Numbers and addresses that staff have entered for users.
///
/// A user's first ones are claimed. What replaces or joins them later is not: else an attacker who talks staff into
/// another number would have the account with the next code. Two persons, or the user's consent, can make it so.
extension Profiles {
  func holder(of field: ProfileField, _ value: String, in connection: Connection) throws -> ContactHolder {
    guard let user = try self.user(with: field, value, in: connection) else { return .nobody }
    let proofs = try Holdings(of: user, in: connection).proofs
    if proofs.contains(where: { $0.rawValue == field.rawValue }) { return .proved(user) }
    guard try Self.claims(of: user, in: connection).contains(field) else { return .given(user) }
    return proofs.isEmpty ? .claimed(user) : .reserved(user)
  }

  /// Fields that staff have entered as a user's. Needs no vault.
  static func claims(of user: UserID, in connection: Connection) throws -> Set<ProfileField> {
    Set(
      try connection.fetchAll(
        """
        SELECT l.field FROM identity_lookups AS l JOIN identity_claims AS c ON c.user = l.user AND c.hash = l.hash
        WHERE l.user = \(user) AND c.is_entered = 1
        """
      ) { ProfileField(rawValue: $0["field"]) }.compactMap(\.self))
  }

  /// What staff have entered for a user on other channels.
  func claimedContacts(of user: UserID, besides channel: CodeChannel, in connection: Connection) throws -> [Contact] {
    let claims = try Self.claims(of: user, in: connection)
    return try [CodeChannel.phone, .email].compactMap { other in
      guard other != channel, claims.contains(other.field) else { return nil }
      return try value(other.field, of: user, in: connection).map { Contact(channel: other, recipient: $0) }
    }
  }

  /// Whether what staff enter for a user now is claimed: where nothing was proved, and no other number or address stands
  /// there or ever did. To be asked before the values are kept.
  /// - Parameter entered: all that they enter at once.
  func mayClaim(_ entered: [(field: ProfileField, value: String)], of user: UserID, in connection: Connection) throws
    -> Bool
  {
    guard !entered.isEmpty, try Holdings(of: user, in: connection).proofs.isEmpty,
      try !connection.has("SELECT 1 FROM identity_claims WHERE user = \(user)")
    else { return false }
    for field in ProfileField.allCases where field.isUnique {
      guard let kept = try value(field, of: user, in: connection) else { continue }
      guard let new = entered.last(where: { $0.field == field })?.value,
        try field.found(normalised(field, new, in: connection)) == field.found(kept)
      else { return false }
    }
    return true
  }

  /// Makes numbers and addresses that are kept claimed ones.
  func claim(_ fields: some Sequence<ProfileField>, of user: UserID, in connection: Connection) throws {
    for field in fields where field.isUnique { try Self.note(field, of: user, isEntered: true, in: connection) }
  }

  /// Remembers a number or an address that stands at a user, before it goes.
  static func remember(_ field: ProfileField, of user: UserID, in connection: Connection) throws {
    try note(field, of: user, isEntered: false, in: connection)
  }

  private static func note(
    _ field: ProfileField, of user: UserID, isEntered: Bool, in connection: Connection
  ) throws {
    try connection.execute(
      """
      INSERT INTO identity_claims (user, hash, is_entered)
      SELECT user, hash, \(isEntered ? Int64(1) : 0) FROM identity_lookups
      WHERE user = \(user) AND field = \(field.rawValue)
      ON CONFLICT (user, hash) DO UPDATE
        SET is_entered = CASE WHEN excluded.is_entered = 1 THEN 1 ELSE identity_claims.is_entered END
      """)
  }

  /// Hands what is remembered on to the survivor of a merge.
  func move(
    claims: [(hash: [UInt8], isEntered: Bool)], to survivor: UserID, in connection: Connection
  ) throws {
    for claim in claims {
      try connection.execute(
        """
        INSERT INTO identity_claims (user, hash, is_entered)
        VALUES (\(survivor), \(claim.hash), \(claim.isEntered ? Int64(1) : 0)) ON CONFLICT (user, hash) DO NOTHING
        """)
    }
  }

  func rememberedClaims(of user: UserID, in connection: Connection) throws -> [(hash: [UInt8], isEntered: Bool)] {
    try connection.fetchAll("SELECT hash, is_entered FROM identity_claims WHERE user = \(user) ORDER BY hash") {
      ($0["hash"] as [UInt8], $0["is_entered"] as Bool)
    }
  }
}

extension Principal {
  /// Whether what they enter counts as claimed. Programs hand on what customers have typed, so theirs doesn't.
  var claimsForUsers: Bool { role == .admin || role == .operator }
}
