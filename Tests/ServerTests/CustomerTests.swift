import QixCatalog
import QixCommands
import QixCrypto
import QixFormats
import QixHTTP
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Server

/// Customers for themselves: as trial users, signed in, and never as anybody else.
@Suite struct CustomerTests {
  /// A home with something to win and to buy in it, that takes guests.
  static func with(vault: Bool = false, threads: Int = 32, _ body: (TestHome, RunningServer) throws -> Void) throws {
    try TestHome.initialised(vault: vault) { home in
      try home.done("setting set sessions.guests open")
      try home.done(
        "tv schedule add --channel Uno --programme Live --start \(home.clock.now().date)T00:00 --length 2d --zone UTC")
      let today = home.clock.now()
      try home.done(
        "campaign create summer --brand Acme --title Summer --start \(today.advanced(byMicroseconds: -Timestamp.day).date)"
          + " --end \(today.advanced(byMicroseconds: 30 * Timestamp.day).date) --time-zone UTC --shake tv "
          + "--set tv.channels=[\"Uno\"] --award fixed:20")
      try home.done("campaign fund summer --amount 100000")
      try home.done("campaign start summer")
      try home.done("campaign copy summer autumn")
      try home.done("reward create mug --brand Acme --title Mug --delivery goods --price 5 --stock 100")
      try home.done("reward create plate --brand Acme --title Plate --delivery goods --price 5 --stock 100")
      try home.done("reward publish mug")
      try RunningServer.with(home, ["--threads", "\(threads)"]) { server in try body(home, server) }
    }
  }

  static func trial(_ server: RunningServer) throws -> (token: String, user: String) {
    let reply = try server.request("POST", "/v1/sessions/trial")
    return (try #require(reply.json["token"]?.string, "\(reply.body)"), try #require(reply.json["user"]?.string))
  }

  @Test func aTrialUserShakesAndSpends() throws {
    try Self.with { home, server in
      let (token, user) = try Self.trial(server)
      let shake = try server.post("/v1/shakes/tv", as: token, "{\"campaign\": \"summer\"}", key: "k-1")
      #expect(shake.status == 200 && shake.json["coins"]?.integer == 20, "\(shake.body)")
      // Nobody takes a key of theirs before them.
      let thief = try server.post(
        "/v1/shakes/tv", as: server.token("crm", "integrator"), "{\"campaign\": \"summer\", \"user\": \"\(user)\"}",
        key: "me:\(user):k-9")
      #expect(thief.status == 400, "\(thief.body)")
      // Themselves, said or not.
      let again = try server.post(
        "/v1/shakes/tv", as: token, "{\"campaign\": \"summer\", \"user\": \"me\"}", key: "k-1")
      #expect(again.json["replayed"] == true && again.json["shake"] == shake.json["shake"], "\(again.body)")
      #expect(try server.get("/v1/wallets/me", as: token).json["balance"]?.integer == 20)
      #expect(try server.get("/v1/wallets/me", as: token).json["user"]?.string == user)
      let offered = try server.get("/v1/rewards?limit=10", as: token).json["rewards"]?.array ?? []
      #expect(offered.map { $0["reward"]?.string } == ["mug"])
      let running = try server.get("/v1/campaigns", as: token).json["campaigns"]?.array ?? []
      #expect(running.map { $0["campaign"]?.string } == ["summer"] && running.first?["available"]?.isNull == true)
      let bought = try server.post("/v1/rewards/mug/redemptions", as: token, "{}", key: "k-2")
      let redemption = try #require(bought.json["redemption"]?.string, "\(bought.body)")
      #expect(try server.get("/v1/redemptions/\(redemption)", as: token).json["reward"] == "mug")
      #expect(try server.get("/v1/redemptions", as: token).json["redemptions"]?.array?.count == 1)
      let poor = try server.post("/v1/rewards/mug/redemptions", as: token, "{\"quantity\": 100}", key: "k-3")
      #expect(poor.status == 422 && !poor.body.contains("qix ") && !poor.body.contains("usr_"), "\(poor.body)")
      // Everything that is theirs, and nothing that operators write for one another.
      try home.done("coins issue --to \(user) --amount 1 --reason desk-talk --idempotency-key desk-key")
      let export = try server.get("/v1/users/me/export", as: token)
      #expect(export.json["user"]?.string == user || !export.json.isNull, "\(export.body)")
      #expect(!export.body.contains("desk-talk") && !export.body.contains("desk-key"))
      // A trial user who wins is somebody whom the desk finds.
      #expect(try home.done("audit show --json").contains("user:\(user)"))
    }
  }

  @Test func theyGiveWhatIsTheirsToGive() throws {
    try Self.with { home, server in
      let (token, _) = try Self.trial(server)
      try home.done("user create --external-id ada")
      let ada = try home.done("user show ada --quiet").filter { !$0.isWhitespace }
      for (path, body) in [
        ("/v1/rewards/mug/redemptions", "{\"hold\": true}"), ("/v1/rewards/mug/redemptions", "{\"reason\": \"x\"}"),
        ("/v1/shakes", "{\"file\": {}}"), ("/v1/shakes/tv", "{\"user\": \"ada\"}"),
        ("/v1/shakes/tv", "{\"user\": \"\(ada)\"}"),
      ] {
        let reply = try server.post(path, as: token, body)
        #expect(reply.status == 400, "\(path) \(body): \(reply.body)")
        #expect(!reply.body.contains("external id"), "\(reply.body)")
      }
      for path in ["/v1/wallets/ada", "/v1/wallets/\(ada)", "/v1/wallets/me?user=ada", "/v1/users/ada"] {
        #expect(try server.get(path, as: token).status == 400, "\(path)")
      }
      let lines = try server.request(
        "POST", "/v1/shakes", as: token, ["Idempotency-Key: x"], body: "{\"user\": \"ada\"}\n",
        type: "application/x-ndjson")
      #expect(lines.status == 415 || lines.status == 400, "\(lines.body)")
      for path in ["/v1/coins/issues", "/v1/users", "/v1/sessions"] {
        #expect(try server.post(path, as: token, "{}").status == 403, "\(path)")
      }
      #expect(try server.get("/v1/wallets/me/history?limit=100000", as: token).status == 400)
      #expect(try server.get("/v1/wallets/me", as: token).json["balance"]?.integer == 0)
      #expect(try home.done("wallet show ada --quiet").hasPrefix("0"))
    }
  }

  @Test func withoutASessionThereIsLittle() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        #expect(try server.request("POST", "/v1/sessions/trial").code == "sessions.no-guests")
        #expect(try server.get("/v1/wallets/me").code == "http.no-token")
        #expect(try server.get("/v1/wallets/me", as: "qix_user_\(String(repeating: "0", count: 64))").status == 401)
        try home.done("setting set sessions.guests open")
        try home.done("setting set sessions.trial-work 8")
        let refused = try server.request("POST", "/v1/sessions/trial", body: "{}")
        #expect(refused.status == 422 && refused.code == "sessions.work", "\(refused.body)")
        let seconds = home.clock.now().microseconds / 1_000_000
        let work = try #require(
          (0..<100_000).lazy.map { "\(seconds):\($0)" }.first { text in
            var hasher = SHA256()
            hasher.update("qix:\(text)")
            let hash: [UInt8] = hasher.finish()
            return hash[0] == 0
          })
        let body = "{\"work\": \"\(work)\"}"
        #expect(try server.request("POST", "/v1/sessions/trial", body: body).status == 200)
        #expect(try server.request("POST", "/v1/sessions/trial", body: body).code == "sessions.work-used")
        // Only so many a minute from one address.
        let statuses = try (0..<40).map { _ in try server.request("POST", "/v1/sessions/trial").status }
        #expect(statuses.contains(429) && statuses.last == 429)
      }
    }
  }

  /// The number is proved by a code; who has won something before keeps it, but for what counts once and was won already.
  @Test func signingInKeepsTheCoins() throws {
    try Self.with(vault: true) { home, server in
      let outbox = Outbox(home)
      try outbox.useFile()
      func signIn(_ token: String?) throws -> RunningServer.Reply {
        let asked = try server.request("POST", "/v1/auth/otps/request", body: "{\"phone\": \"+491701234567\"}")
        let request = try #require(asked.json["request"]?.string, "\(asked.body)")
        return try server.request(
          "POST", "/v1/auth/otps/\(request)/sign-in", as: token, body: "{\"code\": \"\(try outbox.lastCode())\"}")
      }
      let (first, user) = try Self.trial(server)
      #expect(try server.post("/v1/shakes/tv", as: first, "{\"campaign\": \"summer\"}").status == 200)
      let signed = try signIn(first)
      #expect(signed.json["user"]?.string == user, "\(signed.body)")
      // The session of before has ended with it.
      #expect(try server.get("/v1/wallets/me", as: first).status == 401)
      // Another phone, on which something was won before signing in.
      let (second, other) = try Self.trial(server)
      let won = try server.post("/v1/shakes/tv", as: second, "{\"campaign\": \"summer\"}", key: "9")
      #expect(won.status == 200 && won.json["coins"]?.integer == 20, "\(won.body)")
      #expect(other != user)
      try home.done("coins issue --to \(other) --amount 7")
      let both = try signIn(second)
      let token = try #require(both.json["token"]?.string, "\(both.body)")
      #expect(both.json["user"]?.string == user)
      #expect(try server.get("/v1/wallets/me", as: token).json["balance"]?.integer == 27)
      #expect(try home.qix("db check").exitCode == 0)
      // That two wallets are one is no movement of theirs.
      #expect(try !server.get("/v1/wallets/me/history", as: token).body.contains(user))
      // Whose answer got lost asks again, signed in by now: it is the answer of that time, and nothing is done twice.
      // Whatever carries the key: a field, the address, a number of JSON (CarrierTests has all).
      let replies = try [
        server.post("/v1/shakes/tv", as: token, "{\"campaign\": \"summer\"}", key: "9"),
        server.request("POST", "/v1/shakes/tv?idempotency_key=9", as: token, body: "{\"campaign\": \"summer\"}"),
        server.request("POST", "/v1/shakes/tv", as: token, body: "{\"campaign\": \"summer\", \"idempotency_key\": 9}"),
      ]
      for reply in replies {
        #expect(reply.json["replayed"] == true && reply.json["shake"] == won.json["shake"], "\(reply.body)")
      }
      #expect(try server.get("/v1/sessions", as: token).json["sessions"]?.array?.count == 2)
      // Who is signed in already is not merged into another.
      let asked = try server.request("POST", "/v1/auth/otps/request", body: "{\"phone\": \"+491707654321\"}")
      let request = try #require(asked.json["request"]?.string)
      let third = try server.request(
        "POST", "/v1/auth/otps/\(request)/sign-in", as: token, body: "{\"code\": \"\(try outbox.lastCode())\"}")
      #expect(third.status == 200 && third.json["user"]?.string != user, "\(third.body)")
      // A profile is shown to its user as it is, and to no audit log.
      let back = try signIn(nil)
      let mine = try #require(back.json["token"]?.string)
      let shown = try server.get("/v1/users/me", as: mine)
      #expect(shown.json["profile"]?["phone"]?.string == "+491701234567", "\(shown.body)")
      let export = try server.get("/v1/users/me/export", as: mine)
      #expect(export.status == 200 && export.body.contains("+491701234567"), "\(export.body.prefix(300))")
      let unsaid = try server.post("/v1/users/erase", as: mine, "{}")
      #expect(
        unsaid.json["detail"]?.string?.hasPrefix("this can't be undone: confirm it with confirm 'me'") == true
          && !unsaid.body.contains("usr_"), "\(unsaid.body)")
      let erased = try server.post("/v1/users/erase", as: mine, "{\"confirm\": \"me\"}")
      #expect(erased.status == 200, "\(erased.body)")
      #expect(try server.get("/v1/users/me", as: mine).status == 401)
      try home.done("coins verify")
    }
  }

  @Test func aPageHasACookie() throws {
    try Self.with { home, server in
      let reply = try server.request("POST", "/v1/sessions/trial", ["Prefer: session=cookie"])
      let cookie = try #require(reply.field("Set-Cookie"), "\(reply)")
      #expect(reply.json["token"]?.isNull == true && reply.field("Preference-Applied") == "session=cookie")
      for word in ["__Host-qix=", "Path=/", "Secure", "HttpOnly", "SameSite=Strict"] { #expect(cookie.contains(word)) }
      let mine = "Cookie: theme=dark; \(cookie.prefix { $0 != ";" })"
      #expect(try server.get("/v1/wallets/me", [mine]).status == 200)
      let path = "/v1/shakes/tv", body = "{\"campaign\": \"summer\"}"
      func shake(_ fields: [String]) throws -> RunningServer.Reply {
        try server.request(
          "POST", path, [mine, "Idempotency-Key: \(fields)".filter { $0 != " " }] + fields, body: body)
      }
      // Another site's page makes the browser send the cookie, and can't make it send the origin.
      for fields in [[], ["Origin: https://evil.example"], ["Origin: null"], ["Origin: http://qix"]] {
        #expect(try shake(fields).code == "http.origin", "\(fields)")
      }
      #expect(try shake(["Origin: https://qix"]).status == 200)
      // Two of them, and one that is none.
      #expect(try server.get("/v1/wallets/me", [mine + "; __Host-qix=x"]).status == 401)
      let bad = try server.get("/v1/wallets/me", ["Cookie: __Host-qix=x"])
      #expect(bad.status == 401 && bad.field("Set-Cookie")?.contains("Max-Age=0") == true)
      // Asked by cookie, answered by cookie: no script of the page comes by a token.
      let renewed = try server.request("POST", "/v1/sessions/renew", [mine, "Origin: https://qix"], body: "{}")
      #expect(renewed.status == 200 && renewed.json["token"]?.isNull == true, "\(renewed.body)")
      #expect(try server.get("/v1/wallets/me", [mine]).status == 401)
      let next = "Cookie: \(try #require(renewed.field("Set-Cookie")).prefix { $0 != ";" })"
      let ended = try server.request(
        "POST", "/v1/sessions/end", [next, "Origin: https://qix", "Idempotency-Key: end"], body: "{}")
      #expect(ended.status == 200 && ended.field("Set-Cookie")?.hasPrefix("__Host-qix=; Max-Age=0") == true, "\(ended)")
      #expect(try server.get("/v1/wallets/me", [next]).status == 401)
    }
  }

  /// Reliability 24, from the routes: whatever a user may ask for, with another's ids in every place of it, tells nothing
  /// of the other and changes nothing of theirs.
  @Test func nobodyGetsAtAnothers() throws {
    try Self.with(vault: true) { home, server in
      func made(_ line: String) throws -> String {
        String(try home.done("\(line) --quiet").split(separator: "\n").last ?? "")
      }
      try home.done("voucher generate latte --count 9 --title Latte")
      try home.done("reward create coffee --brand Acme --title Coffee --delivery voucher:latte --price 5 --stock 9")
      try home.done("reward publish coffee")
      try home.done("raffle create lot --winners 1")
      try Outbox(home).useFile()
      let ada = try made("user create --external-id canary-ada")
      try home.done("user set canary-ada --phone +393331234567 --given-name Canaria")
      try home.done("coins issue --to canary-ada --amount 313 --idempotency-key canary-key --reason canary-reason")
      try home.done("raffle enter lot --user canary-ada --idempotency-key canary-entry")
      let session = try made("session create canary-ada")
      var things = [ada, "canary-ada", "+393331234567"]
      things.append(try made("shake tv --user canary-ada --campaign summer"))
      things.append(try made("reward redeem coffee --user canary-ada --idempotency-key canary-tap"))
      things.append(try made("coins hold --from canary-ada --amount 3 --idempotency-key canary-hold"))
      things.append(try made("session list --user canary-ada"))
      let mine = try server.get("/v1/redemptions/\(things[4])", as: session)
      things.append(try #require(mine.json["vouchers"]?.array?.first?["voucher"]?.string, "\(mine.body)"))
      let history = try server.get("/v1/wallets/me/history", as: session).json["movements"]?.array ?? []
      things += history.compactMap { $0["transfer"]?.string }
      things += ["canary-key", "canary-tap"]
      // What would tell of Ada, wherever it stood.
      let told = things + ["Canaria", "canary-reason", "313"]
      let (ben, own) = try Self.trial(server)
      // What changes something is asked by somebody new each time: it may end who asks.
      let maker = try server.token("maker", "integrator")
      func somebody(_ number: Int) throws -> String {
        let made = try server.post("/v1/users", as: maker, "{\"external_id\": \"ben-\(number)\"}")
        let user = made.json["user"]?.string ?? made.body
        let begun = try server.post("/v1/sessions", as: maker, "{\"user\": \"\(user)\"}")
        #expect(begun.status == 200, "\(begun.body)")
        return begun.json["token"]?.string ?? ""
      }
      let table = try RouteTable(try Qix.program(home: home.path, actor: "tester").tree)
      var asked = 0
      for offer in table.offers where offer.declaration.roles.contains(.user) {
        var call = Call(offer.place)
        try call.admit(Principal(user: try #require(UserID(own)), session: "", expires: home.clock.now()))
        let names = call.forms.map(RequestValues.name)
        #expect(!names.contains("dry_run"), "\(offer.address) tells whether a guess is right")
        #expect(!names.isEmpty || offer.address.method == "GET", "\(offer.address)")
        for name in names {
          for thing in things {
            let path = offer.address.path.split(separator: "/").map { part in
              part == "{\(name)}" ? thing : part == "{user}" ? "me" : part.hasPrefix("{") ? "none" : String(part)
            }
            let isInPath = offer.address.parameters.contains(name)
            let reply: RunningServer.Reply
            let target = "/" + path.joined(separator: "/")
            if offer.address.method == "GET" {
              let query = isInPath ? "" : "?\(name)=\(thing.replacing("+", with: "%2B"))"
              reply = try server.get(target + query, as: ben)
            } else {
              let body: JSONObject = isInPath ? [:] : [name: .string(thing)]
              reply = try server.request(
                offer.address.method, target, as: somebody(asked), ["Idempotency-Key: k-\(asked)"],
                body: JSONValue.object(body).text())
            }
            asked += 1
            #expect(reply.status < 500, "\(offer.address) \(name)=\(thing): \(reply.body)")
            for text in told where text != thing {
              #expect(!reply.body.contains(text), "\(offer.address) \(name)=\(thing) tells \(text): \(reply.body)")
            }
            // A name of one's own is told again, whatever it is.
            if reply.status == 200, name != "username" {
              #expect(!reply.body.contains(thing), "\(offer.address) \(name)=\(thing): \(reply.body)")
            }
          }
        }
      }
      #expect(asked > 300, "\(asked)")
      // Ada has what she had.
      #expect(try server.get("/v1/wallets/me", as: session).json["balance"]?.integer == 313 + 20 - 5)
      #expect(try server.get("/v1/sessions", as: session).json["sessions"]?.array?.count == 1)
      try home.done("coins verify")
    }
  }

  /// What an operator calls a budget is the business's: every read that customers have, with each id of their own in each
  /// place of it, says `budget` and no more.
  @Test func whatPaysThemHasNoName() throws {
    try Self.with { home, server in
      let (token, user) = try Self.trial(server)
      try home.done("budget create canary-fund")
      try home.done("budget fund canary-fund --amount 1000")
      try home.done("coins issue --from budget:canary-fund --to \(user) --amount 50 --expires 9d")
      try home.done("coins hold --from \(user) --amount 3 --idempotency-key h")
      let shake = try server.post("/v1/shakes/tv", as: token, "{\"campaign\": \"summer\"}", key: "k-1")
      let bought = try server.post("/v1/rewards/mug/redemptions", as: token, "{}", key: "k-2")
      let history = try server.get("/v1/wallets/me/history", as: token)
      let movements = history.json["movements"]?.array ?? []
      #expect(movements.contains { $0["other"] == "budget" }, "\(history.body)")
      let own =
        movements.compactMap { $0["transfer"]?.string }
        + (try server.get("/v1/wallets/me", as: token).json["holds"]?.array ?? []).compactMap { $0["hold"]?.string }
        + [shake.json["shake"]?.string, bought.json["redemption"]?.string].compactMap(\.self)
      #expect(own.count > 4, "\(own)")
      let table = try RouteTable(try Qix.program(home: home.path, actor: "tester").tree)
      var read = 0
      for offer in table.offers where offer.declaration.roles.contains(.user) && offer.address.method == "GET" {
        for id in own + ["summer", "mug"] {
          let path = offer.address.path.split(separator: "/").map { part in
            part == "{user}" ? "me" : part.hasPrefix("{") ? id : String(part)
          }
          let reply = try server.get("/" + path.joined(separator: "/"), as: token)
          if reply.status == 200 { read += 1 }
          #expect(!reply.body.contains("canary-fund"), "\(offer.address) \(id): \(reply.body)")
          #expect(!reply.body.contains("budget:"), "\(offer.address) \(id): \(reply.body)")
        }
      }
      #expect(read > 30, "\(read)")
      // Who may know what the business has is told.
      #expect(try home.done("wallet history \(user)").contains("budget:canary-fund"))
    }
  }

  /// Over HTTP as on the command line, a role that may only ask is not taken for one that may.
  @Test func whoMayOnlyAskAsks() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.done("user suspend ada --reason x")
      try RunningServer.with(home) { server in
        let token = try server.token("desk", "support")
        let reply = try server.post("/v1/users/ada/resume", as: token, "{\"reason\": \"case 8\"}")
        #expect(reply.status == 403 && reply.body.contains("apr_"), "\(reply.body)")
        #expect(try home.done("user show ada --json").contains("suspended"))
        #expect(try home.done("coins approvals --json").contains("case 8"))
      }
    }
  }

  @Test(
    arguments: [
      (["unix"], "", "X-Forwarded-For: 203.0.113.9", "203.0.113.9"),
      (["unix"], "", "X-Forwarded-For: 10.0.0.1, 203.0.113.9", "203.0.113.9"),
      (["unix", "203.0.113.9"], "", "X-Forwarded-For: 10.0.0.1, 203.0.113.9", "10.0.0.1"),
      ([], "192.0.2.1", "X-Forwarded-For: 203.0.113.9", "192.0.2.1"),
      // What is no address, or comes in both ways, is believed in neither.
      (["unix"], "", "X-Forwarded-For: 203.0.113.9|Forwarded: for=10.1.1.1", "unix"),
      (["unix"], "", "X-Forwarded-For: hello", "unix"),
      (["unix", "192.0.2.1"], "192.0.2.1", "X-Forwarded-For: hello, 192.0.2.1", "192.0.2.1"),
      (["unix"], "", "X-Forwarded-For: 2001:db8::7:1:1:1", "2001:db8::"),
      (["unix"], "", "X-Forwarded-For: 2001:DB8:0:0:9::1", "2001:db8::"),
      (["192.0.2.1"], "192.0.2.1", "Forwarded: for=203.0.113.9;proto=https", "203.0.113.9"),
      (["192.0.2.1"], "192.0.2.1", "Forwarded: for=\"[2001:db8:1:2:3:4:5:6]:443\"", "2001:db8:1:2::"),
      (["192.0.2.1"], "192.0.2.1", "Accept: x", "192.0.2.1"),
      // As a socket of both versions tells of peers by IPv4.
      ([], "::ffff:192.0.2.1", "Accept: x", "192.0.2.1"),
      (["192.0.2.1"], "::ffff:192.0.2.1", "X-Forwarded-For: 203.0.113.9", "203.0.113.9"),
      (["::ffff:192.0.2.1"], "192.0.2.1", "X-Forwarded-For: ::ffff:203.0.113.9", "203.0.113.9"),
    ] as [([String], String, String, String)])
  func whereARequestComesFrom(_ proxies: [String], _ peer: String, _ line: String, _ place: String) {
    var fields = HTTPFields()
    for line in line.split(separator: "|") {
      let field = line.split(separator: ":", maxSplits: 1).map { String($0.drop { $0 == " " }) }
      fields.add(field[0], field[1])
    }
    #expect(Caller.place(HTTPHead(method: "GET", target: "/", fields: fields, peer: peer), proxies: proxies) == place)
  }
}
