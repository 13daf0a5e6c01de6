import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Synchronization
import Testing

/// Many at once.
@Suite struct CrowdTests {
  /// Two keys that differ in bytes which are no text would be one, and the second grant would be the first.
  @Test func keysThatAreNoTextAreRefused() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let token = try server.token("till", "integrator")
        for byte: UInt8 in [0xE8, 0xE9] {
          let body = "{\"to\": \"ada\", \"amount\": 7}"
          let head =
            "POST /v1/coins/issues HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n"
            + "Idempotency-Key: ord"
          let connection = try RunningServer.Connection(server.socket)
          connection.write(Array(head.utf8) + [byte] + Array("-1\r\n\r\n\(body)".utf8))
          let reply = try #require(RunningServer.replies(in: connection.readToEnd(patience: 15_000)).first)
          #expect(reply.status == 400 && reply.code == "http.key-encoding", "\(reply.body)")
        }
        // What stands for lost bytes is no better where it was written as such.
        let lost = try server.post(
          "/v1/coins/issues", as: token, "{\"to\": \"ada\", \"amount\": 7}", key: "ord\u{FFFD}")
        #expect(lost.status == 400, "\(lost.body)")
        #expect(try server.get("/v1/wallets/ada", as: token).json["balance"]?.integer == 0)
      }
      #expect(
        try home.qix(["coins", "issue", "--to", "ada", "--amount", "1", "--idempotency-key", "\u{FFFD}"]).exitCode == 2)
    }
  }

  @Test func grantsOfManyAreAllThere() throws {
    try TestHome.initialised { home in
      for user in 0..<4 { try home.done("user create --external-id u\(user)") }
      try RunningServer.with(home) { server in
        let token = try server.token("till", "integrator")
        let bad = Mutex<[String]>([])
        let done = Semaphore()
        for thread in 0..<8 {
          DetachedThread {
            for number in 0..<25 {
              // Every second one again, at the same time as others.
              for _ in 0...(number % 2) {
                let reply = try? server.post(
                  "/v1/coins/issues", as: token, "{\"to\": \"u\(number % 4)\", \"amount\": 3}",
                  key: "k-\(thread)-\(number)")
                if reply?.status != 200 { bad.withLock { $0.append(reply?.body ?? "no answer") } }
              }
            }
            done.post()
          }.start()
        }
        for _ in 0..<8 { done.wait() }
        #expect(bad.withLock { $0 } == [])
        // Another process writes in between without harm.
        try home.done("coins issue --to u0 --amount 7")
        #expect(try server.get("/v1/wallets/u0", as: token).json["balance"]?.integer == 7 + 3 * 8 * 7)
      }
      #expect(try home.count("coins_transfers") == 201)
      try home.done("coins verify")
      try home.done("audit verify")
    }
  }

  /// Shakes by a type's own command are handed in like any others: what comes while something else writes is one commit,
  /// however few threads there are to wait for it.
  @Test func shakesOfATypeAreCommittedTogether() throws {
    try CustomerTests.with(threads: 2) { home, server in
      for user in 0...24 { try home.done("user create --external-id u\(user)") }
      let token = try server.token("till", "integrator")
      @Sendable func shake(_ user: Int, _ more: String = "") throws -> RunningServer.Reply {
        try server.post("/v1/shakes/tv", as: token, "{\"user\": \"u\(user)\", \"campaign\": \"summer\"\(more)}")
      }
      func commits(_ condition: String = "true") throws -> Int64 {
        try home.count("qix_audit WHERE action = 'shakes.send' AND \(condition)")
      }
      // One with a reason has an entry of its own, under the name of who asked.
      let own = try shake(24, ", \"reason\": \"a call\"")
      #expect(own.status == 200 && own.json["coins"]?.integer == 20, "\(own.body)")
      #expect(try commits("reason = 'a call' AND actor LIKE '%till%'") == 1)
      let bad = Mutex<[String]>([])
      let done = Semaphore()
      try home.database.withoutWriters {
        for user in 0..<24 {
          DetachedThread {
            let reply = try? shake(user)
            if reply?.json["coins"]?.integer != 20 { bad.withLock { $0.append(reply?.body ?? "no answer") } }
            done.post()
          }.start()
        }
        // Until all of them have come.
        Pausing.wait(milliseconds: 2_000)
      }
      for _ in 0..<24 { done.wait() }
      #expect(bad.withLock { $0 } == [])
      // The first ones had begun to wait for the disk when the rest came.
      #expect(try (1...3).contains(commits("reason IS NULL")))
      #expect(try home.count("shakes_shakes") == 25)
      try home.done("coins verify")
      try home.done("audit verify")
    }
  }

  /// What has begun is done before the end, and nothing is taken after it.
  @Test func theEndWaitsForWhatHasBegun() throws {
    try TestHome.initialised { home in
      let lines = "user,amount\n" + (0..<20_000).map { "u\($0),1\n" }.joined()
      let answered = Mutex<RunningServer.Reply?>(nil)
      let (done, begun) = (Semaphore(), Semaphore())
      let (_, ended) = try RunningServer.with(home) { server in
        let token = try server.token("ops", "operator")
        DetachedThread {
          begun.post()
          let reply = try? server.request(
            "POST", "/v1/coins/issues?create_users=true&batch=crowd", as: token, body: lines, type: "text/csv")
          answered.withLock { $0 = reply }
          done.post()
        }.start()
        begun.wait()
        // Until the lines are on their way.
        for _ in 0..<500 where try home.count("identity_users") == 0 { Pausing.wait(milliseconds: 10) }
      }
      done.wait()
      #expect(ended.exitCode == 0, "\(ended.errors)")
      #expect(answered.withLock { $0?.status } == 200)
      #expect(try home.count("coins_transfers") == 20_000)
    }
  }
}
