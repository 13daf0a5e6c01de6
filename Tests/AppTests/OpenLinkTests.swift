import QixCatalog
import QixCommands
import QixFormats
import QixKernel
import QixModule
import QixTerminal
import QixTesting
import Testing

@testable import App

/// `qix open`: what a link leads to, and why it doesn't open.
@Suite struct OpenLinkTests {
  @Test func aLinkSaysWhereItLeads() throws {
    try Stall.with { stall in
      let summer = try stall.open("qix://acme/summer?place=north%20stand", for: "ada")
      #expect(summer["link"] == "qix://acme/summer" && summer["kind"] == "campaign" && summer["name"] == "summer")
      #expect(summer["page"] == "/app/shake/summer?place=north%20stand" && summer["title"] == "Summer")
      #expect(summer["opens"] == true && summer["sentence"]?.isNull == true && summer["place"] == "north stand")
      let pages = ["wallet": "/app/wallet", "rewards": "/app/rewards", "shake": "/app/shake", "me": "/app/me"]
      for (link, page) in pages {
        let found = try stall.open(link, for: "ada")
        #expect(found["page"]?.string == page && found["opens"] == true && found["name"]?.isNull == true, "\(link)")
      }
      #expect(try stall.open("wallet")["title"] == "your wallet")
      #expect(try stall.open("reward/mug", for: "ada")["page"] == "/app/rewards/mug")
      #expect(try stall.home.done("open wallet --quiet") == "/app/wallet\n")
    }
  }

  @Test func whatDoesntOpenSaysWhy() throws {
    try Stall.with { stall in
      try stall.home.done("campaign pause summer")
      let paused = try stall.open("campaign/summer", for: "ada")
      #expect(paused["opens"] == false && paused["refusal"] == "shakes.paused", "\(paused)")
      #expect(paused["sentence"] == "this campaign is paused" && paused["hint"] == "Try again later.")
      #expect(try stall.open("campaign/summer")["refusal"] == "shakes.paused", "it is so for anybody")
      try stall.home.done("campaign start summer")
      try stall.home.done("user suspend ada --reason x")
      #expect(try stall.open("campaign/summer", for: "ada")["refusal"] == "identity.suspended")
      #expect(try stall.open("campaign/summer", for: "ben")["opens"] == true)
      #expect(try stall.open("reward/mug", for: "ada")["sentence"] == "your account is suspended")
      try stall.home.done("reward retire mug --confirm mug")
      #expect(try stall.open("reward/mug")["refusal"] == "rewards.retired")
      #expect(try stall.refusal("campaign/winter") == ("app.link-not-found", 3))
      #expect(try stall.refusal("wallet", for: "nobody") == ("identity.user-not-found", 3))
    }
  }

  /// Staff are told that it isn't announced; ServerTests has what customers are told.
  @Test func draftsAreShownToStaff() throws {
    try Stall.with { stall in
      for (link, page) in [("campaign/autumn", "/app/shake/autumn"), ("reward/plate", "/app/rewards/plate")] {
        let draft = try stall.open(link, for: "ada")
        #expect(draft["opens"] == false && draft["page"]?.string == page, "\(draft)")
        #expect(draft["sentence"]?.string?.contains("is a draft") == true, "\(draft)")
      }
    }
  }

  @Test func aCardOpensWhileItIsShownToItsUser() throws {
    try Stall.with { stall in
      let now = stall.home.clock.now()
      for (name, words) in [
        ("open", ""), ("gold", "--condition tier:gold"), ("members", "--mode signed"),
        ("ahead", "--from \(now.advanced(byMicroseconds: Timestamp.day))"),
        ("brief", "--until \(now.advanced(byMicroseconds: 60_000_000))"),
      ] {
        try stall.home.done("card create \(name) --title \(name) \(words)")
        if name != "gold" { try stall.home.done("card publish \(name)") }
      }
      try stall.home.done("tier create gold --from 100")
      try stall.home.done("card publish gold")
      try stall.home.done("coins issue --to ada --amount 200")
      #expect(try stall.open("card/brief")["opens"] == true)
      stall.home.clock.advance(byMicroseconds: 60_000_000)
      for (name, ada, ben) in [
        ("open", true, true), ("gold", true, false), ("members", false, false), ("ahead", false, false),
        ("brief", false, false),
      ] {
        for (user, opens) in [("ada", ada), ("ben", ben)] {
          let found = try stall.open("card/\(name)", for: user)
          #expect(found["opens"] == .bool(opens) && found["page"]?.string == "/app/cards/\(name)", "\(user): \(found)")
          #expect(opens || found["refusal"] == "cards.not-shown", "\(user): \(found)")
        }
      }
      // A guest is in no tier yet.
      #expect(try stall.open("card/open")["opens"] == true && stall.open("card/gold")["opens"] == false)
    }
  }

  @Test func aVoucherIsItsUsersAlone() throws {
    try Stall.with(vault: true) { stall in
      try stall.home.done("voucher generate coffee --count 2 --title Coffee")
      try stall.home.done("reward create cup --brand Acme --title Cup --delivery voucher:coffee --price 10")
      try stall.home.done("reward publish cup")
      try stall.home.done("coins issue --to ada --amount 100 --idempotency-key a")
      try stall.home.done("reward redeem cup --user ada --idempotency-key b")
      let list = try JSONValue(parsing: stall.home.done("voucher list coffee --json"))["vouchers"]?.array ?? []
      let open = try #require(list.first { $0["state"] == "open" }?["voucher"]?.string, "\(list)")
      let stock = try #require(list.first { $0["state"] != "open" }?["voucher"]?.string, "\(list)")
      let found = try stall.open("voucher/\(open)", for: "ada")
      #expect(found["page"]?.string == "/app/vouchers/\(open)" && found["title"] == "Coffee" && found["opens"] == true)
      let none = try stall.refusal("voucher/vch_01h455vb4pex5vsknk084sn02q", for: "ben")
      for (link, user) in [(open, "ben"), (stock, "ada"), ("coffee", "ada")] {
        #expect(try stall.refusal("voucher/\(link)", for: user) == none, "\(link) isn't there for \(user)")
      }
      #expect(none.code == "app.link-not-found")
      // A till knows vouchers by their ids, and is not to learn whose they are.
      let token = "\(stall.home.path)/till.token"
      try stall.home.done("token create till --role integrator --output \(token)")
      #expect(try stall.home.qix("--as \(token) open voucher/\(open) --user ada").exitCode == 3)
      #expect(try stall.home.qix("--as \(token) open voucher/\(open)").exitCode == 0)
      try stall.home.done("voucher void \(open) --reason lost")
      let void = try stall.open("voucher/\(open)", for: "ada")
      #expect(void["opens"] == false && void["sentence"] == "this voucher is no longer valid", "\(void)")
    }
  }

  @Test func aFriendsCodeTellsNothingOfTheFriend() throws {
    try Stall.with { stall in
      let code = String(try stall.home.done("referral code ada --quiet").dropLast())
      let closed = try stall.open("referral/\(code)", for: "ben")
      #expect(closed["refusal"] == "referrals.closed" && closed["page"]?.string == "/app/invite/\(code)", "\(closed)")
      try stall.home.done("referral create friends --referrer 10 --referee 5 --wait P1D")
      let found = try stall.open("referral/\(code.lowercased())", for: "ben")
      #expect(found["opens"] == true && found["page"]?.string == "/app/invite/\(code)", "\(found)")
      #expect(!found.text().contains("usr_") && !found.text().contains("ada"))
      #expect(try stall.open("referral/\(code)", for: "ada")["refusal"] == "referrals.oneself")
      #expect(try stall.refusal("referral/7777-7777") == ("app.link-not-found", 3))
      try stall.home.done("user suspend ada --reason x")
      #expect(try stall.refusal("referral/\(code)", for: "ben") == ("app.link-not-found", 3))
    }
  }

  @Test func aLinkElsewhereIsRefused() throws {
    try Stall.with { stall in
      for link in ["https://evil.example", "//evil.example", "javascript:alert(1)", "https://app.example.org/open/me"] {
        #expect(try stall.refusal(link) == ("app.link-elsewhere", 6), "\(link)")
      }
      #expect(try stall.refusal("harvest") == ("app.link-malformed", 2))
      try stall.home.done("setting set app.origin https://app.example.org")
      #expect(try stall.open("https://app.example.org/open/me")["page"] == "/app/me")
      for bad in ["app.example.org", "https://App.example.org", "https://app.example.org/", "https://a b", "ftp://a"] {
        #expect(try stall.home.qix(["setting", "set", "app.origin", bad]).exitCode == 2, "\(bad)")
      }
    }
  }

  /// Whatever a stranger writes, the page is one of the app.
  @Test func everyPageIsOfTheApp() throws {
    try Stall.with(origin: "https://app.example.org") { stall in
      var mangler = Mangler(
        Seed(for: "pages of links"),
        pieces: ["//", "\\", ":", "?", "#", "%2f", "..", "evil.example", "javascript:", "summer", "place=", "&", "\n"])
      let good = [
        "qix://acme/summer?place=north", "https://app.example.org/open/reward/mug", "web+qix:wallet?session=a%20b",
        "campaign/summer?place=%2F%2Fevil.example",
      ]
      var shown = 0
      for round in 0..<fuzzCount(120) {
        let start = good[round % good.count]
        let link = round < good.count ? start : String(decoding: mangler.changed(Array(start.utf8)), as: UTF8.self)
        let outcome = try stall.home.qix(["open", "--json", "--", link])
        guard outcome.exitCode == 0 else { continue }
        shown += 1
        let page = try #require(try JSONValue(parsing: outcome.output)["page"]?.string)
        #expect(page.hasPrefix("/app/") && !page.contains("//") && !page.contains(":"), "\(link): \(page)")
        #expect(page.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }, "\(link): \(page)")
      }
      #expect(shown > 0)
    }
  }

  /// Two modules can't both take one word, and every page without a name has a title that can be translated.
  @Test func kindsAreSound() throws {
    let kinds = Links(try Registry(Catalog.modules)).kinds
    #expect(Set(kinds.map(\.name)).count == kinds.count && kinds.count > 8)
    for kind in kinds {
      #expect(kind.name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") }, "\(kind.name)")
      #expect((kind.title == nil) == (kind.argument != nil), "\(kind.name)")
      #expect(kind.title.map { $0.key != nil } ?? true, "\(kind.name)")
    }
  }
}
