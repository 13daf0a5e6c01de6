internal import CCurl
package import QixCrypto

/// HTTP by libcurl, loaded at the first request.
package struct CurlHTTPClient: HTTPClient {
  private let userAgent: String
  /// A file with the certificates of authorities in place of the system's; for tests.
  private let authorities: String?

  package init(userAgent: String = "qix", authorities: String? = nil) {
    self.userAgent = userAgent
    self.authorities = authorities
  }

  private static let redirectionLimit = 3

  package func send(_ request: HTTPRequest) throws -> HTTPResponse {
    var request = request
    for _ in 0...Self.redirectionLimit {
      let (response, location) = try exchange(request) { _ in }
      guard request.followsRedirections, [301, 302, 303, 307, 308].contains(response.status) else { return response }
      request.url = try follow(location, from: request)
    }
    throw NetworkError.redirected(
      host: request.url.host, problem: "that was more than \(Self.redirectionLimit) times")
  }

  package func send(_ request: HTTPRequest, bearer: borrowing SecretBytes) throws -> HTTPResponse {
    // RFC 6750 §2.1 has fewer characters; what matters is that no header can begin within.
    let isToken = bearer.withUnsafeBytes { !$0.isEmpty && $0.allSatisfy { (0x21...0x7E).contains($0) } }
    guard isToken else { throw NetworkError.malformedCredential }
    return try send(request, "Bearer", bearer)
  }

  package func send(
    _ request: HTTPRequest, user: String, password: borrowing SecretBytes
  ) throws -> HTTPResponse {
    let front = Array("\(user):".utf8)
    var pair = SecretBytes(count: front.count + password.count)
    pair.withUnsafeMutableBytes { pair in
      pair.copyBytes(from: front)
      password.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: pair[front.count...]).copyBytes(from: $0) }
    }
    return try send(request, "Basic", Base64.padded.encode(pair))
  }

  private func send(
    _ request: HTTPRequest, _ scheme: String, _ credential: borrowing SecretBytes
  ) throws -> HTTPResponse {
    // libcurl copies the line into memory of its own, which it does not wipe (decision 0015).
    let prefix = "Authorization: \(scheme) "
    var line = SecretBytes(count: prefix.utf8.count + credential.count + 1)
    line.withUnsafeMutableBytes { line in
      line.copyBytes(from: prefix.utf8)
      credential.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: line[prefix.utf8.count...]).copyBytes(from: $0)
      }
    }
    let (response, _) = try line.withUnsafeBytes { bytes in
      let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return try exchange(request) { headers in
        if let text { headers.append(text) }
      }
    }
    guard ![301, 302, 303, 307, 308].contains(response.status) else {
      throw NetworkError.redirected(host: request.url.host, problem: "a credential is sent only to the original URL")
    }
    return response
  }

  private func follow(_ location: String?, from request: HTTPRequest) throws(NetworkError) -> HTTPURL {
    let host = request.url.host
    guard request.method == .get else {
      throw .redirected(
        host: host,
        problem: """
          data is posted only to the original URL
          """)
    }
    guard let location, let url = try? HTTPURL(location) else {
      throw .redirected(host: host, problem: "the new URL can't be used")
    }
    guard url.scheme == request.url.scheme else {
      throw .redirected(
        host: host,
        problem: """
          the new URL has another scheme
          """)
    }
    return url
  }

  private func exchange(
    _ request: HTTPRequest, addSecrets: (inout [UnsafePointer<CChar>]) -> Void
  ) throws -> (HTTPResponse, location: String?) {
    let handle = try CurlHandle(try Curl.load())
    handle.prepare(request.limits, authorities: authorities)
    let scheme = request.url.scheme == "https" ? QIX_CURL_PROTOCOL_HTTPS : QIX_CURL_PROTOCOL_HTTP
    handle.set(QIX_CURL_PROTOCOLS, scheme)
    handle.set(QIX_CURL_URL, request.url.text)
    handle.set(QIX_CURL_USER_AGENT, userAgent)
    var lines = try request.headers.map { try Self.line($0.name, $0.value) }
    var body: [UInt8] = []
    if case .post(let bytes, let type) = request.method {
      body = bytes
      // Without `Expect`, so that no server makes it wait for a second.
      lines += [try Self.line("Content-Type", type), "Expect:"]
    }
    var secrets: [UnsafePointer<CChar>] = []
    addSecrets(&secrets)
    handle.set(QIX_CURL_HEADERS, lines, secrets)
    let exchange = Exchange(
      bodyLimit: request.bodyLimit, reach: request.reach, shouldStop: request.shouldStop)
    let code = body.withUnsafeBytes { bytes in
      if request.method != .get { handle.setBody(bytes) }
      return handle.perform(exchange)
    }
    let host = request.url.host
    guard !exchange.isTooLarge else { throw NetworkError.tooLarge(host: host, limit: request.bodyLimit) }
    if code == QIX_CURL_NO_CONNECTION, exchange.isOutOfReach { throw NetworkError.outOfReach(host: host) }
    guard code == 0 else { throw NetworkError(code: code, host: host, limits: request.limits) }
    let response = HTTPResponse(
      status: handle.status, headers: exchange.headers, body: exchange.body, url: request.url)
    return (response, handle.redirection)
  }

  /// - Throws: `NetworkError.malformedHeader` for what would end the line or is no name of a header (RFC 9110 §5.6.2).
  private static func line(_ name: String, _ value: String) throws(NetworkError) -> String {
    let isName =
      !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#"(),/:;<=>?@[\]{}""#.utf8.contains($0) }
    guard isName else { throw .malformedHeader(problem: "its name has invalid characters") }
    guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw .malformedHeader(problem: "the value of \(name) has characters beyond printable ASCII")
    }
    // libcurl takes a line without a value for a header to leave out.
    return value.isEmpty ? "\(name);" : "\(name): \(value)"
  }
}
