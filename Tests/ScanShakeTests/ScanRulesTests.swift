import QixFormats
import QixKernel
import QixShake
import QixTesting
import Testing

@testable import ScanShake

/// When a scan counts, and when it doesn't.
@Suite struct ScanRulesTests {
  @Test func aPhotoCountsOnce() throws {
    try TestHome.initialised { home in
      let counter = try Counter(home)
      let photo = Counter.ean("4006381333931")
      guard case .accepted(let proof) = try counter.verdict(photo) else {
        Issue.record("the photo doesn't count")
        return
      }
      #expect(proof.use == SingleUse(.user, "gtin:04006381333931") && proof.units == 1)
      #expect(proof.facts["product"] == "Highlighter" && proof.facts["brand"] == "Acme")
      // The very picture again, by whomever; it counts in another campaign.
      #expect(try counter.word(photo) == "scanshake.picture-used")
      #expect(try counter.word(photo, by: Counter.other) == "scanshake.picture-used")
      #expect(try counter.word(photo, in: Counter.otherCampaign) == "accepted")
      #expect(try counter.word(Counter.ean("4006381333931", file: 2), by: Counter.other) == "accepted")
      #expect(try counter.word(Counter.ean("4006381333932", file: 3)) == "scanshake.no-code")
      #expect(try counter.word(Counter.ean("6291041500213", file: 3)) == "scanshake.unknown-product")
      #expect(try counter.word(Counter.sight([], file: 4)) == "scanshake.no-code")
      #expect(try counter.word() == "scanshake.nothing-shown")
      #expect(try counter.word(code: "4006381333931") == "scanshake.typed")
    }
  }

  /// The app shows the product and its worth before anything counts.
  @Test func aPreviewSaysWhatAScanWouldWinAndLeavesNoTrace() throws {
    try TestHome.initialised { home in
      try home.done("product add 4006381333931 --name Highlighter --brand Acme --category pens --coins 3")
      let stage = try ShakeStage(
        home, ScanShake.self, settings: ["typed": true, "categories": ["pens"]], campaign: "packs")
      try home.done("user create --external-id ada")
      func preview(_ code: String, _ options: String = "") throws -> JSONValue {
        let line = "scan preview --user ada --campaign \(stage.campaign) --code \(code) \(options) --json"
        return try JSONValue(parsing: home.done(line))
      }
      let shown = try preview("4006381333931", "--typed")
      #expect(shown["name"] == "Highlighter" && shown["brand"] == "Acme" && shown["refusal"] == .null)
      #expect(shown["least"] == shown["most"] && shown["most"]?.integer ?? 0 > 0)
      #expect(try JSONValue(parsing: home.done("shake list --user ada --json"))["shakes"]?.array == [])
      // A packing is the unit that it holds.
      #expect(try preview("14006381333938")["gtin"] == "4006381333931")
      #expect(try preview("6291041500213")["refusal"] == "scanshake.unknown-product")
      #expect(try preview("4006381333932")["refusal"] == "scanshake.code-malformed")
      try home.done("shake scan --code 4006381333931 --user ada --campaign \(stage.campaign)")
      let again = try preview("4006381333931")
      #expect(again["refusal"] == "scanshake.had-already" && again["name"] == "Highlighter" && again["most"] == .null)
    }
  }

  /// Staff read in the explanation which code was scanned; the user's answer doesn't repeat it.
  @Test func aRefusalRemembersTheCode() throws {
    try TestHome.initialised { home in
      let counter = try Counter(home)
      func seen(_ sight: Sight) throws -> [String] {
        guard case .refused(let refusal) = try counter.verdict(sight) else { return ["accepted"] }
        return refusal.seen.map { "\($0.name) \($0.value)" }
      }
      #expect(try seen(Counter.ean("6291041500213", file: 3)) == ["gtin 6291041500213"])
      #expect(try counter.word(Counter.ean("4006381333931")) == "accepted")
      #expect(try seen(Counter.ean("4006381333931", file: 2)) == ["gtin 4006381333931", "product Highlighter"])
      let piece = Counter.sight([("data-matrix", "010400638133393121S7", true)], file: 4)
      #expect(try seen(piece) == ["gtin 4006381333931", "product Highlighter", "serial S7"])
    }
  }

  @Test func theExplanationNamesTheCodeToStaff() throws {
    try TestHome.initialised { home in
      try home.done("product add 4006381333931 --name Highlighter --brand Acme --category pens")
      let stage = try ShakeStage(home, ScanShake.self, settings: ["typed": true], campaign: "packs")
      try home.done("user create --external-id ada")
      let reply = try home.qix(
        "shake scan --code 6291041500213 --user ada --campaign \(stage.campaign) --json")
      let shake = try #require(JSONValue(parsing: home.done("shake list --user ada --json"))["shakes"]?.array?.first)
      #expect(!(reply.output + reply.errors).contains("6291041500213"), "\(reply)")
      let id = try #require(shake["shake"]?.string)
      #expect(try home.done("shake explain \(id)").contains("shown: gtin"))
      #expect(try home.done("shake explain \(id)").contains("6291041500213"))
      let file = "\(home.path)/till.token"
      try home.done("token create till --role integrator --output \(file)")
      let told = try home.qix("--as \(file) shake explain \(id)")
      #expect(told.exitCode == 0 && !told.output.contains("6291041500213"), "\(told)")
    }
  }

  /// Any of the codes of a pack may be the product's.
  @Test func whatCodeSaysIsUnderstood() throws {
    try TestHome.initialised { home in
      let counter = try Counter(home, ["per-minute": 100])
      let packs: [(String, String, Bool)] = [
        ("itf", "14006381333938", false), ("code-128", "0114006381333938" + "10L1", true),
        ("qr", "https://example.com/01/04006381333931/10/L1", false), ("ean-8", "96385074", false),
        ("data-matrix", "010400638133393110L1\u{1D}17270131", true),
      ]
      for (index, pack) in packs.enumerated() {
        let sight = Counter.sight([("qr", "https://example.com/", false), pack], file: UInt8(index + 10))
        // Each by somebody else: they are one product.
        let user = UserID(high: 9, low: UInt64(index))
        #expect(try counter.word(sight, by: user) == "accepted", "\(pack)")
      }
      // Digits of another kind of code that happen to be a number of a product.
      #expect(try counter.word(Counter.sight([("itf", "4006381333931", false)], file: 30)) == "scanshake.no-code")
    }
  }

  @Test func aPieceCountsOnceForEverybodyAndEver() throws {
    try TestHome.initialised { home in
      let counter = try Counter(home)
      func piece(_ serial: String, _ file: UInt8) -> Sight {
        Counter.sight([("data-matrix", "010400638133393121\(serial)", true)], file: file)
      }
      guard case .accepted(let proof) = try counter.verdict(piece("A1", 1)) else {
        Issue.record("the piece doesn't count")
        return
      }
      #expect(proof.use == SingleUse(.everybody, "serial:04006381333931:A1"))
      #expect(try counter.word(piece("A1", 2), by: Counter.other) == "scanshake.serial-used")
      #expect(try counter.word(piece("A1", 3), in: Counter.otherCampaign) == "scanshake.serial-used")
      #expect(try counter.word(piece("A2", 4), by: Counter.other) == "accepted")
    }
  }

  @Test func thePeriodThePaceAndThePlaceCount() throws {
    try TestHome.initialised { home in
      let counter = try Counter(home, ["again-after": "P1D", "per-minute": 2, "per-day": 3, "places": ["store-1"]])
      func scan(_ gtin: String, _ file: UInt8, _ place: String? = "store-1") throws -> String {
        try counter.word(Counter.ean(gtin, file: file), place: place)
      }
      #expect(try scan("4006381333931", 1, nil) == "scanshake.other-place")
      #expect(try scan("4006381333931", 1, "store-2") == "scanshake.other-place")
      #expect(try scan("4006381333931", 1) == "accepted")
      #expect(try scan("4006381333931", 2) == "scanshake.too-soon")
      #expect(try counter.word(Counter.sight([("ean-8", "96385074", false)], file: 3), place: "store-1") == "accepted")
      #expect(try scan("4006381333931", 4) == "scanshake.too-fast")
      home.clock.advance(byMicroseconds: Timestamp.day)
      #expect(try scan("4006381333931", 5) == "accepted")
    }
  }

  private static let named: [(JSONObject, String)] = [
    (["products": ["96385074"]], "scanshake.other-product"), (["products": ["4006381333931"]], "accepted"),
    (["brands": ["Acme"]], "accepted"), (["brands": ["Other"]], "scanshake.other-product"),
    (["categories": ["pens"]], "accepted"), (["products": ["96385074"], "categories": ["pens"]], "accepted"),
  ]

  @Test(arguments: named)
  func whatCountsIsNamed(_ settings: JSONObject, _ word: String) throws {
    try TestHome.initialised { home in
      let counter = try Counter(home, settings)
      #expect(try counter.word(Counter.ean("4006381333931")) == word)
    }
  }

  @Test func aScreenIsFlaggedOrRefused() throws {
    try TestHome.initialised { home in
      let counter = try Counter(home)
      #expect(try counter.word(Counter.ean("4006381333931", screen: 0.29)) == "accepted")
      #expect(try home.done("scan list --review waiting --quiet").isEmpty)
      #expect(try counter.word(Counter.ean("4006381333931", file: 2, screen: 0.3), by: Counter.other) == "accepted")
      let shake = try home.done("scan list --review waiting --quiet").split(separator: "\n")
      #expect(shake.count == 1)
      _ = try home.done("scan review \(shake[0]) --verdict wrong --reason fraud")
      #expect(try home.qix("scan review \(shake[0]) --verdict right").exitCode == 5)
      #expect(try home.done("scan show \(shake[0])").contains("wrong"))
      // A wrong click is corrected, by whoever says why.
      #expect(try home.qix("scan review \(shake[0]) --verdict right --again").exitCode == 2)
      let corrected = try home.done("scan review \(shake[0]) --verdict right --again --reason mistake --json")
      #expect(corrected.contains("\"review\": \"right\""), "\(corrected)")
      let strict = try Counter(home, ["screens": "refuse"])
      #expect(try strict.word(Counter.ean("4006381333931", file: 3, screen: 0.9)) == "scanshake.screen")
      let easy = try Counter(home, ["screens": "ignore"])
      #expect(
        try easy.word(Counter.ean("4006381333931", file: 4, screen: 0.9), in: Counter.otherCampaign) == "accepted")
      #expect(try home.done("scan list --review waiting --quiet").isEmpty)
    }
  }

  @Test func theProductsCoinsAreUnits() throws {
    try TestHome.initialised { home in
      let counter = try Counter(home, ["units": "coins", "typed": true])
      guard case .accepted(let proof) = try counter.verdict(code: "(01)04006381333931(17)270131") else {
        Issue.record("the code doesn't count")
        return
      }
      #expect(proof.units == 7 && proof.facts["expiry"] == "270131" && proof.facts["source"] == "typed")
      #expect(try counter.word(code: "4006381333932") == "scanshake.code-malformed")
    }
  }

  @Test func weighedGoodsAreTheirArticle() throws {
    try TestHome.initialised { home in
      let counter = try Counter(home, ["typed": true])
      _ = try home.done("product add 2012345000001 --name Cheese")
      #expect(try counter.word(code: "2012345012349") == "accepted")
    }
  }
}
