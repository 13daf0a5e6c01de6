package import QixCrypto
package import QixKernel

/// Talks HTTP for modules that need something from elsewhere. Answers of any status are answers; only their absence is
/// an error.
package protocol HTTPClient: Sendable {
  /// - Throws: `NetworkError`, and `LibraryError` without libcurl.
  func send(_ request: HTTPRequest) throws -> HTTPResponse

  /// Sends it with an `Authorization: Bearer` header (RFC 6750 §2.1). It is sent to that one URL and follows no
  /// redirection.
  func send(_ request: HTTPRequest, bearer: borrowing SecretBytes) throws -> HTTPResponse

  /// Sends it with an `Authorization: Basic` header (RFC 7617 §2), in the same way.
  func send(_ request: HTTPRequest, user: String, password: borrowing SecretBytes) throws -> HTTPResponse
}

package struct HTTPRequest: Sendable {
  package enum Method: Sendable, Equatable {
    /// Follows up to three redirections, within the scheme, unless the request says otherwise.
    case get
    /// Follows none.
    case post([UInt8], contentType: String)
  }

  package var url: HTTPURL
  package var method: Method
  /// Besides those that the client sends by itself. Values are printable ASCII.
  package var headers: [(name: String, value: String)] = []
  package var limits = TransferLimits()
  /// False where only the one URL that was named may answer: then a redirection is an answer like any other.
  package var followsRedirections = true
  /// The addresses that the name of the host may lead to.
  package var reach = AddressReach.anywhere
  /// Bytes of an answer's body at most.
  package var bodyLimit = 1 << 20
  /// Asked ten times a second; true ends it with `NetworkError.interrupted`. Needed only where a command catches the
  /// signals: elsewhere Ctrl-C ends the program.
  package var shouldStop: @Sendable () -> Bool = { false }

  package init(_ method: Method = .get, _ url: HTTPURL) {
    self.method = method
    self.url = url
  }

  /// - Parameter eTag: what an earlier answer said of itself: an unchanged document is answered with status 304.
  package static func get(_ url: HTTPURL, unlessMatches eTag: String? = nil) -> HTTPRequest {
    var request = HTTPRequest(.get, url)
    if let eTag { request.headers.append(("If-None-Match", eTag)) }
    return request
  }

  package static func post(_ url: HTTPURL, json: [UInt8]) -> HTTPRequest {
    HTTPRequest(.post(json, contentType: "application/json"), url)
  }
}

package struct HTTPResponse: Sendable {
  package let status: Int
  /// In their order, the names in lower case.
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]
  /// The URL it came from, after redirections.
  package let url: HTTPURL

  package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [], url: HTTPURL) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
  }

  /// The first header of a name, whose case doesn't matter.
  package subscript(header name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name == name }?.value
  }

  package var eTag: String? { self[header: "etag"] }

  /// Seconds for which it may be used again without asking (RFC 9111 §5.2.2): 0 for `no-store`, `no-cache` and what
  /// can't be read; nil where nothing is said.
  package var maxAge: Int64? {
    let directives = headers.filter { $0.name == "cache-control" }
      .flatMap { $0.value.lowercased().split(separator: ",") }.map { $0.filter { !$0.isWhitespace } }
    if directives.contains("no-store") || directives.contains(where: { $0.hasPrefix("no-cache") }) { return 0 }
    guard let directive = directives.first(where: { $0.hasPrefix("max-age=") }) else { return nil }
    let digits = directive.dropFirst("max-age=".count).filter { $0 != "\"" }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
    // As much as a year; longer ones, and those beyond Int64, mean the same.
    return min(Int64(digits) ?? .max, 31_536_000)
  }

  /// - Throws: `NetworkError.status` for anything but a status from 200 to 299.
  package func requireSuccess() throws(NetworkError) {
    guard (200...299).contains(status) else { throw .status(host: url.host, status: status) }
  }
}

private enum HTTPKey: ContextKey {
  static var defaultValue: any HTTPClient { unprepared("HTTP client") }
}

extension Context {
  package var http: any HTTPClient {
    get { self[HTTPKey.self] }
    set { self[HTTPKey.self] = newValue }
  }
}
