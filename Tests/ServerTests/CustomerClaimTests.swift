import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Server

/// Customers whom a shop has brought along, with their numbers, and who come for themselves later.
@Suite struct CustomerClaimTests {
  private static let number = "+491701234567"

  private func with(_ body: (TestHome, RunningServer, _ shop: String) throws -> Void) throws {
    try CustomerTests.with(vault: true) { home, server in
      try Outbox(home).useFile()
      try home.done(
        "user import --file - --create-users", input: "user,phone,email\nshop-1,\(Self.number),ada@example.com\n")
      try home.done("coins issue --to shop-1 --amount 450")
      try body(home, server, try home.done("user show shop-1 --quiet").filter { !$0.isWhitespace })
    }
  }

  private func step(
    _ step: String, _ contact: String, as token: String?, asking: String? = nil, _ home: TestHome,
    _ server: RunningServer
  ) throws -> RunningServer.Reply {
    let asked = try server.request("POST", "/v1/auth/otps/request", as: asking, body: contact)
    let request = try #require(asked.json["request"]?.string, "\(asked.body)")
    return try server.request(
      "POST", "/v1/auth/otps/\(request)/\(step)", as: token, body: "{\"code\": \"\(try Outbox(home).lastCode())\"}")
  }

  /// Under the caps of a merge: what the shop's user has had already doesn't count again.
  @Test(arguments: [(false, 470), (true, 470)] as [(Bool, Int64)])
  func aTrialUserWhoProvesAClaimedNumberIsThatUser(_ hasShaken: Bool, _ coins: Int64) throws {
    try with { home, server, shop in
      if hasShaken { try home.done("shake send --user shop-1 --type tv --campaign summer") }
      let (trial, _) = try CustomerTests.trial(server)
      #expect(try server.post("/v1/shakes/tv", as: trial, "{\"campaign\": \"summer\"}").status == 200)
      let signed = try step("sign-in", "{\"phone\": \"\(Self.number)\"}", as: trial, home, server)
      let token = try #require(signed.json["token"]?.string, "\(signed.body)")
      #expect(signed.json["user"]?.string == shop)
      #expect(try server.get("/v1/wallets/me", as: token).json["balance"]?.integer == coins)
      #expect(try server.get("/v1/wallets/me", as: trial).status == 401)
      #expect(try home.qix("db check").exitCode == 0)
    }
  }

  /// Neither the code's way nor the answer says whose the number was.
  @Test func aTrialUserWhoGivesItAsTheirsGetsWhatIsThere() throws {
    try with { home, server, shop in
      let (trial, user) = try CustomerTests.trial(server)
      let given = try step(
        "verify", "{\"phone\": \"\(Self.number)\", \"user\": \"me\"}", as: trial, asking: trial, home, server)
      #expect(given.status == 200 && given.json["user"]?.string == user, "\(given.body)")
      #expect(!given.body.contains(shop) && !given.body.contains("shop-1"), "\(given.body)")
      #expect(try server.get("/v1/wallets/me", as: trial).json["balance"]?.integer == 450)
      #expect(try home.done("wallet show shop-1 --json").contains(user))
    }
  }

  @Test func whatStandsAtAnotherAccountSignsInNobody() throws {
    try with { home, server, shop in
      let first = try step("sign-in", "{\"phone\": \"\(Self.number)\"}", as: nil, home, server)
      #expect(first.json["user"]?.string == shop, "\(first.body)")
      let second = try step("sign-in", "{\"email\": \"ada@example.com\"}", as: nil, home, server)
      #expect(second.status == 409 && second.code == "identity.claimed", "\(second.body)")
      #expect(!second.body.contains("usr_") && !second.body.contains("qix user"), "\(second.body)")
      // Signed in, they prove it with the consent that every further address takes.
      let token = try #require(first.json["token"]?.string)
      let further = try step(
        "verify", "{\"email\": \"ada@example.com\", \"user\": \"me\"}", as: token, asking: token, home, server)
      #expect(further.status == 403 && further.code == "identity.consent-needed", "\(further.body)")
    }
  }
}
