import QixFormats
import QixKernel
import QixTesting
import Testing

/// Notices over HTTP: a customer's own, and one tap without any session.
@Suite struct NoticeTests {
  @Test func aCustomerChoosesAndReads() throws {
    try CustomerTests.with { home, server in
      let (token, user) = try CustomerTests.trial(server)
      let (other, _) = try CustomerTests.trial(server)
      try home.done("notice send")
      let day = home.clock.now().advanced(byMicroseconds: 2 * Timestamp.day).date
      try home.done("coins issue --to \(user) --amount 7 --expires \(day)")
      home.clock.advance(byMicroseconds: Timestamp.day)
      try home.done("notice send")
      let own = try server.get("/v1/notices", as: token, ["Accept-Language: it"])
      let told = try #require(own.json["notices"]?.array?.first, "\(own.body)")
      #expect(told["text"]?.string?.hasPrefix("7 monete da usare entro il ") == true, "\(own.body)")
      #expect(told["title"]?.string == "monete che scadono presto" && told["email"] == .null)
      #expect(try server.get("/v1/notices?user=\(user)", as: other).json["notices"]?.array?.isEmpty != false)
      let id = try #require(told["notice"]?.string)
      #expect(try server.post("/v1/notices/read", as: other, "{\"notice\": [\"\(id)\"]}").json["read"] == 0)
      #expect(try server.post("/v1/notices/read", as: token, "{\"notice\": [\"\(id)\"]}").json["read"] == 1)
      #expect(try server.get("/v1/notices?unread=true", as: token).json["notices"]?.array?.isEmpty == true)
      let chosen = try server.post("/v1/notices/choices/coins-expiring", as: token, "{\"by\": \"page,email\"}")
      #expect(chosen.status == 200 && chosen.json["email"] == true, "\(chosen.body)")
      let quiet = try server.post("/v1/notices/quiet", as: token, "{\"hours\": \"22:00-07:00\"}")
      #expect(quiet.json["quiet"] == "22:00-07:00", "\(quiet.body)")
      let choices = try server.get("/v1/notices/choices", as: token).json
      #expect(choices["quiet_own"] == true && choices["choices"]?.array?.count == 4, "\(choices)")
      #expect(try server.get("/v1/notices/choices", as: other).json["quiet_own"] == false)
    }
  }

  /// What a mail program sends (RFC 8058), and what strangers may try: no session, and a body of its own.
  @Test(arguments: ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
  func oneTapNeedsNoSession(type: String) throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let form =
          type.hasPrefix("multipart")
          ? "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n"
          : "List-Unsubscribe=One-Click"
        let reply = try server.request("POST", "/v1/notices/stop/nokey", body: form, type: type)
        #expect(reply.status == 404 && reply.code == "notices.no-key", "\(reply.status) \(reply.body)")
        let page = try server.request("POST", "/v1/notices/stop/nokey", body: "{\"all\": true}")
        #expect(page.status == 404, "\(page.body)")
      }
    }
  }
}
