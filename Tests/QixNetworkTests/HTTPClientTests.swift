import QixCrypto
import QixKernel
import QixNetwork
import QixTesting
import Testing

/// Against a server of the test's own, which answers as it likes.
@Suite struct HTTPClientTests {
  private let client = CurlHTTPClient(userAgent: "qix/test")

  @Test func aGetBringsStatusHeadersAndBody() throws {
    let server = try LocalServer { _ in
      LocalServer.answer("hello", headers: ["ETag: \"v1\"", "Cache-Control: public, max-age=3600"])
    }
    let response = try client.send(.get(try HTTPURL("\(server.url)/a?b=c")))
    #expect(response.status == 200)
    #expect(response.body == Array("hello".utf8))
    #expect(response.eTag == "\"v1\"")
    #expect(response.maxAge == 3600)
    let request = try #require(server.requests.first)
    #expect(request.method == "GET" && request.target == "/a?b=c")
    #expect(request[header: "user-agent"] == "qix/test")
    #expect(request[header: "authorization"] == nil)
  }

  @Test func anUnchangedDocumentIsAnsweredWith304() throws {
    let server = try LocalServer { request in
      request[header: "if-none-match"] == "\"v1\""
        ? LocalServer.answer("", status: "304 Not Modified") : LocalServer.answer("new")
    }
    #expect(try client.send(.get(try HTTPURL(server.url), unlessMatches: "\"v1\"")).status == 304)
    #expect(try client.send(.get(try HTTPURL(server.url), unlessMatches: "\"v0\"")).status == 200)
  }

  @Test func aPostSendsItsBodyAndTheToken() throws {
    let server = try LocalServer { _ in LocalServer.answer("{}", status: "202 Accepted") }
    var token = Array("tok-123".utf8)
    let response = try client.send(
      .post(try HTTPURL("\(server.url)/send"), json: Array(#"{"a":"é"}"#.utf8)), bearer: SecretBytes(wiping: &token))
    #expect(response.status == 202)
    let request = try #require(server.requests.first)
    #expect(request.method == "POST" && request.body == #"{"a":"é"}"#)
    #expect(request[header: "authorization"] == "Bearer tok-123")
    #expect(request[header: "content-type"] == "application/json")
  }

  @Test func aNameAndAPasswordAreSentAsBasic() throws {
    let server = try LocalServer { _ in LocalServer.answer("{}") }
    let request = HTTPRequest(.post(Array("a=b".utf8), contentType: "text/plain"), try HTTPURL(server.url))
    _ = try client.send(request, user: "Aladdin", password: SecretBytes(copying: Array("open sesame".utf8)))
    // RFC 7617 §2's own example.
    #expect(server.requests.first?[header: "authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
  }

  private func get(_ url: String, token: String) throws -> HTTPResponse {
    var bytes = Array(token.utf8)
    return try client.send(.get(try HTTPURL(url)), bearer: SecretBytes(wiping: &bytes))
  }

  @Test func anEmptyPostHasNoBody() throws {
    let server = try LocalServer { _ in LocalServer.answer("") }
    _ = try client.send(HTTPRequest(.post([], contentType: "text/plain"), try HTTPURL(server.url)))
    #expect(server.requests.first?[header: "content-length"] == "0")
  }

  @Test(arguments: ["tok\r\nX-Evil: 1", "tok en", "tok\u{0}", "", "tök"])
  func aTokenThatCouldEndTheHeaderIsRefused(_ token: String) throws {
    let server = try LocalServer { _ in LocalServer.answer("") }
    #expect(throws: NetworkError.malformedCredential) { try get(server.url, token: token) }
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [("X-A", "b\r\nX-Evil: 1"), ("X-A\r\nX-Evil", "1"), ("X A", "1"), ("", "1"), ("X-A", "é")])
  func aHeaderThatCouldEndIsRefused(_ name: String, _ value: String) throws {
    let server = try LocalServer { _ in LocalServer.answer("") }
    var request = HTTPRequest.get(try HTTPURL(server.url))
    request.headers = [(name, value)]
    let error = #expect(throws: NetworkError.self) { try client.send(request) }
    #expect(error?.code == "network.header")
    #expect(server.requests.isEmpty)
  }

  @Test func redirectionsAreFollowedThreeTimes() throws {
    let server = try LocalServer { request in
      let step = Int(request.target.dropFirst()) ?? 0
      return step == 0
        ? LocalServer.answer("there")
        : LocalServer.answer("", status: "302 Found", headers: ["Location: /\(step - 1)"])
    }
    #expect(try client.send(.get(try HTTPURL("\(server.url)/3"))).body == Array("there".utf8))
    let error = #expect(throws: NetworkError.self) { try client.send(.get(try HTTPURL("\(server.url)/4"))) }
    #expect(error?.code == "network.redirected")
  }

  @Test(arguments: [
    "https://127.0.0.1/", "file:///etc/passwd", "ftp://127.0.0.1/", "http://example.com/", "gopher://127.0.0.1/",
    "http://user@127.0.0.1/",
  ])
  func otherSchemesAndPlacesAreNotFollowed(_ location: String) throws {
    let server = try LocalServer { _ in
      LocalServer.answer("", status: "302 Found", headers: ["Location: \(location)"])
    }
    let error = #expect(throws: NetworkError.self) { try client.send(.get(try HTTPURL(server.url))) }
    #expect(error?.code == "network.redirected")
    #expect(server.requests.count == 1)
  }

  @Test func aTokenAndAPostFollowNothing() throws {
    let other = try LocalServer { _ in LocalServer.answer("") }
    let location = "Location: \(other.url)/"
    let server = try LocalServer { _ in
      LocalServer.answer("", status: "307 Temporary Redirect", headers: [location])
    }
    #expect(throws: NetworkError.self) { try client.send(.post(try HTTPURL(server.url), json: [])) }
    #expect(throws: NetworkError.self) { try get(server.url, token: "tok") }
    #expect(other.requests.isEmpty)
  }

  @Test func aLongAnswerIsBrokenOff() throws {
    let server = try LocalServer { _ in LocalServer.answer(String(repeating: "x", count: 100_001)) }
    var request = HTTPRequest.get(try HTTPURL(server.url))
    request.bodyLimit = 100_000
    #expect(throws: NetworkError.tooLarge(host: "127.0.0.1", limit: 100_000)) { try client.send(request) }
    request.bodyLimit = 100_001
    #expect(try client.send(request).body.count == 100_001)
  }

  @Test func longHeadersAreBrokenOff() throws {
    let server = try LocalServer { _ in
      LocalServer.answer("", headers: (0..<100).map { "X-\($0): \(String(repeating: "x", count: 1_000))" })
    }
    let error = #expect(throws: NetworkError.self) { try client.send(.get(try HTTPURL(server.url))) }
    #expect(error?.code == "network.too-large")
  }

  @Test func rubbishIsAnError() throws {
    for answer in ["", "\u{0}\u{1}\u{2}", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"] {
      let server = try LocalServer { _ in answer }
      let error = #expect(throws: NetworkError.self) { try client.send(.get(try HTTPURL(server.url))) }
      #expect(error?.code == "network.failed", "\(answer.debugDescription)")
    }
  }

  @Test func nobodyThereIsBusy() throws {
    let port = try LocalServer { _ in "" }.port
    let error = #expect(throws: NetworkError.self) { try client.send(.get(try HTTPURL("http://127.0.0.1:\(port)/"))) }
    #expect(error?.category == .busy)
  }

  /// A server that takes the connection and says nothing.
  @Test func silenceEndsWithTheTimeLimitAndByInterruption() throws {
    let silent = try SilentServer()
    var request = HTTPRequest.get(try HTTPURL("http://127.0.0.1:\(silent.port)/"))
    request.limits = TransferLimits(connectMilliseconds: 100, totalMilliseconds: 200)
    let error = #expect(throws: NetworkError.self) { try client.send(request) }
    #expect(error?.code == "network.timed-out")
    request.limits = TransferLimits()
    request.shouldStop = { true }
    #expect(throws: NetworkError.interrupted) { try client.send(request) }
  }

  @Test(
    arguments: [
      ("max-age=60", 60), ("MAX-AGE=60 , public", 60), ("no-store, max-age=60", 0), ("no-cache", 0), ("max-age=x", 0),
      ("max-age=-1", 0), ("max-age=99999999999999999999", 31_536_000), ("s-maxage=5", nil), ("", nil),
    ] as [(String, Int64?)])
  func theAgeOfAnAnswerIsRead(_ header: String, _ seconds: Int64?) throws {
    let response = HTTPResponse(
      status: 200, headers: [("cache-control", header)], url: try HTTPURL("https://example.com/"))
    #expect(response.maxAge == seconds)
  }
}
