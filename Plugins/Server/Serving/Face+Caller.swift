internal import QixHTTP
internal import QixModule
internal import Synchronization

/// Who asks.
extension Face {
  /// - Parameter fields: for scripts of web sites.
  static func noToken(_ fields: HTTPFields) -> Problem {
    var all: HTTPFields = ["WWW-Authenticate": "Bearer"]
    for field in fields.all { all.add(field.name, field.value) }
    return Problem(
      401, "http.no-token", "the request has no token", hint: "Send it as `Authorization: Bearer TOKEN`.", all)
  }

  /// Returns whom the token of a request stands for.
  /// - Throws: `Problem` of 401 without a good token, of 429 after too many bad ones from the same address.
  func principal(_ head: HTTPHead, _ context: Context) throws -> Principal {
    let fields = head.fields
    guard let field = fields["Authorization"] else { throw Self.noToken(HTTPFields()) }
    guard fields.count(of: "Authorization") == 1, field.prefix(7).equalsIgnoringCase("Bearer ") else {
      throw Problem(401, "http.no-token", "of Authorization only one Bearer is understood here")
    }
    guard let authenticator else { throw Problem(401, "access.no-tokens", "no token is accepted here") }
    do {
      return try Array(field.utf8.dropFirst(7)).withUnsafeBytes {
        try authenticator.principal(presenting: $0, from: "Authorization", in: context)
      }
    } catch let error as any Diagnosable where error.category == .notAllowed {
      // A good token is never kept waiting for others' bad ones, which may come through the same proxy.
      if let seconds = attempts.wait(of: head.peer) {
        throw Problem(
          429, "http.too-many-attempts", "too many tokens that are not good came from this address",
          ["Retry-After": "\(seconds)"])
      }
      attempts.note(head.peer)
      throw Problem(401, error.code, error.description)
    }
  }
}

/// Counts bad tokens by address, so that nobody tries many.
final class Attempts: Sendable {
  /// Bad tokens of one address within a minute.
  private static let most = 30
  private static let microseconds: Int64 = 60_000_000

  private struct Count {
    var count = 0
    var since: Int64
  }

  private let counts = Mutex<[String: Count]>([:])

  /// Seconds that an address has to wait; nil for none.
  func wait(of address: String) -> Int? {
    let now = ProcessFigures.microseconds
    return counts.withLock { counts in
      guard let count = counts[address], now - count.since < Self.microseconds, count.count >= Self.most else {
        return nil
      }
      return Int((Self.microseconds - (now - count.since)) / 1_000_000) + 1
    }
  }

  func note(_ address: String) {
    let now = ProcessFigures.microseconds
    counts.withLock { counts in
      // However many addresses try: those whose minute is over are forgotten.
      if counts.count > 10_000 { counts = counts.filter { now - $0.value.since < Self.microseconds } }
      if let known = counts[address], now - known.since < Self.microseconds {
        counts[address] = Count(count: known.count + 1, since: known.since)
      } else {
        counts[address] = Count(count: 1, since: now)
      }
    }
  }
}
