internal import IdentityContract
internal import QixModule

/// What a request for a code and its verification both ask before a number becomes a user's.
extension Profiles {
  /// Whether a number can't become a user's without that user's consent: where any other is proved, since the holder
  /// of the new one signs in as that user, and could then consent to more; and where a support agent acts, who has
  /// only been told who calls, and the number is not the one that the user had given.
  /// - Parameter recipient: the number or address, as it is kept.
  func needsConsent(
    _ user: UserID, _ field: ProfileField, _ recipient: String, by principal: Principal, in connection: Connection
  ) throws -> Bool {
    let proofs = try Holdings(of: user, in: connection).proofs
    let isKept = try value(field, of: user, in: connection).map { field.found($0) == field.found(recipient) } ?? false
    if isKept, proofs.contains(where: { $0.rawValue == field.rawValue }) { return false }
    if proofs.canConsent { return true }
    return !isKept && principal.role == .support
  }

  /// Whether it takes a consent that the user has nothing to give by.
  func isBeyondConsent(
    _ user: UserID, _ field: ProfileField, _ recipient: String, by principal: Principal, in connection: Connection
  ) throws -> Bool {
    try !Holdings(of: user, in: connection).proofs.canConsent
      && needsConsent(user, field, recipient, by: principal, in: connection)
  }
}
