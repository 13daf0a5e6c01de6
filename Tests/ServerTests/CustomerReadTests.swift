import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Server

/// What the app reads besides wallet, rewards and shakes: as much of it as customers may know.
@Suite struct CustomerReadTests {
  /// What isn't announced is answered as what isn't there.
  private static func expectMissing(
    _ path: String, _ name: String, like nothing: String, _ server: RunningServer, as token: String
  ) throws {
    let (hidden, missing) = (
      try server.get("\(path)\(name)", as: token), try server.get("\(path)\(nothing)", as: token)
    )
    #expect(hidden.status == 404 && missing.status == 404, "\(path)\(name): \(hidden.body)")
    #expect(hidden.body.replacing(name, with: "X") == missing.body.replacing(nothing, with: "X"), "\(hidden.body)")
  }

  private static func campaign(_ name: String, _ more: String, in home: TestHome) throws {
    let now = home.clock.now()
    try home.done(
      "campaign create \(name) --brand Acme --title Lucky --start \(now.date) --time-zone UTC "
        + "--end \(now.advanced(byMicroseconds: 9 * Timestamp.day).date) \(more)")
    try home.done("campaign fund \(name) --amount 1000")
  }

  @Test func aCampaignIsShownWithoutTheBusiness() throws {
    try CustomerTests.with(vault: true) { home, server in
      let (token, _) = try CustomerTests.trial(server)
      try Self.campaign(
        "lucky",
        "--shake tv --set tv.channels=[\"Uno\"] --award weighted:1x9,11x1 --cap-wins 53 --cooldown PT30S "
          + "--cap-attempts-per-user-and-day 3 --per-minute 17", in: home)
      try home.done("campaign start lucky")
      let seen = try server.get("/v1/campaigns/lucky", as: token)
      #expect(seen.status == 200 && seen.json["title"] == "Lucky" && seen.json["brand"] == "Acme", "\(seen.body)")
      #expect(seen.json["caps"]?["attempts_per_user_and_day"] == 3 && seen.json["most_coins"] == 11)
      #expect(seen.json["shakes"]?.array?.map { $0["type"] } == ["tv"])
      let staff = try server.get("/v1/campaigns/lucky", as: server.token("desk", "support"))
      for path in [
        ["award"], ["file"], ["priority"], ["budget", "name"], ["budget", "balance"], ["budget", "available"],
        ["caps", "wins"], ["pace", "per_minute"],
      ] {
        func value(_ json: JSONValue) -> JSONValue? { path.reduce(json) { $0?[$1] } }
        #expect(value(seen.json)?.isNull == true, "\(path): \(seen.body)")
        #expect(value(staff.json)?.isNull == false, "\(path): \(staff.body)")
      }
      #expect(!seen.body.contains("Uno") && !seen.body.contains("drawn:") && !seen.body.contains("campaign-lucky"))
      // A draft isn't there, neither by its name nor by its id; one that is over is.
      let draft = try #require(JSONValue(parsing: home.done("campaign show autumn --json"))["id"]?.string)
      try Self.expectMissing("/v1/campaigns/", "autumn", like: "autumm", server, as: token)
      try Self.expectMissing("/v1/campaigns/", draft, like: "cmp_01m7w9tzg3f7fs9hn862jj74bb", server, as: token)
      try home.done("campaign end lucky --confirm lucky")
      #expect(try server.get("/v1/campaigns/lucky", as: token).json["state"] == "ended")
      #expect(try server.get("/v1/campaigns/lucky?file=-", as: token).status == 400)
    }
  }

  /// A video is there as long as a campaign asks for it.
  @Test func videosOfRunningCampaignsArePlayed() throws {
    try CustomerTests.with(vault: true) { home, server in
      let (token, _) = try CustomerTests.trial(server)
      for name in ["spot", "later"] {
        try home.done("video add \(name) --length 30s --url https://media.example/\(name).mp4")
        try Self.campaign(name, "--shake video --set video.video=\(name) --award fixed:5", in: home)
      }
      try home.done("campaign start spot")
      let seen = try server.get("/v1/videos/spot", as: token)
      #expect(
        seen.json["url"] == "https://media.example/spot.mp4" && seen.json["seconds"]?.double == 30, "\(seen.body)")
      #expect(seen.json["sessions"]?.isNull == true && seen.json["finished"]?.isNull == true)
      try Self.expectMissing("/v1/videos/", "later", like: "nothing", server, as: token)
      try home.done("campaign pause spot")
      #expect(try server.get("/v1/videos/spot", as: token).status == 404)
    }
  }

  @Test func listsHaveWhatThereIsToGet() throws {
    try CustomerTests.with(vault: true) { home, server in
      let (token, _) = try CustomerTests.trial(server)
      for line in [
        "tier create gold --from 5000 --multiplier 2", "badge create week --days 7", "badge create founder --by-hand",
        "badge create leaf --shakes 3 --campaign autumn", "badge create old --shakes 2", "badge retire old",
        "referral create friends --referrer 10 --referee 20", "referral create past --referrer 1",
        "referral end past", "raffle create lot --winners 1",
      ] { try home.done(line) }
      home.clock.advance(byMicroseconds: 1_000_000)
      func rows(_ path: String, _ key: String) throws -> [JSONValue] {
        let reply = try server.get(path, as: token)
        return try #require(reply.json[key]?.array, "\(reply.body)")
      }
      let tiers = try rows("/v1/tiers", "tiers")
      #expect(tiers.map { $0["tier"] } == ["gold"] && tiers.first?["from"] == 5_000)
      let badges = try rows("/v1/badges", "badges")
      #expect(badges.map { $0["badge"] } == ["week"] && badges.first?["users"]?.isNull == true, "\(badges)")
      let raffles = try rows("/v1/raffles", "raffles")
      #expect(raffles.map { $0["name"] } == ["lot"] && raffles.first?["commitment"]?.string?.count == 64)
      let programmes = try rows("/v1/referrals", "programmes")
      #expect(programmes.map { $0["programme"] } == ["friends"] && programmes.first?["referee_coins"] == 20)
      for key in ["paid", "available"] { #expect(programmes.first?[key]?.isNull == true, "\(key)") }
      let terms = try server.get("/v1/referrals/friends", as: token).json
      #expect(terms["referrer_coins"] == 10 && terms["shakes"]?.isNull == false && terms["states"]?.array == [])
      for key in ["budget", "available", "claims", "paid", "coins"] { #expect(terms[key]?.isNull == true, "\(key)") }
      try Self.expectMissing("/v1/referrals/", "past", like: "pastt", server, as: token)
    }
  }

  /// "How was this drawn?": by one's own shake, and nobody else's.
  @Test func aDrawIsCheckedByWhoHasShaken() throws {
    try CustomerTests.with(vault: true) { home, server in
      let ((token, _), (other, _)) = (try CustomerTests.trial(server), try CustomerTests.trial(server))
      try Self.campaign("lucky", "--shake tv --set tv.channels=[\"Uno\"] --award weighted:1x9,11x1", in: home)
      try home.done("campaign start lucky")
      let shaken = try server.post("/v1/shakes/tv", as: token, "{\"campaign\": \"lucky\"}")
      let shake = try #require(shaken.json["shake"]?.string, "\(shaken.body)")
      let shown = try server.get("/v1/shakes/\(shake)", as: token).json
      let path = "/v1/draws/\(try #require(shown["draw_window"]?.string))/verify"
      let checked = try server.get("\(path)?shake=\(shake)", as: token)
      #expect(checked.status == 200 && checked.json["sound"] == true, "\(checked.body)")
      #expect(checked.json["draw"]?["value"] == shown["drawn"] && checked.json["draw"]?["bound"] == "10")
      #expect(checked.json["commitment"]?.string?.count == 64 && checked.json["secret"]?.isNull == true)
      #expect(checked.json["draws"]?.isNull == true)
      #expect(try server.get(path, as: token).status == 400)
      try Self.expectMissing("\(path)?shake=", shake, like: "shk_01m7w9tzg3f7fs9hn862jj74bb", server, as: other)
    }
  }

  @Test func aVoucherIsShownToItsHolder() throws {
    try CustomerTests.with(vault: true) { home, server in
      let ((token, user), (other, _)) = (try CustomerTests.trial(server), try CustomerTests.trial(server))
      try home.done("coins issue --to \(user) --amount 5")
      try home.done("voucher generate tea-series --count 2 --title Tea")
      try home.done("reward create tea --brand Alba --title Tea --delivery voucher:tea-series --price 5")
      try home.done("reward publish tea")
      let redeemed = try server.post("/v1/rewards/tea/redemptions", as: token, "{}", key: "tap-1")
      let redemption = try #require(redeemed.json["redemption"]?.string, "\(redeemed.body)")
      let held = try server.get("/v1/redemptions/\(redemption)", as: token).json["vouchers"]?.array?.first
      let voucher = try #require(held?["voucher"]?.string)
      for name in [voucher, redemption] {
        let seen = try server.get("/v1/vouchers/\(name)", as: token)
        #expect(seen.json["title"] == "Tea" && seen.json["good"] == true, "\(seen.body)")
        #expect(seen.json["code"] == held?["code"] && seen.json["code"]?.string?.contains("…") == false)
        #expect(seen.json["series"]?.isNull == true && !seen.body.contains("tea-series"), "\(seen.body)")
        let stolen = try server.get("/v1/vouchers/\(name)", as: other)
        #expect(stolen.status == 404 && !stolen.body.contains("vch_0"), "\(stolen.body)")
      }
      // Neither the series, nor what is in stock.
      #expect(try server.get("/v1/vouchers/tea-series", as: token).status == 404)
      let all = try JSONValue(parsing: home.done("voucher list tea-series --json"))["vouchers"]?.array ?? []
      for stock in all.compactMap({ $0["voucher"]?.string }) where stock != voucher {
        #expect(try server.get("/v1/vouchers/\(stock)", as: token).status == 404)
      }
      #expect(all.count == 2)
    }
  }
}
