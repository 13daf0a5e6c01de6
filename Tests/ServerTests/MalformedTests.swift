import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// Requests that are none, or could be taken for two: each gets its status, and the connection ends.
@Suite struct MalformedTests {
  /// - Returns: what was sent, and the statuses that come back.
  static let requests: [(name: String, text: String, statuses: [Int])] = [
    ("a blank behind a length", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1 \r\n\r\na", [400]),
    ("a blank behind chunked", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked \r\n\r\n0\r\n\r\n", [400]),
    ("many members", "GET /healthz?\(String(repeating: "a&", count: 300)) HTTP/1.1\r\nHost: x\r\n\r\n", [414]),
    (
      "many cookies", "GET /healthz HTTP/1.1\r\nHost: x\r\nCookie: \(String(repeating: "a=b; ", count: 70))\r\n\r\n",
      [431]
    ),
    (
      "as much as is taken",
      "GET /healthz?\(String(repeating: "a&", count: 250)) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        + "Cookie: \(String(repeating: "a=b; ", count: 60))\r\n\(String(repeating: "A: b\r\n", count: 90))\r\n", [200]
    ),
    ("bare LF", "GET /healthz HTTP/1.1\nHost: x\n\n", [400]),
    ("bare LF behind the first line", "GET /healthz HTTP/1.1\r\nHost: x\n\r\n", [400]),
    ("bare CR", "GET /healthz HTTP/1.1\rHost: x\r\n\r\n", [400]),
    ("NUL in a name", "GET /healthz HTTP/1.1\r\nHo\u{0}st: x\r\n\r\n", [400]),
    ("NUL in the path", "GET /heal\u{0}thz HTTP/1.1\r\nHost: x\r\n\r\n", [400]),
    ("blank before the colon", "GET /healthz HTTP/1.1\r\nHost : x\r\n\r\n", [400]),
    ("folded field", "GET /healthz HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", [400]),
    ("no colon", "GET /healthz HTTP/1.1\r\nHost: x\r\nA\r\n\r\n", [400]),
    ("no Host", "GET /healthz HTTP/1.1\r\n\r\n", [400]),
    ("two Hosts", "GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", [400]),
    ("two lengths", "POST /v1/shakes HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na", [400]),
    ("lengths in one field", "POST /v1/shakes HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\na", [400]),
    ("a length with a sign", "POST /v1/shakes HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\na", [400]),
    (
      "length and chunks",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", [400]
    ),
    (
      "chunks and length",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n", [400]
    ),
    ("chunks in HTTP/1.0", "POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", [400]),
    ("another coding", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", [501]),
    ("a coding that hides", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n", [501]),
    ("a size that is none", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n\r\n", [400]),
    (
      "a size with an extension",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;a=b\r\na\r\n0\r\n\r\n", [400]
    ),
    ("a chunk too long", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n", [400]),
    (
      "a length behind the body",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 5\r\n\r\n", [400]
    ),
    ("absolute form", "GET http://x/healthz HTTP/1.1\r\nHost: x\r\n\r\n", [400]),
    ("authority form", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", [400]),
    ("star", "GET * HTTP/1.1\r\nHost: x\r\n\r\n", [400]),
    ("two blanks", "GET  /healthz HTTP/1.1\r\nHost: x\r\n\r\n", [400]),
    ("no version", "GET /healthz\r\nHost: x\r\n\r\n", [400]),
    ("another version", "GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n", [505]),
    ("lower case", "GET /healthz http/1.1\r\nHost: x\r\n\r\n", [400]),
    ("raw bytes in the path", "GET /h\u{E9}althz HTTP/1.1\r\nHost: x\r\n\r\n", [400]),
    ("another expectation", "POST / HTTP/1.1\r\nHost: x\r\nExpect: magic\r\nContent-Length: 1\r\n\r\na", [417]),
    ("TLS", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", [400]),
    ("long path", "GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\nHost: x\r\n\r\n", [414]),
    ("long field", "GET / HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "a", count: 9_000))\r\n\r\n", [431]),
    ("many fields", "GET / HTTP/1.1\r\nHost: x\r\n\(String(repeating: "A: b\r\n", count: 101))\r\n", [431]),
    (
      "a good one, then a bad one", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost : x\r\n\r\n",
      [200, 400]
    ),
    (
      "a request within a body",
      "POST /none HTTP/1.1\r\nHost: x\r\nContent-Length: 40\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nA: bcd\r\n"
        + "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", [404, 200]
    ),
    (
      "pipelined",
      "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /none HTTP/1.1\r\nHost: x\r\n\r\n"
        + "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", [200, 404, 200]
    ),
    ("HTTP/1.0", "GET /healthz HTTP/1.0\r\n\r\n", [200]),
  ]

  private static let faultsBehindTheHead = [
    "a size that is none", "a size with an extension", "a chunk too long", "a length behind the body",
  ]

  @Test func eachGetsItsStatus() throws {
    try TestHome.initialised { home in
      let (_, ended) = try RunningServer.with(home) { server in
        for request in Self.requests {
          let replies = try server.send(request.text)
          #expect(replies.map(\.status) == request.statuses, "\(request.name): \(replies)")
        }
        // Byte by byte, which no reading of whole lines may depend on.
        for request in Self.requests.prefix(24) {
          let connection = try RunningServer.Connection(server.socket)
          for byte in request.text.utf8 { connection.write([byte]) }
          let replies = RunningServer.replies(in: connection.readToEnd(patience: 15_000))
          // There is nothing at `/`: where the head is well-formed that is answered, perhaps before the rest has come.
          let isAnsweredBefore = Self.faultsBehindTheHead.contains(request.name) && replies.map(\.status) == [404]
          #expect(
            replies.map(\.status) == request.statuses || isAnsweredBefore, "\(request.name), byte by byte: \(replies)")
        }
        #expect(try server.get("/healthz").status == 200)
      }
      // Nothing is left of them that the end would wait for.
      #expect(ended.exitCode == 0, "\(ended.errors)")
    }
  }

  @Test func bodiesThatAreTooLong() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let token = try server.token("ops", "operator")
        // Nobody's bodies aren't kept at all.
        let nobodys = "POST /v1/coins/issues HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000\r\n\r\n"
        #expect(try server.send(nobodys).first?.status == 401)
        #expect(try server.send(nobodys.replacing("/v1/coins/issues", with: "/nothing")).first?.status == 404)
        let announced =
          "POST /v1/coins/issues HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n"
          + "Content-Length: 104857600\r\nContent-Type: application/json\r\n\r\n"
        #expect(try server.send(announced).first?.status == 413)
        let chunk = "10000\r\n" + String(repeating: "a", count: 65_536) + "\r\n"
        let chunked =
          "POST /v1/coins/issues HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nAuthorization: Bearer \(token)\r\n"
          + "Content-Type: application/json\r\n\r\n" + String(repeating: chunk, count: 80) + "0\r\n\r\n"
        #expect(try server.send(chunked).first?.status == 413)
        #expect(try server.get("/healthz").status == 200)
      }
    }
  }
}
