/// The acting person or program: a name for the audit log, and a role.
///
/// Nothing runs without one. Where none was found, it is `nobody`, whom no command admits.
package struct Principal: Sendable, Equatable {
  /// The name in the audit log: `local:1000` for a user of this system, `token:till` for a token.
  package let name: String
  /// Nil for `nobody`.
  package let role: Role?
  /// The words of the commands or groups that are left of the role's rights, such as `coins issue` or `wallet`; nil
  /// for all of them.
  package let scopes: [String]?
  /// Whether commands that change data are refused whatever the role may do.
  package let isReadOnly: Bool
  /// Whether they are the owner of the home folder themselves, whose files they may read and write without qix too.
  package let isOwner: Bool
  /// The user whom a session stands for: they act for themselves alone.
  package let user: UserID?
  /// The id of the session by which they act: a customer's, or that of staff at web pages.
  package private(set) var session: String?
  /// Of staff at web pages: the moment until which they count as having shown lately who they are; nil where nobody has to
  /// show it again.
  package private(set) var confirmedUntil: Timestamp?
  /// Where the request came from, for limits alone: an address of the network. It is kept nowhere as it is.
  package var place: String?
  /// The moment when the right ends; nil for never. A principal can't hand on a right that outlasts their own.
  package let expires: Timestamp?
  /// Which of a token's secrets has let them in; nil where there is none.
  package let secret: Int64?
  /// What bounds the coins that they give out of budgets, or bring into being; nil where nothing does.
  package var grants: GrantLimits?

  /// - Parameter secret: a number that no other secret of the same name has had.
  package init(
    name: String, role: Role, scopes: [String]? = nil, isReadOnly: Bool = false, isOwner: Bool = false,
    expires: Timestamp? = nil, secret: Int64? = nil, grants: GrantLimits? = nil
  ) {
    self.init(
      name: name, optional: role, scopes: scopes, isReadOnly: isReadOnly, isOwner: isOwner, expires: expires,
      secret: secret)
    self.grants = grants
  }

  /// A customer with a session.
  package init(user: UserID, session: String, expires: Timestamp) {
    self.init(
      name: "user:\(user)", optional: .user, scopes: nil, isReadOnly: false, isOwner: false, expires: expires,
      user: user, session: session)
  }

  package static let guest = Principal(name: "guest", role: .guest)

  /// The same rights, used by a session at web pages.
  package func signedIn(by session: String, confirmedUntil moment: Timestamp) -> Principal {
    var principal = self
    (principal.session, principal.confirmedUntil) = (session, moment)
    return principal
  }

  /// The same rights, without the session by which they are used.
  package var signedOut: Principal {
    var principal = self
    (principal.session, principal.confirmedUntil) = (nil, nil)
    return principal
  }

  /// Any reader of a role, without a name, a user or a right to change.
  package init(ofAll role: Role) {
    self.init(
      name: "all:\(role.rawValue)", optional: role, scopes: nil, isReadOnly: true, isOwner: false, expires: nil)
  }

  private init(
    name: String, optional role: Role?, scopes: [String]?, isReadOnly: Bool, isOwner: Bool, expires: Timestamp?,
    user: UserID? = nil, session: String? = nil, secret: Int64? = nil
  ) {
    self.name = name
    self.role = role
    self.scopes = scopes
    self.isReadOnly = isReadOnly
    self.isOwner = isOwner
    self.expires = expires
    self.user = user
    self.session = session
    self.secret = secret
  }

  /// Whether a customer acts, and not staff or a program: they give what a command opens to them, know what is theirs,
  /// and are told of errors in words for customers.
  package var isCustomer: Bool { role == .user || role == .guest }

  package static let nobody = Principal(
    name: "nobody", optional: nil, scopes: [], isReadOnly: true, isOwner: false, expires: nil)

  /// Whether the scopes leave them a command.
  /// - Parameter command: its words without the program's name, blanks between: `coins issue`.
  package func covers(_ command: String) -> Bool {
    scopes?.contains { command == $0 || command.hasPrefix($0 + " ") } ?? true
  }
}

/// The bounds of what a token gives by commands that grant coins.
package struct GrantLimits: Sendable, Equatable {
  /// The one account that pays: `budget:NAME`; nil for any.
  package let payer: String?
  /// Coins, 1 or more, in one operation and in a day of the installation; nil for any number.
  package let most: Int64?
  package let mostPerDay: Int64?

  /// Nil where nothing is bounded.
  package init?(payer: String? = nil, most: Int64? = nil, mostPerDay: Int64? = nil) {
    guard payer != nil || most != nil || mostPerDay != nil else { return nil }
    (self.payer, self.most, self.mostPerDay) = (payer, most, mostPerDay)
  }
}

private enum PrincipalKey: ContextKey {
  static var defaultValue: Principal { .nobody }
}

extension Context {
  /// The principal on whose behalf the command runs.
  package var principal: Principal {
    get { self[PrincipalKey.self] }
    set { self[PrincipalKey.self] = newValue }
  }

  /// Returns the context on a principal's behalf.
  package func acting(as principal: Principal) -> Context {
    var context = self
    context.principal = principal
    return context
  }
}

/// Tells who stands behind a token. Without a module that provides it, tokens can't be used.
package protocol Authenticator: Sendable {
  /// - Parameter file: the path of a file with a token.
  /// - Throws: an error of the category `notAllowed` for a token that isn't or is no longer valid.
  func principal(presentedIn file: String, in context: Context) throws -> Principal

  /// - Parameters:
  ///   - token: its text.
  ///   - place: where it was given, for messages: "the field Authorization".
  /// - Throws: the same.
  func principal(presenting token: UnsafeRawBufferPointer, from place: String, in context: Context) throws -> Principal

  /// Returns the principal of a token that was presented before, checked as if it were presented now.
  /// - Parameters:
  ///   - name: the principal's: `token:till`.
  ///   - secret: the number of the secret that had let them in.
  /// - Throws: the same; also where the token has another secret by now.
  func principal(named name: String, secret: Int64, in context: Context) throws -> Principal

  /// Returns the standing of a token; nil for a principal without one.
  /// - Parameter name: a principal's: `token:till`.
  func standing(of name: String, in context: Context) throws -> TokenStanding?
}

/// A token's purpose, and whether it is still good.
package struct TokenStanding: Sendable, Equatable {
  package let role: Role
  /// `revoked`, `expired`; nil for one that is good.
  package let ending: String?
  /// The number of its secret.
  package let secret: Int64

  package init(role: Role, ending: String?, secret: Int64) {
    (self.role, self.ending, self.secret) = (role, ending, secret)
  }
}

extension Principal {
  package static let authenticator = ServiceKey<any Authenticator>("access.authenticator")
}

/// Writes an entry about a read into the audit log; what is read may be shown only after that.
package struct ReadAudit: Sendable {
  package let record: @Sendable (_ action: String, _ subject: String, _ reason: String) throws -> Void

  package init(
    _ record: @escaping @Sendable (_ action: String, _ subject: String, _ reason: String) throws -> Void
  ) {
    self.record = record
  }
}

private enum ReadAuditKey: ContextKey {
  static var defaultValue: ReadAudit { unprepared("audit of reads") }
}

extension Context {
  /// The recorder of reads of hidden data in the audit log.
  package var readAudit: ReadAudit {
    get { self[ReadAuditKey.self] }
    set { self[ReadAuditKey.self] = newValue }
  }
}
