package import QixKernel
package import QixStorage

/// How much is known about a user (acceptance B7). A mode includes what lies below it.
package enum Mode: Int64, Sendable, CaseIterable, Comparable {
  /// An id and nothing else: it tracks the coins.
  case trial = 1
  /// Phone number and gender.
  case signed = 2
  /// More about oneself, or a linked account.
  case pro = 3

  package static func < (left: Mode, right: Mode) -> Bool { left.rawValue < right.rawValue }

  package var name: String {
    switch self {
    case .trial: "trial"
    case .signed: "signed"
    case .pro: "pro"
    }
  }
}

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

/// What was shown to be a user's and not only said.
package enum Proof: String, Sendable, CaseIterable {
  /// By a one-time code sent to the number.
  case phone
  /// By a one-time code sent to the address, or by an issuer's word.
  case email
  /// By an ID token of an issuer.
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

/// What is known about users, for modules that are let in on it; works inside a transaction of theirs. Making the
/// service opens the vault.
package protocol UserProfiles: Sendable {
  /// The value as it was normalised: a phone number in E.164, an email address with its domain in lower case.
  func value(_ field: ProfileField, of user: UserID, in connection: Connection) throws -> String?

  /// Checks, normalises, encrypts and keeps a value. A new phone number or email address loses its proof.
  /// - Throws: `UserError.malformedField`, and `UserError.belongsToAnother` where a unique one is somebody else's.
  func set(_ field: ProfileField, to value: String, of user: UserID, in connection: Connection) throws

  /// The user with this phone number or email address.
  func user(with field: ProfileField, _ value: String, in connection: Connection) throws -> UserID?

  /// Records that a user's phone number or email address was proved.
  func prove(_ proof: Proof, of user: UserID, in connection: Connection) throws

  /// - Throws: `UserError.belongsToAnother` when the account is another user's.
  func link(_ account: LinkedAccount, to user: UserID, in connection: Connection) throws

  func user(linkedTo account: LinkedAccount, in connection: Connection) throws -> UserID?
}

extension Users {
  package static let profiles = ServiceKey<any UserProfiles>("identity.profiles")
  package static let policy = ServiceKey<any ModePolicy>("identity.policy")
}

/// What each mode may do, as operators have set it. Needs no vault.
package protocol ModePolicy: Sendable {
  /// The mode of a user; aliases are followed.
  func mode(of user: UserID, in connection: Connection) throws -> Mode

  /// Whether any mode has this limit: a quick answer for who moves many coins.
  func isLimited(_ limit: DailyLimit, in connection: Connection) throws -> Bool

  /// Coins a day (UTC) for a mode; nil for no limit.
  func limit(_ limit: DailyLimit, of mode: Mode, in connection: Connection) throws -> Int64?

  /// Makes sure that a user may act: neither suspended nor erased.
  /// - Throws: `UserError.suspended`, `UserError.erased`.
  func requireActive(_ user: UserID, in connection: Connection) throws
}

/// What a mode limits for each day.
package enum DailyLimit: String, Sendable, CaseIterable {
  /// Coins that reach a wallet by being issued; imports are not counted.
  case earn
  /// Coins that leave a wallet: redeemed, transferred, or held for that.
  case spend
}
