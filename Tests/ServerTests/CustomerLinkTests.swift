import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// What links and directives say to customers.
@Suite struct CustomerLinkTests {
  @Test func aLinkLeadsCustomersToWhatIsThere() throws {
    try CustomerTests.with { home, server in
      let (token, _) = try CustomerTests.trial(server)
      let summer = try server.get("/v1/links?link=qix%3A%2F%2Facme%2Fsummer%3Fplace%3Dnorth", as: token)
      #expect(summer.status == 200 && summer.json["page"] == "/app/shake/summer?place=north", "\(summer.body)")
      #expect(summer.json["opens"] == true && summer.json["link"] == "qix://acme/summer")
      // Drafts are as if they weren't there.
      func without(_ name: String, _ reply: RunningServer.Reply) -> String { reply.body.replacing(name, with: "x") }
      try home.done("card create soon --title Soon --from 2099-01-01")
      try home.done("card publish soon")
      for (kind, draft) in [("campaign", "autumn"), ("reward", "plate"), ("card", "soon")] {
        let hidden = try server.get("/v1/links?link=\(kind)/\(draft)", as: token)
        let none = try server.get("/v1/links?link=\(kind)/absent", as: token)
        #expect(hidden.status == 404 && hidden.code == "app.link-not-found", "\(hidden.body)")
        #expect(without(draft, hidden) == without("absent", none))
      }
      let other = try server.get("/v1/links?link=https%3A%2F%2Fevil.example", as: token, ["Accept-Language: it"])
      #expect(other.status == 422 && other.json["detail"] == "questo link non porta in questa app", "\(other.body)")
      let wallet = try server.get("/v1/links?link=wallet", as: token, ["Accept-Language: it"])
      #expect(wallet.json["title"] == "il tuo portafoglio" && wallet.field("Content-Language") == "it")
      // Who has no session yet comes by a poster, too.
      #expect(try server.get("/v1/links?link=campaign/summer").json["opens"] == true)
      #expect(try server.get("/v1/links?link=campaign/autumn").status == 404)
      #expect(try server.get("/v1/links?link=wallet&user=me", as: token).status == 200)
      #expect(try server.get("/v1/links?link=wallet&user=ada", as: token).status == 400)
      // Posters are for staff.
      #expect(try server.get("/v1/links/qr?link=wallet", as: token).status == 403)
      try home.done("campaign pause summer")
      let paused = try server.get("/v1/links?link=campaign/summer", as: token, ["Accept-Language: it"])
      #expect(paused.json["sentence"] == "questa campagna è in pausa" && paused.json["hint"] == "Riprova più tardi.")
    }
  }

  @Test func aShakeHereIsWhatDirectivesSay() throws {
    try CustomerTests.with { home, server in
      let (token, user) = try CustomerTests.trial(server)
      let here = try server.get("/v1/shakes/here?place=north", as: token)
      #expect(
        here.json["type"] == "tv" && here.json["campaign"] == "summer" && here.json["brand"] == "Acme", "\(here.body)")
      try home.done("directive add stand-rule --place north --nothing Later")
      let north = try server.get("/v1/shakes/here?place=north&user=me", as: token)
      #expect(north.json["sentence"] == "Later" && north.json["type"]?.isNull == true, "\(north.body)")
      #expect(!north.body.contains("stand-rule"))
      let desk = try server.get("/v1/shakes/here?place=north&user=\(user)", as: server.token("desk", "support"))
      #expect(desk.json["directive"] == "stand-rule", "\(desk.body)")
      #expect(try server.get("/v1/shakes/here").status == 401)
      try home.done("campaign pause summer")
      let none = try server.get("/v1/shakes/here", as: token, ["Accept-Language: ca"])
      #expect(none.json["sentence"] == "ara mateix no hi ha res per què sacsejar", "\(none.body)")
      #expect(none.field("Content-Language") == "ca")
    }
  }
}
