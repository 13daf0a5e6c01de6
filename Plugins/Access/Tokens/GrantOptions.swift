internal import QixModule

/// What bounds the coins that a token grants.
struct GrantOptions {
  @Option("from", .payer, "The one budget that pays for its grants, such as budget:till") private var payer: String?
  @Option("most", .coins, "Most coins that it grants at once") private var most: Int64?
  @Option("most-per-day", .coins, "Most coins that it grants in a day") private var mostPerDay: Int64?

  var limits: GrantLimits? { GrantLimits(payer: payer, most: most, mostPerDay: mostPerDay) }
}

extension ValueType where Value == String {
  fileprivate static var payer: ValueType {
    ValueType(placeholder: "BUDGET") { text throws(ValueError) in
      guard text.hasPrefix("budget:"), text.utf8.count > "budget:".utf8.count else {
        throw ValueError("'\(text)' is not a budget; write budget:NAME")
      }
      return text
    }
  }
}

extension Token {
  /// Whether it may run a command that grants coins.
  func grants(in tree: CommandTree) -> Bool { TokenWish.mayGrant(role, scopes, in: tree) && !isReadOnly }

  /// Its principal, bounded by what an installation gives to tokens without a bound of their own.
  func principal(in connection: Connection) throws -> Principal {
    var principal = principal
    guard mayChange, principal.grants?.mostPerDay == nil else { return principal }
    let perDay = try connection.value(of: AccessModule.grantedPerDay)
    principal.grants = GrantLimits(
      payer: grants?.payer, most: grants?.most, mostPerDay: perDay > 0 ? perDay : nil)
    return principal
  }

  private var mayChange: Bool { !isReadOnly && role != .auditor }
}

extension TokenWish {
  static func mayGrant(_ role: Role, _ scopes: [String]?, in tree: CommandTree) -> Bool {
    let principal = Principal(name: "", role: role, scopes: scopes)
    return tree.places.contains { place in
      place.isOpen(to: role) && place.declaration?.grants == true
        && principal.covers(place.path.dropFirst().joined(separator: " "))
    }
  }

  /// - Throws: `access.grants-nothing` for bounds of a token that grants nothing.
  func checkGrants(in tree: CommandTree) throws {
    guard grants == nil || !isReadOnly && Self.mayGrant(role, scopes, in: tree) else {
      throw Failure(
        "access.grants-nothing", .usage, "'\(name)' may run no command that grants coins, so it needs no limits",
        hint: "Leave out --from, --most and --most-per-day, or give the token a role and scopes that grant.")
    }
  }
}

extension GrantLimits {
  /// Whether these bounds are as tight as others, or tighter.
  func isWithin(_ others: GrantLimits) -> Bool {
    (others.payer == nil || payer == others.payer) && (most ?? .max) <= (others.most ?? .max)
      && (mostPerDay ?? .max) <= (others.mostPerDay ?? .max)
  }
}
