internal import QixModule

/// The findings of `qix doctor` about tokens.
struct TokenCheck {
  let now: Timestamp
  let tree: CommandTree

  private static let notice = 14 * Timestamp.day

  func findings(_ database: Database) throws -> [Finding] {
    guard database.exists else { return [] }
    let (tokens, perDay) = try database.read { connection in
      (
        try TokenStore(connection).all().filter { $0.state(at: now) == "valid" },
        try connection.value(of: AccessModule.grantedPerDay)
      )
    }
    return validity(of: tokens) + bounds(of: tokens, perDay)
  }

  /// Names programs that nothing bounds: a thief of their token could grant any number of coins.
  private func bounds(of tokens: [Token], _ perDay: Int64) -> [Finding] {
    let unbounded = tokens.filter { token in
      token.role == .integrator && token.grants?.mostPerDay == nil && perDay == 0 && token.grants(in: tree)
    }
    guard !unbounded.isEmpty else { return [] }
    return [
      .warning(
        "grants", "these may grant any number of coins in a day: \(unbounded.map(\.name).joined(separator: ", "))",
        remedy: """
          Limit all tokens with `qix setting set access.granted-per-day COINS`. Or make others with \
          `qix token create NAME --most-per-day COINS`.
          """)
    ]
  }

  private func validity(of tokens: [Token]) -> [Finding] {
    let soon = tokens.filter { $0.expires < now.advanced(byMicroseconds: Self.notice) }
    guard !soon.isEmpty else { return [.ok("tokens", "\(tokens.count) valid")] }
    return [
      .warning(
        "tokens", "\(tokens.count) valid; these expire within 14 days: \(soon.map(\.name).joined(separator: ", "))",
        remedy: "Renew the tokens that are needed with `qix token rotate NAME --output FILE`.")
    ]
  }
}
