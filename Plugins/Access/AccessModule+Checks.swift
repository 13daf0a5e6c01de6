package import QixModule

/// `qix db check` and `qix db restore` compare the tokens with what the audit log says of them.
extension AccessModule: DataChecking {
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    try database.read { connection in
      var (made, revoked): (Set<String>, Set<String>) = ([], [])
      try AuditLog.forEach(action: [CreateToken.action, RevokeToken.action], in: connection) { entry in
        if entry.action == CreateToken.action { made.insert(entry.subject) } else { revoked.insert(entry.subject) }
      }
      let tokens = try TokenStore(connection).all()
      for token in tokens where token.ended == nil {
        if revoked.contains(token.actor) { return [fault("'\(token.name)' was revoked, but could be used again")] }
        // One that has ended may be known from a database that a restore has replaced.
        if !made.contains(token.actor) { return [fault("no command of qix has made '\(token.name)'")] }
      }
      return [.ok("tokens", "\(tokens.count.counted("token")), as the audit log has them")]
    }
  }

  private static func fault(_ what: String) -> Finding {
    .fault(
      "tokens", "\(what): it was changed outside of qix",
      remedy: """
        See what it did with `qix audit show --actor token:NAME`. Restore the last good backup with \
        `qix db restore FILE`.
        """)
  }
}
