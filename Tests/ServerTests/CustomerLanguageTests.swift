import QixFormats
import QixKernel
import QixTerminal
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

  /// An answer has its sentences in the language of each reader, and says so to caches.
  @Test func aRefusedShakeIsToldInTheirLanguage() throws {
    try CustomerTests.with { _, server in
      let (token, _) = try CustomerTests.trial(server)
      let won = try server.post("/v1/shakes/tv", as: token, "{\"campaign\": \"summer\"}", key: "k-1")
      #expect(won.status == 200 && won.field("Content-Language") == nil, "\(won.head)")
      func shake(_ language: String) throws -> RunningServer.Reply {
        try server.request(
          "POST", "/v1/shakes/tv", as: token, ["Idempotency-Key: k-2", "Accept-Language: \(language)"],
          body: "{\"campaign\": \"summer\"}")
      }
      let told = try shake("it")
      #expect(told.json["refusal"] == "shakes.had-already" && told.json["message"] == "l'hai già usato", "\(told.body)")
      #expect(told.field("Content-Language") == "it" && told.field("Vary")?.contains("Accept-Language") == true)
      // The same answer for another reader.
      let again = try shake("en")
      #expect(again.json["replayed"] == true && again.json["shake"] == told.json["shake"], "\(again.body)")
      #expect(again.json["message"] == "you have already used this" && again.field("Content-Language") == "en")

      let id = try #require(told.json["shake"]?.string)
      func show(_ language: String, _ more: [String] = []) throws -> RunningServer.Reply {
        try server.get("/v1/shakes/\(id)", as: token, ["Accept-Language: \(language)"] + more)
      }
      let (spanish, catalan) = (try show("es"), try show("ca"))
      #expect(spanish.json["message"] == "ya lo has usado" && spanish.field("Content-Language") == "es")
      #expect(catalan.json["message"] == "ja ho has fet servir" && catalan.field("Vary")?.contains("Language") == true)
      let tag = try #require(spanish.field("ETag"))
      #expect(catalan.field("ETag") != tag)
      let same = try show("es", ["If-None-Match: \(tag)"])
      #expect(same.status == 304 && same.field("Vary")?.contains("Accept-Language") == true, "\(same.head)")
      #expect(try show("ca", ["If-None-Match: \(tag)"]).status == 200)
      // Staff read English.
      let support = try server.token("desk", "support")
      let theirs = try server.get("/v1/shakes/\(id)", as: support, [Self.italian])
      #expect(theirs.json["message"] == "you have already used this" && theirs.field("Content-Language") == nil)
    }
  }

  /// A client that says nothing gets the installation's language, and one that says English gets that.
  @Test func theInstallationHasALanguage() throws {
    try TestHome.initialised { home in
      try home.done("setting set sessions.guests open")
      try home.done("setting set server.language ca")
      #expect(try home.qix("setting set server.language de").exitCode == 2)
      try RunningServer.with(home, []) { server in
        let (token, _) = try CustomerTests.trial(server)
        for (fields, language) in [([], "ca"), (["Accept-Language: de"], "ca"), (["Accept-Language: en"], "en")] {
          let nothing = try server.get("/v1/rewards/plate", as: token, fields)
          #expect(nothing.status == 404 && nothing.field("Content-Language") == language, "\(nothing.head)")
        }
      }
    }
  }

  /// What is wrong with a field is said in their language too.
  @Test func faultsOfFieldsAreTranslated() throws {
    try CustomerTests.with(vault: true) { _, server in
      let (token, _) = try CustomerTests.trial(server)
      for (body, detail) in [
        ("{\"username\": \"1ada\"}", "il nome utente deve cominciare con una lettera"),
        ("{\"email\": \"ada\"}", "indirizzo email: deve avere una sola @"),
      ] {
        let told = try server.request(
          "PATCH", "/v1/users/me", as: token, ["Idempotency-Key: \(body.count)", Self.italian], body: body)
        #expect(told.status == 400 && told.json["detail"]?.string == detail, "\(told.body)")
        #expect(told.field("Content-Language") == "it")
      }
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
