package import QixKernel
package import QixStorage

/// A datum about a user, encrypted with that user's own key.
package enum ProfileField: String, Sendable, CaseIterable {
  case phone, email, gender
  case givenName = "given-name"
  case familyName = "family-name"
  case birthDate = "birth-date"
  case address, interests, instagram
  case displayName = "display-name"

  /// Whether a value leads to one user at most.
  package var isUnique: Bool { self == .phone || self == .email }
}

/// Proofs that something is a user's, and not only said to be.
package enum Proof: String, Sendable, CaseIterable {
  /// Proved by a one-time code sent to the number.
  case phone
  /// Proved by a one-time code sent to the address, or by an issuer's word.
  case email
  /// Proved by an ID token of an issuer. Linking an account records it.
  case account
}

/// An account at an issuer of ID tokens, as its token names it: the pair is the key, never the email address.
package struct LinkedAccount: Sendable, Equatable {
  package let issuer: String
  package let subject: String

  package init(issuer: String, subject: String) {
    self.issuer = issuer
    self.subject = subject
  }
}

/// The profiles of users, for modules that may read them; works inside a transaction of theirs. Making the
/// service opens the vault. Aliases are followed.
package protocol UserProfiles: Sendable {
  /// The value as it was normalised: a phone number in E.164, an email address with its domain in lower case.
  func value(_ field: ProfileField, of user: UserID, in connection: Connection) throws -> String?

  /// Checks, normalises, encrypts and keeps a value. A new phone number or email address loses its proof, and with it
  /// the mode that needs it.
  /// - Throws: `UserError.malformedField`, `UserError.tooYoung`, what QixPhone says of a phone number, and
  ///   `UserError.belongsToAnother` where a unique value is another user's.
  func set(_ field: ProfileField, to value: String, of user: UserID, in connection: Connection) throws

  /// Takes a value away, with its proof and the mode that needs it; nothing where there is none.
  func remove(_ field: ProfileField, of user: UserID, in connection: Connection) throws

  /// The user with this phone number or email address.
  /// - Throws: `UserError.malformedField`, or what QixPhone says of a phone number.
  func user(with field: ProfileField, _ value: String, in connection: Connection) throws -> UserID?

  /// Records that a user's phone number or email address was proved. It doesn't raise the mode; `upgrade` does.
  /// - Throws: `UserError.nothingToProve` where the user has no such value.
  func prove(_ proof: Proof, of user: UserID, in connection: Connection) throws

  /// Links an account; nothing where it is the user's already.
  /// - Throws: `UserError.belongsToAnother` when the account is another user's.
  func link(_ account: LinkedAccount, to user: UserID, in connection: Connection) throws

  /// Takes an account away, with the mode that needs it.
  /// - Throws: `UserError.notLinked`.
  func unlink(_ account: LinkedAccount, from user: UserID, in connection: Connection) throws

  func user(linkedTo account: LinkedAccount, in connection: Connection) throws -> UserID?

  func accounts(of user: UserID, in connection: Connection) throws -> [LinkedAccount]

  /// Raises a user to a mode whose requirements are met, and gives them a username where they have none.
  /// - Throws: `UserError.requirementsMissing`.
  func upgrade(_ user: UserID, to mode: Mode, in connection: Connection) throws
}

extension Users {
  package static let profiles = ServiceKey<any UserProfiles>("identity.profiles")
}
