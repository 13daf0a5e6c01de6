internal import QixCrypto
internal import QixHTTP
internal import QixModule
internal import Synchronization

/// Requests under an idempotency key of commands that have none of their own: what changes something is done once.
struct KeyedRequest: Sendable {
  let actor: String
  let key: String
  /// Of what is asked for: method, address and body.
  let digest: [UInt8]

  /// Microseconds for which an answer is kept.
  private static let life = Timestamp.day
  /// Bytes of an answer that is kept.
  private static let most = 256 << 10
  /// Bytes of a key, as in the ledger.
  private static let longest = 128

  /// - Parameter form: what tells a form's parts, which don't stand in the body, from others.
  init(_ key: String, of request: Request, form: [UInt8], by actor: String) throws {
    guard !key.isEmpty, key.utf8.count <= Self.longest, key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Problem(400, "http.key", "an idempotency key has 1 to \(Self.longest) printable characters of ASCII")
    }
    (self.actor, self.key) = (actor, key)
    let head = request.exchange.head
    digest = BLAKE2b.hash(Array("\(head.method) \(head.target)\n".utf8) + request.exchange.body + form, size: 32)
  }

  /// What tells it from all others that are being done.
  var name: String { "\(actor) \(key)" }

  static func busy() -> Problem {
    Problem(
      409, "http.key-busy", "a request with this idempotency key is still running", ["Retry-After": "1"])
  }

  /// Returns the answer that was given before; nil where nothing was done under the key.
  /// - Throws: `Problem` where something else was, or its answer is lost.
  func answer(in database: Database) throws -> [UInt8]? {
    let found = try database.read { connection in
      try connection.first(
        "SELECT digest, answer, answer IS NULL FROM server_requests WHERE actor = ?1 AND key = ?2", .text(actor),
        .text(key)
      ) { (digest: $0.blob(0), answer: $0.integer(2) == 0 ? $0.blob(1) : nil) }
    }
    guard let found else { return nil }
    guard found.digest == digest else {
      throw Problem(
        409, "http.key-conflict", "the idempotency key was used for another request, so nothing was done",
        hint: "Give a new request a new key.")
    }
    guard let answer = found.answer else {
      throw Problem(
        409, "http.answer-lost", "the request with this key was done, but its answer is lost",
        hint: "Check the result. The same key does nothing twice.")
    }
    return answer
  }

  /// Returns a database whose first change is bound to the key.
  func bound(_ database: Database, at now: Timestamp) -> Database {
    let once = Once()
    return database.alongside { connection in
      guard once.isFirst else { return }
      try connection.run("DELETE FROM server_requests WHERE at < ?1", .time(now.advanced(byMicroseconds: -Self.life)))
      try connection.run(
        "INSERT INTO server_requests (actor, key, digest, at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
        .text(actor), .text(key), .blob(digest), .time(now))
      guard connection.changes == 1 else { throw Self.busy() }
    }
  }

  /// Keeps the answer, where something was changed.
  func keep(_ answer: [UInt8], in database: Database) {
    guard answer.count <= Self.most else { return }
    // Where this fails, the next one is told that the answer is lost.
    _ = try? database.bookkeep { connection in
      try connection.run(
        "UPDATE server_requests SET answer = ?3 WHERE actor = ?1 AND key = ?2", .text(actor), .text(key), .blob(answer))
    }
  }

  private final class Once: Sendable {
    private let isUsed = Mutex(false)
    var isFirst: Bool {
      isUsed.withLock { isUsed in
        defer { isUsed = true }
        return !isUsed
      }
    }
  }
}
