internal import QixModule

/// The wish for a token: its name, rights and end.
struct TokenWish: Sendable {
  let name: String
  let role: Role
  let scopes: [String]?
  let isReadOnly: Bool
  let expires: Timestamp
  let grants: GrantLimits?

  /// The longest life. A token that is not looked at for a year tends to be forgotten.
  static let longest = Period(months: 12)

  /// - Throws: `AccessError.beyondMaker` unless the maker has every right of the token, for as long.
  func check(maker: Principal) throws {
    guard maker.role == .admin || maker.role == role else {
      throw AccessError.beyondMaker("\(maker.name) doesn't have the role \(role)")
    }
    if maker.isReadOnly, !isReadOnly { throw AccessError.beyondMaker("\(maker.name) was made for reading only") }
    if let own = maker.scopes {
      guard let scopes, scopes.allSatisfy(maker.covers) else {
        throw AccessError.beyondMaker("\(maker.name) was made for \(own.joined(separator: ", ")) only")
      }
    }
    if let bounds = maker.grants, !(grants?.isWithin(bounds) ?? false) {
      throw AccessError.beyondMaker(
        "the grants of \(maker.name) are limited, so a token that it makes needs the same limits")
    }
    if let end = maker.expires, expires > end { throw AccessError.beyondMaker("\(maker.name) expires at \(end)") }
  }

  static func check(name: String) throws {
    guard PlainText.isName(name, 1...40, signs: ".-"), PlainText.beginsWithWord(name) else {
      throw Failure(
        "access.name-malformed", .usage,
        "a token's name is 1 to 40 of a-z, 0-9, '.' and '-', and begins with a letter or digit")
    }
  }

  /// Makes sure that each scope names a command or group, and leaves the role something to do.
  static func check(_ scopes: [String], for role: Role, in tree: CommandTree) throws {
    for scope in scopes {
      let place: CommandTree.Place
      do throws(UsageError) {
        place = try tree.place(at: scope.split(separator: " ", omittingEmptySubsequences: false).map(String.init))
      } catch {
        throw Failure(
          "access.scope-unknown", .usage, "there is no command or group '\(scope)' to limit a token to",
          hint: error.hint)
      }
      let isOfUse = tree.places.contains { $0.path.starts(with: place.path) && $0.isOpen(to: role) }
      guard isOfUse else {
        throw Failure(
          "access.scope-empty", .usage, "'\(scope)' holds no command that the role \(role) may run",
          hint: "List the commands of the role with `qix role show \(role)`.")
      }
    }
  }

  static func check(_ expires: Timestamp, at now: Timestamp) throws {
    guard expires > now else { throw AccessError.expiry("the token would already have expired") }
    guard expires <= now.adding(longest) else { throw AccessError.expiry("a token is valid for a year at most") }
  }
}

/// When a token ends, as it is given: a date (good until that day is over), a moment, or a period from now.
enum TokenExpiry: Sendable {
  case at(Timestamp)
  case after(Period)

  func moment(from now: Timestamp) -> Timestamp {
    switch self {
    case .at(let moment): moment
    case .after(let period): now.adding(period)
    }
  }
}

extension ValueType where Value == TokenExpiry {
  static var tokenExpiry: ValueType {
    .ending {
      .at($0)
    } or: { text throws(ValueError) in
      if let moment = Timestamp(text) { return .at(moment) }
      if let period = Period(text) { return .after(period) }
      throw ValueError("it is a date, a time or a period, such as 2027-06-30, 2027-06-30T12:00:00Z or P90D")
    }
  }
}
