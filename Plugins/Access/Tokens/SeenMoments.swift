internal import QixModule
internal import Synchronization

/// The latest moments of the audit log since each token was made, as far as a long run has read them.
final class SeenMoments: Sendable {
  private struct Seen {
    /// The token's secret, by the entry that made it.
    let issued: Int64
    /// The last entry that was read.
    let entry: Int64
    let at: Timestamp
  }

  private let seen = Mutex<[TokenID: Seen]>([:])

  subscript(token: Token) -> (entry: Int64, at: Timestamp)? {
    seen.withLock { $0[token.id] }.flatMap { $0.issued == token.issuedEntry ? ($0.entry, $0.at) : nil }
  }

  func note(_ moment: Timestamp, upTo entry: Int64, for token: Token) {
    seen.withLock { seen in
      // Another thread may have read more by now.
      if let known = seen[token.id], known.issued == token.issuedEntry, known.entry >= entry { return }
      seen[token.id] = Seen(issued: token.issuedEntry, entry: entry, at: moment)
    }
  }
}
