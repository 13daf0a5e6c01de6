internal import QixCrypto
internal import QixModule
internal import QixNetwork
internal import VaultContract

/// Asks a source, and takes what it answers or keeps what was good before. Nothing happens within a transaction:
/// another machine may take its time.
struct DirectiveFetch: Sendable {
  let context: Context

  enum Outcome: Sendable, Equatable {
    /// The source says that what is kept holds on.
    case unchanged(DirectiveCopy)
    case new(DirectiveCopy, directives: Int)
    case failed(SourceState.Fault)
  }

  /// Milliseconds for a whole fetch, from the name's resolution to the last byte.
  static let longest = 2_000

  /// From the age at which directives are fetched again to a quarter of an hour: what a source says meanwhile is missed.
  /// - Parameter age: in seconds.
  static func backoff(age: Int64) -> Backoff {
    let shortest = max(age, 10) * 1_000_000
    return Backoff(shortest: shortest, longest: max(shortest, 900_000_000))
  }

  /// - Throws: where the person stops it, nothing else.
  func fetch(_ source: DirectiveSource, _ state: SourceState, milliseconds: Int = longest) throws -> Outcome {
    let now = context.clock.now()
    do {
      let response = try send(source, state.copy?.etag, milliseconds: milliseconds)
      return try take(response, of: source, kept: state.copy, at: now)
    } catch let error as any Diagnosable where error.category != .interrupted {
      return .failed(SourceState.Fault(code: error.code, sentence: error.description, since: now))
    }
  }

  private func send(_ source: DirectiveSource, _ etag: String?, milliseconds: Int) throws -> HTTPResponse {
    var request = HTTPRequest.get(source.url, unlessMatches: etag)
    request.headers.append(("Accept", "application/json"))
    request.limits = TransferLimits(connectMilliseconds: milliseconds, totalMilliseconds: milliseconds)
    request.bodyLimit = DirectiveDocument.longest
    request.followsRedirections = false
    let interruption = context.face.interruption
    request.shouldStop = { interruption.isRequested }
    guard let token = source.token else { return try context.http.send(request) }
    let credential = try SourceCredential(token, in: context)
    return try credential.use { bytes in try context.http.send(request, bearer: bytes) }
  }

  private func take(
    _ response: HTTPResponse, of source: DirectiveSource, kept: DirectiveCopy?, at now: Timestamp
  ) throws -> Outcome {
    switch response.status {
    case 304:
      guard let kept else { throw DirectiveError.badCopy(.nothingKept) }
      return .unchanged(DirectiveCopy(body: kept.body, etag: kept.etag, version: kept.version, confirmed: now))
    case 300...399: throw DirectiveError.badCopy(.redirected)
    default: try response.requireSuccess()
    }
    let type = response[header: "content-type"]?.lowercased().prefix { $0 != ";" && $0 != " " }
    guard type == "application/json" else { throw DirectiveError.badCopy(.contentType) }
    // Before anything of the body is looked at.
    guard let header = response[header: SourceSignature.header] else { throw DirectiveError.badCopy(.noSignature) }
    guard let signature = SourceSignature(header) else { throw DirectiveError.badCopy(.malformedSignature) }
    try signature.check(response.body, by: source.keys)
    let document: DirectiveDocument
    do throws(DirectiveError) {
      document = try DirectiveDocument(parsing: response.body, from: .source)
    } catch {
      guard case .malformed(let faults) = error else { throw error }
      throw DirectiveError.badCopy(.document(faults))
    }
    if let expires = document.expires, expires <= now { throw DirectiveError.badCopy(.expired) }
    let version = document.version ?? 0
    if let kept, version < kept.version || (version == kept.version && response.body != kept.body) {
      throw DirectiveError.badCopy(.replayed(version: version, kept: kept.version))
    }
    let copy = DirectiveCopy(
      body: response.body, etag: Self.repeatable(response.eTag), version: version, confirmed: now)
    return kept?.body == copy.body ? .unchanged(copy) : .new(copy, directives: document.directives.count)
  }

  /// An ETag that a request can say again; one that can't would keep every later request from being sent.
  private static func repeatable(_ etag: String?) -> String? {
    guard let etag, (1...512).contains(etag.utf8.count) else { return nil }
    return etag.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? etag : nil
  }
}

/// A source's bearer token out of the vault, in protected memory.
private final class SourceCredential: Sendable {
  private let secret: SecretBytes

  init(_ token: DirectiveSource.Token, in context: Context) throws {
    let store = try context.service(Secrets.store)
    let handover = try context.database.read { connection in
      SecretHandover(
        try store.secret(
          service: token.service, account: token.account, for: DirectivesModule.shippedID, in: connection))
    }
    secret = handover.take()
  }

  func use<Result>(_ body: (borrowing SecretBytes) throws -> Result) rethrows -> Result { try body(secret) }
}
