import QixTesting
import Testing

@testable import Server

/// How often a customer may change something, whatever comes of it.
@Suite struct CustomerPaceTests {
  @Test func changesOfOneCustomerHaveALimit() throws {
    try TestHome.initialised { home in
      try home.done("setting set sessions.guests open")
      try home.done("setting set server.customer-changes-per-minute 3")
      try RunningServer.with(home) { server in
        let (session, _) = try CustomerTests.trial(server)
        let (other, _) = try CustomerTests.trial(server)
        let first = try server.post("/v1/shakes/tv", as: session, #"{"campaign": "none"}"#)
        #expect(![429, 503].contains(first.status), "\(first.body)")
        let second = try server.post("/v1/rewards/none/redemptions", as: session, "{}")
        #expect(second.status == 404, "\(second.body)")
        let third = try server.request("PATCH", "/v1/users/me", as: session, body: #"{"username": "ada"}"#)
        #expect(third.status == 200, "\(third.body)")
        #expect(third.field("RateLimit-Policy") == "\"changes\";q=3;w=60")
        #expect(third.field("RateLimit")?.hasPrefix("\"changes\";r=0;t=") == true)
        let fourth = try server.post("/v1/rewards/none/redemptions", as: session, "{}")
        #expect(fourth.status == 429 && fourth.code == "http.too-many-changes", "\(fourth.body)")
        #expect(fourth.field("Retry-After").flatMap { Int($0) }.map { (1...61).contains($0) } == true)
        #expect(!fourth.body.contains("setting"))
        // Looking is free, others have their own, and so have programs.
        #expect(try server.get("/v1/wallets/me", as: session).status == 200)
        #expect(try server.post("/v1/rewards/none/redemptions", as: other, "{}").status == 404)
        let till = try server.token("till", "integrator")
        for _ in 0..<5 {
          #expect(try server.post("/v1/coins/redeem", as: till, #"{"from": "none", "amount": 1}"#).status == 404)
        }
      }
    }
  }

  /// However many come, looking for one takes as long, and who came within the minute is known.
  @Test func manyArePutAsideTogether() {
    let attempts = Attempts("changes", most: 1)
    #expect(attempts.next("first") == nil)
    for number in 0..<500_010 { _ = attempts.next("\(number)") }
    #expect(attempts.next("first") != nil && attempts.next("500009") != nil)
    #expect(attempts.next("another") == nil)
  }

  /// On the command line `-` is standard input; a request has none.
  @Test func aDashIsATextInARequest() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let desk = try server.token("desk", "operator")
        let names = try server.request(
          "PATCH", "/v1/users/ada", as: desk, body: #"{"given_name": "-", "family_name": "-"}"#)
        #expect(names.status == 200, "\(names.body)")
        let form =
          "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"p\"\r\n\r\n"
          + "{\"gender\": \"female\"}\r\n--b\r\nContent-Disposition: form-data; name=\"given_name\"\r\n\r\n-\r\n--b--\r\n"
        let both = try server.request(
          "PATCH", "/v1/users/ada", as: desk, body: form, type: "multipart/form-data; boundary=b")
        #expect(both.status == 200, "\(both.body)")
        let phone = try server.post("/v1/auth/otps/request", as: desk, #"{"phone": "-"}"#)
        #expect(phone.status == 400 && phone.code == "phone.not-a-number", "\(phone.body)")
        let note = try server.post("/v1/users/notes", as: desk, #"{"user": "ada", "text": "-"}"#)
        #expect(note.status == 200, "\(note.body)")
      }
    }
  }

  /// Under one key another form is another request, and the same one the same, whatever its client has put between the parts.
  @Test func aFormUnderAKeyIsKnownByItsParts() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let desk = try server.token("desk", "operator")
        func send(_ name: String, _ boundary: String) throws -> RunningServer.Reply {
          try server.request(
            "PATCH", "/v1/users/ada", as: desk, ["Idempotency-Key: form-1"],
            body:
              "--\(boundary)\r\nContent-Disposition: form-data; name=\"given_name\"\r\n\r\n\(name)\r\n--\(boundary)--\r\n",
            type: "multipart/form-data; boundary=\(boundary)")
        }
        let first = try send("Ada", "x")
        #expect(first.status == 200, "\(first.body)")
        let same = try send("Ada", "y")
        #expect(same.status == 200 && same.field("Idempotency-Replayed") == "true", "\(same.body)")
        let other = try send("Eve", "x")
        #expect(other.status == 409 && other.code == "http.key-conflict", "\(other.body)")
      }
    }
  }
}
