package import QixKernel
package import QixStorage

/// The degree to which a user is known (acceptance B7). A mode includes what lies below it.
package enum Mode: Int64, Sendable, CaseIterable, Comparable {
  /// An id and nothing else: it tracks the coins.
  case trial = 1
  /// Phone number and gender, unless the operator has set it otherwise.
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

  package init?(name: String) {
    guard let mode = Mode.allCases.first(where: { $0.name == name }) else { return nil }
    self = mode
  }
}

/// The rules of the modes, as operators have set them. Needs no vault.
package protocol ModePolicy: Sendable {
  /// The mode of a user; aliases are followed.
  /// - Throws: `UserError.notFound`.
  func mode(of user: UserID, in connection: Connection) throws -> Mode

  /// The user who goes on under an id, and their mode; nil when there is no such user. One row is read, for checks of
  /// thousands a second.
  func bearer(of user: UserID, in connection: Connection) throws -> (user: UserID, mode: Mode)?

  /// Makes sure that a user is in a mode or one above it: for campaigns and rewards that ask for one.
  /// - Throws: `UserError.modeTooLow`, which is a refusal.
  func require(_ mode: Mode, of user: UserID, in connection: Connection) throws

  /// Whether any user is suspended or erased: a quick answer, without which each user would be asked about.
  func isAnybodyInactive(in connection: Connection) throws -> Bool

  /// Whether any mode has this limit: a quick answer for who moves many coins.
  func isLimited(_ limit: DailyLimit, in connection: Connection) throws -> Bool

  /// Coins a day of the installation for a mode; nil for no limit.
  func limit(_ limit: DailyLimit, of mode: Mode, in connection: Connection) throws -> Int64?

  /// Makes sure that a user may act: neither suspended nor erased. Aliases are followed.
  /// - Throws: `UserError.suspended`, `UserError.erased`, which are refusals.
  func requireActive(_ user: UserID, in connection: Connection) throws
}

extension ModePolicy {
  package func require(_ mode: Mode, of user: UserID, in connection: Connection) throws {
    let found = try self.mode(of: user, in: connection)
    guard found >= mode else { throw UserError.modeTooLow(user, found, needs: mode) }
  }
}

/// The daily limits of a mode.
package enum DailyLimit: String, Sendable, CaseIterable {
  /// Coins that reach a wallet by being issued; imports are not counted.
  case earn
  /// Coins that leave a wallet: redeemed, transferred, or held for that.
  case spend
}

extension Users {
  package static let policy = ServiceKey<any ModePolicy>("identity.policy")
}
