import Glibc
import QixHTTP
import QixLibraries
import QixStorage
import QixTesting
import Testing

/// Who sends or takes too little for too long is told so where that can be told, and ended; others don't notice.
@Suite(.needs(.library(.http, packages: "libmicrohttpd-dev, libgnutls28-dev and zlib1g-dev")))
struct SlowClientTests {
  /// Answers with the size of what came; reads what is streamed on a thread of its own.
  private final class Counter: HTTPHandler {
    func plan(for head: HTTPHead) -> HTTPBodyPlan { head.target == "/streamed" ? .streamed : .whole }

    func handle(_ exchange: any HTTPExchange) {
      guard exchange.head.target == "/streamed" else {
        let size = exchange.head.target == "/much" ? 8 << 20 : exchange.body.count
        return exchange.respond(HTTPResponse(200, body: [UInt8](repeating: 0x61, count: size)))
      }
      DetachedThread {
        var buffer = [UInt8](repeating: 0, count: 4_096), count = 0
        while let more = try? buffer.withUnsafeMutableBytes({ try exchange.read(into: $0) }), more > 0 { count += more }
        exchange.respond(HTTPResponse(200, body: Array("\(count)".utf8)))
      }.start()
    }
  }

  /// A server that waits for a head for a second, and for 1,000 bytes a second over one.
  private static func withServer(_ body: (_ path: String, _ server: MicroHTTPServer) throws -> Void) throws {
    try TestHome.with { home in
      let path = "\(home.path)/s"
      let socket = try #require(try ListeningSocket.open([.unix(path: path)]).first)
      var limits = HTTPLimits()
      (limits.headSeconds, limits.slowSeconds, limits.leastRate, limits.idleSeconds) = (1, 1, 1_000, 2)
      let server = try MicroHTTPServer(socket, limits, Counter())
      defer { server.stop() }
      try body(path, server)
    }
  }

  /// Sends a beginning, then a byte every 50 ms until the server closes.
  /// - Returns: what came back; nil where it wasn't closed within ten seconds.
  private static func trickled(_ beginning: String, to path: String) throws -> String? {
    let descriptor = try connected(to: path)
    defer { close(descriptor) }
    _ = beginning.withCString { send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    var answer: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 4_096)
    for _ in 0..<200 {
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if Glibc.poll(&poll, 1, 50) > 0 {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
        answer += buffer[..<count]
      } else {
        send(descriptor, "a", 1, Int32(MSG_NOSIGNAL))
      }
    }
    return nil
  }

  @Test(arguments: [
    ("a head", "GET /x HTTP/1.1\r\nHost: x\r\nA: "),
    ("a body that is kept", "POST /kept HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"),
    ("a short body", "POST /kept HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\n\r\n"),
  ])
  func whatComesTooSlowlyIsToldSo(_ name: String, _ beginning: String) throws {
    try Self.withServer { path, server in
      let answer = try #require(try Self.trickled(beginning, to: path), "\(name) was never ended")
      #expect(answer.hasPrefix("HTTP/1.1 408 "), "\(name): \(answer)")
      #expect(answer.contains("the request came too slowly"))
      #expect(server.counts.slow == 1)
    }
  }

  /// The program has it already and may be answering, so that nothing else is written between.
  @Test func aStreamedBodyIsEndedWithoutAWord() throws {
    try Self.withServer { path, server in
      let beginning = "POST /streamed HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"
      let answer = try #require(try Self.trickled(beginning, to: path))
      #expect(!answer.contains("HTTP/1.1 408"), "\(answer)")
      #expect(server.counts.slow == 1)
      // The program's own thread has found its end, too.
      for _ in 0..<200 where server.pending > 0 { usleep(10_000) }
      #expect(server.pending == 0)
    }
  }

  @Test func whoTakesNothingIsEnded() throws {
    try Self.withServer { path, server in
      let descriptor = try connected(to: path)
      defer { close(descriptor) }
      let request = "GET /much HTTP/1.1\r\nHost: x\r\n\r\n"
      _ = request.withCString { send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
      for _ in 0..<1_000 where server.counts.slow == 0 { usleep(10_000) }
      #expect(server.counts.slow == 1)
      for _ in 0..<200 where server.pending > 0 { usleep(10_000) }
      #expect(server.pending == 0)
    }
  }

  /// Whoever opens all connections that one address may have, and sends nothing, doesn't shut others of it out for long.
  @Test func manyThatAskNothingMakeRoom() throws {
    try TestHome.with { home in
      let socket = try #require(try ListeningSocket.open([.tcp(host: "127.0.0.1", port: 0)]).first)
      guard case .tcp(_, let port) = socket.address else {
        Issue.record("\(socket.address)")
        return
      }
      var limits = HTTPLimits()
      (limits.mostPerAddress, limits.idleSeconds) = (40, 600)
      let server = try MicroHTTPServer(socket, limits, Counter())
      defer { server.stop() }
      var silent: [Int32] = []
      defer { for descriptor in silent { close(descriptor) } }
      for _ in 0..<40 { silent.append(try connected(toPort: port)) }
      // The others wait for their turn with a client that tries again, as they do.
      var answer = ""
      for _ in 0..<100 where answer.isEmpty {
        usleep(50_000)
        let descriptor = try connected(toPort: port)
        defer { close(descriptor) }
        let request = "GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        _ = request.withCString { send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
          answer += String(decoding: buffer[..<count], as: UTF8.self)
        }
      }
      #expect(answer.hasPrefix("HTTP/1.1 200 "))
      // Few that are open are left alone.
      usleep(1_000_000)
      let kept = try connected(toPort: port)
      defer { close(kept) }
      usleep(600_000)
      var poll = pollfd(fd: kept, events: Int16(POLLIN), revents: 0)
      #expect(Glibc.poll(&poll, 1, 0) == 0)
    }
  }

  @Test func whoIsFastEnoughIsAnswered() throws {
    try Self.withServer { path, server in
      let descriptor = try connected(to: path)
      defer { close(descriptor) }
      let request = "POST /streamed HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 6000\r\n\r\n"
      _ = request.withCString { send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
      // 6,000 bytes in two and a half seconds.
      let piece = [UInt8](repeating: 0x61, count: 240)
      for _ in 0..<25 {
        #expect(send(descriptor, piece, piece.count, Int32(MSG_NOSIGNAL)) == piece.count)
        usleep(100_000)
      }
      var answer: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 4_096)
      while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { answer += buffer[..<count] }
      #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
      #expect(String(decoding: answer, as: UTF8.self).hasSuffix("\r\n\r\n6000"))
      #expect(server.counts.slow == 0)
    }
  }
}
