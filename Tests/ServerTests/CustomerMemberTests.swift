import QixCrypto
import QixFormats
import QixKernel
import QixTesting
import Testing

/// The member code from the app to the till, over HTTP.
@Suite struct CustomerMemberTests {
  /// The code that an app shows: of the answer alone, by RFC 6238.
  private func code(_ member: JSONValue, at time: Timestamp) throws -> String {
    #expect(member["algorithm"] == "SHA-256" && member["digits"] == 8 && member["period"] == 30)
    let key = try #require(Base64.urlSafe.decode(member["key"]?.string ?? ""))
    let step = time.microseconds / 30_000_000
    let mac = withUnsafeBytes(of: step.bigEndian) { HMACSHA256.mac($0, key: SecretBytes(copying: key)) }
    let offset = Int(mac[31] & 0xF)
    let number = mac[offset..<offset + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    let digits = String(number % 100_000_000)
    return try #require(member["number"]?.string) + String(repeating: "0", count: 8 - digits.count) + digits
  }

  @Test func aTillServesACustomerByTheCode() throws {
    try CustomerTests.with(vault: true) { home, server in
      let (token, user) = try CustomerTests.trial(server)
      let till = try server.token("till", "integrator")
      let member = try server.get("/v1/members/me", as: token)
      #expect(member.status == 200 && member.field("Cache-Control") == "no-store", "\(member)")
      #expect(member.field("Content-Encoding") == nil && member.json["member"]?.string == user)
      // The same the next time, and written down once for the session.
      let same = try server.get("/v1/members/me", as: token, ["Accept-Encoding: gzip"])
      #expect(same.body == member.body && same.field("Content-Encoding") == nil)
      #expect(try home.done("audit show --action members.show --tsv").contains(user))
      #expect(
        try JSONValue(parsing: home.done("audit show --action members.show --json"))["entries"]?.array?.count == 1)

      let code = try code(member.json, at: home.clock.now())
      let resolved = try server.post("/v1/members/resolve", as: till, "{\"code\": \"\(code)\", \"till\": \"3\"}")
      let handle = try #require(resolved.json["member"]?.string, "\(resolved.body)")
      #expect(resolved.field("Cache-Control") == "no-store" && !resolved.body.contains(user))
      let issued = try server.post(
        "/v1/coins/issues", as: till, "{\"to\": \"\(handle)\", \"amount\": 9}", key: "sale-1")
      #expect(issued.json["to"]?.string == handle && !issued.body.contains(user), "\(issued.body)")
      let bought = try server.post(
        "/v1/rewards/mug/redemptions", as: till, "{\"user\": \"\(handle)\"}", key: "sale-1-mug")
      #expect(bought.status == 200 && !bought.body.contains(user), "\(bought.body)")
      #expect(try server.get("/v1/wallets/\(handle)", as: till).json["user"]?.string == handle)
      #expect(try server.get("/v1/wallets/me", as: token).json["user"]?.string == user)
      let again = try server.post("/v1/members/resolve", as: till, "{\"code\": \"\(code)\"}")
      #expect(again.status == 409 && again.code == "members.code-used", "\(again.body)")
      // The handle is no way to be that user, and no other caller's.
      #expect(try server.post("/v1/sessions", as: till, "{\"user\": \"\(handle)\"}").status == 404)
      let other = try server.token("other", "integrator")
      #expect(try server.get("/v1/wallets/\(handle)", as: other).code == "members.handle-over")
    }
  }

  /// The key is for the user alone, and a new one for a lost phone.
  @Test func theKeyIsForTheUserAlone() throws {
    try CustomerTests.with(vault: true) { home, server in
      let (token, user) = try CustomerTests.trial(server)
      let before = try server.get("/v1/members/me", as: token).json
      let desk = try server.get("/v1/members/\(user)", as: server.token("desk", "support"))
      #expect(desk.json["number"] == before["number"] && desk.json["key"]?.isNull == true, "\(desk.body)")
      #expect(try server.get("/v1/members/\(user)", as: CustomerTests.trial(server).token).status == 400)
      #expect(try server.get("/v1/members/\(user)", as: server.token("till", "integrator")).status == 403)
      let renewed = try server.post("/v1/members/me/renew", as: token, "{}", key: "lost")
      #expect(renewed.status == 200 && renewed.json["number"] == before["number"], "\(renewed.body)")
      let after = try server.get("/v1/members/me", as: token).json
      #expect(after["number"] == before["number"] && after["key"] != before["key"])
      #expect(after["renewed"] == 1)
      #expect(try server.post("/v1/members/resolve", as: token, "{\"code\": \"1\"}").status == 403)
    }
  }

  /// The app says so while the customer stands at the till.
  @Test func theUserIsToldThatATillHasReadTheCode() throws {
    try CustomerTests.with(vault: true) { home, server in
      let (token, _) = try CustomerTests.trial(server)
      _ = try server.get("/v1/users/me/events", as: token)
      let member = try server.get("/v1/members/me", as: token).json
      let code = try code(member, at: home.clock.now())
      let till = try server.token("till", "integrator")
      let resolved = try server.post("/v1/members/resolve", as: till, "{\"code\": \"\(code)\", \"till\": \"north-3\"}")
      #expect(resolved.status == 200, "\(resolved.body)")
      let events = try server.get("/v1/users/me/events", as: token)
      let told = events.json["events"]?.array?.first { $0["type"] == "member.presented" }
      #expect(told?["data"]?["till"] == "north-3", "\(events.body)")
      #expect(try !server.get("/v1/events", as: server.token("crm", "operator")).body.contains(code))
    }
  }
}
