import Glibc
import QixFormats
import QixKernel
import QixModule
import QixStorage
import QixTesting
import Testing

@testable import Server

/// Events over HTTP, as they happen.
@Suite struct ListenTests {
  private static func trial(_ server: RunningServer) throws -> (token: String, user: String) {
    let reply = try server.request("POST", "/v1/sessions/trial")
    return (try #require(reply.json["token"]?.string, "\(reply.body)"), try #require(reply.json["user"]?.string))
  }

  /// Clients that ask for all that came, and take nothing of it, keep nobody else waiting.
  @Test func thoseWhoDontReadKeepNobodyWaiting() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let (desk, till) = (try server.token("desk", "support"), try server.token("till", "integrator"))
        let start = try #require(try server.get("/v1/events", as: desk).json["position"]?.string)
        // More than sockets and queues hold for one client.
        let lines = (0..<4_000).map { #"{"user":"ada","amount":1,"key":"k\#($0)"}"# }.joined(separator: "\n")
        let batch = try server.request("POST", "/v1/coins/issues", as: till, body: lines, type: "application/x-ndjson")
        try #require(batch.status == 200, "\(batch.body.suffix(300))")
        let silent = try (0..<8).map { _ in try EventStream(server, "/v1/events", as: desk, after: start, reads: false)
        }
        let listening = try EventStream(server, "/v1/events", as: desk)
        for round in 0..<20 {
          #expect(try server.get("/v1/wallets/ada", as: desk).status == 200)
          #expect(
            try server.post("/v1/coins/issues", as: till, #"{"to": "ada", "amount": \#(round + 5000)}"#).status == 200)
        }
        try listening.wait { $0.contains("\"coins\":5019") }
        withExtendedLifetime(silent) {}
      }
    }
  }

  /// A stream takes no body: one that was promised, begun and left keeps neither the connection nor the server's end.
  @Test func aStreamWithABodyIsNoMoreThanAStream() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      let (_, ended) = try RunningServer.with(home) { server in
        let (desk, till) = (try server.token("desk", "support"), try server.token("till", "integrator"))
        for type in ["text/csv", "multipart/form-data; boundary=x", "application/json"] {
          let connection = try RunningServer.Connection(server.socket)
          let head = """
            GET /v1/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nAuthorization: Bearer \(desk)\r\n\
            Content-Type: \(type)\r\nContent-Length: 900000\r\n\r\n
            """
          connection.write([UInt8](head.utf8) + [UInt8](repeating: 0x61, count: 300_000))
        }
        #expect(try server.post("/v1/coins/issues", as: till, #"{"to": "ada", "amount": 5}"#).status == 200)
      }
      #expect(ended.exitCode == 0, "\(ended.errors)")
    }
  }

  @Test func usersAreToldOfTheirOwn() throws {
    try TestHome.initialised { home in
      try home.done("setting set sessions.guests open")
      try RunningServer.with(home) { server in
        let (ada, bob) = (try Self.trial(server), try Self.trial(server))
        let stream = try EventStream(server, "/v1/users/me/events", as: ada.token)
        try home.done("coins issue --to \(bob.user) --amount 9")
        try home.done(
          "coins issue --to \(ada.user) --amount 50 --idempotency-key key-of-the-desk --reason reason-of-the-desk")
        try stream.wait { $0.contains("coins.issued") }
        try home.done("coins transfer --from \(bob.user) --to \(ada.user) --amount 4")
        try stream.wait { $0.contains("\"coins\":4,") }
        #expect(stream.types == ["coins.issued", "coins.received"], "\(stream.all)")
        #expect(stream.bodies.map { $0["data"]?["coins"] } == [50, 4])
        #expect(
          !stream.all.contains(bob.user) && !stream.all.contains("the-desk") && !stream.all.contains("of-the-desk"))
        // The same by asking, and by anybody else's name nothing.
        let listed = try server.get("/v1/users/me/events", as: ada.token).json["events"]?.array ?? []
        #expect(listed.compactMap { $0["type"]?.string } == ["coins.issued", "coins.received"])
        for path in ["/v1/events", "/v1/users/\(bob.user)/events", "/v1/users/me/events?user=\(bob.user)"] {
          let reply = try server.get(path, as: ada.token, ["Accept: text/event-stream"])
          #expect([400, 403, 404].contains(reply.status) && !reply.body.contains("qix "), "\(path): \(reply.body)")
        }
        #expect(try server.get("/v1/users/me/events", ["Accept: text/event-stream"]).status == 401)
      }
    }
  }

  @Test func whoComesBackGetsWhatCameMeanwhile() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let token = try server.token("desk", "operator")
        let first = try EventStream(server, "/v1/events", as: token)
        try home.done("coins issue --to ada --amount 1")
        try first.wait { $0.contains("coins.issued") }
        let cursor = try #require(first.ids.first)
        for amount in 2...40 { try home.done("coins issue --to ada --amount \(amount)") }
        let second = try EventStream(server, "/v1/events?type=coins.issued", as: token, after: cursor)
        try second.wait { $0.contains("\"coins\":40") }
        #expect(second.bodies.compactMap { $0["data"]?["coins"]?.integer } == Array(2...40), "\(second.all)")
        #expect(!second.types.contains("missed"))
        // Of what is no longer kept, or never was, nothing can be told but that.
        let lost = try EventStream(server, "/v1/events", as: token, after: "evt_7zzzzzzzzzzzzzzzzzzzzzzzzz")
        try lost.wait { $0.contains("event: missed") }
        #expect(
          try server.get("/v1/events", as: token, ["Accept: text/event-stream", "Last-Event-ID: 7"]).status == 400)
        let unknown = try server.get("/v1/events?type=coins.eaten", as: token, ["Accept: text/event-stream"])
        #expect(unknown.status == 400)
      }
    }
  }

  /// One customer has eight at most, and who doesn't read what came meanwhile keeps nobody else waiting.
  @Test func aCrowdOfStreamsLeavesRoomForOthers() throws {
    try TestHome.initialised { home in
      try home.done("setting set sessions.guests open")
      try RunningServer.with(home) { server in
        let (token, user) = try Self.trial(server)
        var streams: [EventStream] = []
        for _ in 0..<12 { streams.append(try EventStream(server, "/v1/users/me/events", as: token)) }
        try home.done("coins issue --to \(user) --amount 3")
        for stream in streams.suffix(8) { try stream.wait { $0.contains("\"coins\":3,") } }
        #expect(streams.prefix(4).allSatisfy { !$0.all.contains("coins.issued") })
        #expect(try server.get("/metrics", as: server.token("m", "operator")).body.contains("qix_listeners 8"))
      }
    }
  }

  /// Nothing is told to a session that has ended, long before its stream is closed.
  @Test func whoIsSignedOutHearsNothingMore() throws {
    try TestHome.initialised { home in
      try home.done("setting set sessions.guests open")
      try RunningServer.with(home) { server in
        let (token, user) = try Self.trial(server)
        let stream = try EventStream(server, "/v1/users/me/events", as: token)
        #expect(try server.post("/v1/sessions/end", as: token, "{}").status == 200)
        usleep(1_200_000)
        try home.done("coins issue --to \(user) --amount 3")
        stream.read(for: 1_000)
        #expect(!stream.all.contains("coins.issued"), "\(stream.all)")
      }
    }
  }

  /// While many write and many come and go, each hears everything once, in order.
  @Test func nothingIsLostBetweenCatchingUpAndListening() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let token = try server.token("desk", "operator")
        let start = try EventStream(server, "/v1/events", as: token)
        try home.done("coins issue --to ada --amount 1")
        try start.wait { $0.contains("coins.issued") }
        let cursor = try #require(start.ids.first)
        let heard = try inParallel(5) { index -> [Int64] in
          if index == 0 {
            for amount in 2...61 {
              _ = try server.post("/v1/coins/issues", as: token, "{\"to\": \"ada\", \"amount\": \(amount)}")
            }
            return []
          }
          usleep(UInt32(index) * 60_000)
          let stream = try EventStream(server, "/v1/events?type=coins.issued", as: token, after: cursor)
          try stream.wait { $0.contains("\"coins\":61,") }
          return stream.bodies.compactMap { $0["data"]?["coins"]?.integer }
        }
        for coins in heard.dropFirst() { #expect(coins == Array(2...61)) }
      }
    }
  }

  @Test func theEndOfTheServerEndsStreams() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      var stream: EventStream?
      let (_, ended) = try RunningServer.with(home) { server in
        let opened = try EventStream(server, "/v1/events", as: try server.token("desk", "operator"))
        try home.done("coins issue --to ada --amount 1")
        try opened.wait { $0.contains("coins.issued") }
        #expect(try server.get("/metrics", as: server.token("m", "operator")).body.contains("qix_listeners 1"))
        stream = opened
      }
      #expect(ended.exitCode == 0, "\(ended.errors)")
      stream?.read(for: 2_000)
      #expect(stream?.all.hasSuffix("0\r\n\r\n") ?? false)
    }
  }
}
