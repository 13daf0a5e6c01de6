internal import QixCrypto
package import QixModule

/// A restore brings data back, and no rights: what has ended here stays so, and a secret that was replaced stays
/// replaced.
extension AccessModule: CarryingOver {
  package static let adviceWithoutFormer =
    """
    Tokens are as they were when the backup was made. List them with `qix token list`, and revoke again with \
    `qix token revoke` those that were revoked since.
    """

  package static func carryOver(from former: Connection, into backup: Connection) throws -> Int64 {
    // A database from before there were tokens.
    guard try former.hasTable("access_tokens") else { return 0 }
    let last = try AuditLog.lastEntry(in: backup)
    let store = TokenStore(backup)
    var rows: Int64 = 0
    for known in try TokenStore(former).allFormer() {
      guard let restored = try store.token(known.id) else {
        // So that a later backup doesn't bring it to life either.
        if known.ended != nil { rows += try store.insertEnded(known, entry: last) }
        continue
      }
      guard restored.ended == nil else { continue }
      if let ended = known.ended {
        try store.end(known.id, because: ended.because, at: ended.at)
        rows += 1
      } else if !constantTimeEqual(known.digest, restored.digest), known.isNewer(than: restored) {
        // The backup's log ends before that entry; what is written from now on counts as time that has passed.
        try store.replaceSecret(
          of: known.id, digest: known.digest, at: known.issued, entry: last, until: known.expires)
        rows += 1
      }
    }
    return rows
  }
}

extension Token {
  /// Whether this secret of a token was made after another one. By the clock or by the log: the clock may have gone
  /// back, and a restore may have shortened the log. Where neither tells, what is in force stays.
  fileprivate func isNewer(than other: Token) -> Bool {
    issued >= other.issued || issuedEntry > other.issuedEntry
  }
}
