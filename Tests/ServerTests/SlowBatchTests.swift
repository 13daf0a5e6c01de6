import QixFormats
import QixTesting
import Testing

@testable import Server

/// Batches whose clients take their time: to send the lines, or to take the answers.
@Suite struct SlowBatchTests {
  private static func head(_ token: String, length: Int, type: String = "text/csv") -> [UInt8] {
    Array(
      ("POST /v1/coins/issues?batch=slow HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n"
        + "Content-Type: \(type)\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\n").utf8)
  }

  /// Two connections for each of several tokens, on which a batch was begun and does not go on.
  private static func connections(
    _ server: RunningServer, _ tokens: [String], _ bytes: (String) -> [UInt8]
  ) throws -> [Holder] {
    try tokens.flatMap { token in
      try (0..<2).map { _ in
        let holder = Holder(try RunningServer.Connection(server.socket))
        holder.connection.write(bytes(token))
        return holder
      }
    }
  }

  /// Keeps a connection open.
  private final class Holder {
    let connection: RunningServer.Connection
    init(_ connection: consuming RunningServer.Connection) { self.connection = connection }
  }

  @Test func whoSendsSlowlyKeepsNobodyWaiting() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        // As many as there are threads that do batches.
        let tokens = try (0..<4).map { try server.token("slow-\($0)", "integrator") }
        let slow = try Self.connections(server, tokens) {
          Self.head($0, length: 60_000_000) + Array("user,amount\nada,1\n".utf8)
        }
        Pausing.wait(milliseconds: 300)
        let till = try server.token("till", "integrator")
        let reply = try server.request(
          "POST", "/v1/coins/issues?batch=mine", as: till, body: "user,amount\nada,5\n", type: "text/csv")
        #expect(reply.status == 200, "\(reply.body)")
        // A third of one token isn't let in, and says when to come again.
        let third = try server.request(
          "POST", "/v1/coins/issues?batch=third", as: tokens[0], body: "user,amount\nada,5\n", type: "text/csv")
        #expect(third.status == 429 && third.code == "http.batches-going-on", "\(third.body)")
        #expect(third.field("Retry-After") != nil)
        withExtendedLifetime(slow) {}
      }
      #expect(try home.done("wallet show ada --quiet").hasPrefix("5"))
    }
  }

  @Test func whoTakesTheAnswersSlowlyKeepsNobodyWaiting() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let tokens = try (0..<4).map { try server.token("silent-\($0)", "integrator") }
        // More answers than sockets and queues hold for one client.
        let silent = try Self.connections(server, tokens) { token in
          let lines =
            (0..<5_000).map { #"{"user":"ada","amount":1,"key":"\#(token.suffix(9))-\#($0)"}"# + "\n" }.joined()
          return Self.head(token, length: lines.utf8.count, type: "application/x-ndjson") + Array(lines.utf8)
        }
        let till = try server.token("till", "integrator")
        let reply = try server.request(
          "POST", "/v1/coins/issues?batch=mine", as: till, body: "user,amount\nada,5\n", type: "text/csv")
        #expect(reply.status == 200, "\(reply.body)")
        withExtendedLifetime(silent) {}
      }
    }
  }

  /// A token that sends one batch after the other never meets its own limit.
  @Test func oneBehindTheOtherIsNeverTooMany() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.done("setting set server.batches-at-once 1")
      try RunningServer.with(home) { server in
        let till = try server.token("till", "integrator")
        for number in 0..<20 {
          let reply = try server.request(
            "POST", "/v1/coins/issues?batch=b-\(number)", as: till, body: "user,amount\nada,1\n", type: "text/csv")
          #expect(reply.status == 200, "\(number): \(reply.body)")
        }
      }
    }
  }

  /// A client that leaves in the middle of its batch is no fault of the server's.
  @Test func whoLeavesIsCountedAsGone() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let till = try server.token("till", "integrator")
        do {
          let connection = try RunningServer.Connection(server.socket)
          connection.write(Self.head(till, length: 60_000_000) + Array("user,amount\nada,1\n".utf8))
          Pausing.wait(milliseconds: 200)
        }
        let desk = try server.token("desk", "operator")
        func counted(_ status: Int) throws -> Bool {
          try server.get("/metrics", as: desk).body.contains(
            "qix_http_requests_total{route=\"POST /v1/coins/issues\",status=\"\(status)\"}")
        }
        for _ in 0..<200 where try !counted(499) { Pausing.wait(milliseconds: 50) }
        #expect(try counted(499) && !counted(500))
      }
    }
  }

  /// Who may send no batch is told so by the head, before any of the body is there.
  @Test(arguments: [
    ("auditor", "/v1/coins/issues", 403), ("integrator", "/v1/webhooks", 415), ("operator", "/v1/campaigns", 415),
  ])
  func whoMayNotSendOneIsToldByTheHead(role: String, path: String, status: Int) throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let token = try server.token("one", role)
        for type in ["text/csv", "application/x-ndjson"] {
          let reply = try server.send(
            "POST \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\nContent-Type: \(type)\r\n"
              + "Content-Length: 200000000\r\n\r\n"
          ).first
          #expect(reply?.status == status, "\(reply?.body ?? "no answer")")
        }
        let long = try server.send(
          "POST /v1/coins/issues HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\nContent-Type: text/csv\r\n"
            + "Content-Length: 300000000\r\n\r\n"
        ).first
        #expect(long?.status == 413, "\(long?.body ?? "no answer")")
      }
    }
  }
}
