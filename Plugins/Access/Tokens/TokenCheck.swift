internal import QixModule

/// The findings of `qix doctor` about tokens.
struct TokenCheck {
  let now: Timestamp

  private static let notice = 14 * Timestamp.day

  func findings(_ database: Database) throws -> [Finding] {
    guard database.exists else { return [] }
    let tokens = try database.read { try TokenStore($0).all() }.filter { $0.state(at: now) == "valid" }
    let soon = tokens.filter { $0.expires < now.advanced(byMicroseconds: Self.notice) }
    guard !soon.isEmpty else { return [.ok("tokens", "\(tokens.count) valid")] }
    return [
      .warning(
        "tokens", "\(tokens.count) valid; within 14 days expire: \(soon.map(\.name).joined(separator: ", "))",
        remedy: "Renew what is needed with `qix token rotate NAME --output FILE`.")
    ]
  }
}
