import QixFormats
import QixKernel
import QixTesting
import Testing

/// What is wrong, in the language of who reads it.
@Suite struct CustomerLanguageTests {
  private static let italian = "Accept-Language: it-IT, en;q=0.5"

  /// Redeems more than there are coins for.
  private static func redeem(
    _ server: RunningServer, as token: String, _ body: String = "{\"quantity\": 3}", fields: [String] = []
  ) throws -> RunningServer.Reply {
    try server.request(
      "POST", "/v1/rewards/mug/redemptions", as: token, ["Idempotency-Key: language-\(fields.count)"] + fields,
      body: body)
  }

  @Test func aCustomerReadsTheirLanguage() throws {
    try CustomerTests.with { home, server in
      let (token, user) = try CustomerTests.trial(server)
      try home.done("coins issue --to \(user) --amount 1 --idempotency-key one")
      let told = try Self.redeem(server, as: token, fields: [Self.italian])
      #expect(told.status == 422 && told.code == "coins.insufficient", "\(told.body)")
      #expect(told.json["detail"] == "hai 1 moneta da spendere, ma il totale richiesto è 15", "\(told.body)")
      #expect(told.field("Content-Language") == "it")
      #expect(told.field("Vary")?.contains("Accept-Language") == true)
      #expect(told.json["values"]?["coins"] == 1 && told.json["values"]?["number"] == 15, "\(told.body)")
      let english = try Self.redeem(server, as: token)
      #expect(english.json["detail"] == "you have 1 coin to spend, and this takes 15", "\(english.body)")
      #expect(english.field("Content-Language") == "en" && english.json["values"] == told.json["values"])
      // A general sentence, and one to nobody in particular.
      let nothing = try server.get("/v1/rewards/plate", as: token, ["Accept-Language: ro"])
      #expect(nothing.status == 404 && nothing.json["detail"] == "nu am găsit ceea ce cauți", "\(nothing.body)")
      let ended = try server.get("/v1/wallets/me", as: token + "x", ["Accept-Language: ca;q=0.7, de"])
      #expect(ended.status == 401 && ended.field("Content-Language") == "ca", "\(ended.head) \(ended.body)")
    }
  }

  /// What has no translation says that it is English.
  @Test func whatIsNotTranslatedIsEnglish() throws {
    try CustomerTests.with { _, server in
      let (token, _) = try CustomerTests.trial(server)
      let malformed = try server.request(
        "POST", "/v1/rewards/mug/redemptions", as: token, ["Idempotency-Key: x", Self.italian], body: "{")
      #expect(malformed.status == 400 && malformed.code == "http.json", "\(malformed.body)")
      #expect(malformed.field("Content-Language") == "en", "\(malformed.head)")
    }
  }

  @Test func tokensReadEnglish() throws {
    try CustomerTests.with { home, server in
      try home.done("user create --external-id ada")
      let token = try server.token("crm", "integrator")
      let told = try Self.redeem(server, as: token, "{\"user\": \"ada\", \"quantity\": 3}", fields: [Self.italian])
      #expect(told.status == 422 && told.code == "coins.insufficient", "\(told.body)")
      #expect(told.json["detail"]?.string?.contains("available") == true, "\(told.body)")
      #expect(told.field("Content-Language") == nil && told.field("Vary")?.contains("Language") != true)
    }
  }
}
