import QixFormats
import QixKernel
import QixLibraries
import QixTesting
import Testing

/// What customers see of rewards, and what of it is the business's.
@Suite struct CustomerRewardTests {
  /// What is for sale is shown with its terms and without the business's figures; what isn't is like what isn't there.
  @Test func aRewardIsShownWithoutItsFigures() throws {
    try CustomerTests.with { home, server in
      let (token, _) = try CustomerTests.trial(server)
      let later = home.clock.now().advanced(byMicroseconds: 9 * Timestamp.day).date
      try home.done("reward price mug 987654 --from \(later)")
      let reply = try server.get("/v1/rewards/mug", as: token)
      #expect(reply.json["title"] == "Mug" && reply.json["price"]?.integer == 5, "\(reply.body)")
      #expect(reply.json["stock"]?["available"]?.integer == 100)
      #expect(!reply.body.contains("987654"), "what it is going to cost")
      #expect(reply.json["stock"]?["shelf"]?.isNull == true && reply.json["redemptions"]?["fulfilled"]?.isNull == true)
      #expect(try home.done("reward show mug --json").contains("987654"))
      let (draft, nothing) = (
        try server.get("/v1/rewards/plate", as: token), try server.get("/v1/rewards/plat", as: token)
      )
      #expect(draft.status == 404 && nothing.status == 404, "\(draft.body)")
      #expect(draft.body.replacing("plate", with: "X") == nothing.body.replacing("plat", with: "X"))
      #expect(!draft.body.contains("qix ") && !nothing.body.contains("plate"))
      #expect(try server.get("/v1/rewards/mug?file=-", as: token).status == 400)
      let malformed = try server.get("/v1/redemptions/xx", as: token).body
      #expect(
        malformed.contains("redemption: give the redemption") && !malformed.contains("REDEMPTION"), "\(malformed)")
      let campaign = try server.get("/v1/campaigns/summer", as: server.token("desk", "support"))
      #expect(campaign.json["title"] == "Summer" && campaign.json["shakes"]?.array?.count == 1, "\(campaign.body)")
    }
  }

  /// Why coins came and went: by a shake, a reward, and by hand.
  @Test func aWalletSaysWhatEachMovementWasFor() throws {
    try CustomerTests.with { home, server in
      let (token, user) = try CustomerTests.trial(server)
      try home.done("coins issue --to \(user) --amount 5 --reason desks-own")
      let shaken = try server.post("/v1/shakes/tv", as: token, "{\"campaign\": \"summer\"}")
      let taken = try server.post("/v1/rewards/mug/redemptions", as: token, "{}", key: "tap-1")
      #expect(shaken.json["outcome"] == "won" && taken.status == 200, "\(shaken.body)\(taken.body)")
      let wallet = try server.get("/v1/wallets/me", as: token)
      let rows = try #require(wallet.json["movements"]?.array) + (wallet.json["holds"]?.array ?? [])
      let told = Dictionary(
        rows.map { ($0["subject"]?.string ?? "by hand", $0["purpose"]?.string) },
        uniquingKeysWith: { first, _ in first })
      #expect(
        told == [
          try #require(shaken.json["shake"]?.string): "Summer", try #require(taken.json["redemption"]?.string): "Mug",
          "by hand": nil,
        ], "\(wallet.body)")
      #expect(!wallet.body.contains("desks-own"))
      // A program that isn't told of others' transfers isn't told of what they were for.
      let till = try server.get("/v1/wallets/\(user)", as: server.token("till", "integrator")).body
      #expect(!till.contains("shk_") && !till.contains("rdm_"), "\(till)")
    }
  }

  /// The redemption is what an app has; another's leads nowhere.
  @Test(.needs(.library(.barcode, packages: "libqrencode-dev, libzint-dev and libpng-dev")))
  func aVoucherIsDrawnByItsRedemption() throws {
    try CustomerTests.with(vault: true) { home, server in
      let ((token, user), (other, _)) = (try CustomerTests.trial(server), try CustomerTests.trial(server))
      try home.done("coins issue --to \(user) --amount 5")
      try home.done("voucher generate tea-series --count 1 --title Tea")
      try home.done("reward create tea --brand Alba --title Tea --delivery voucher:tea-series --price 5")
      try home.done("reward publish tea")
      let redeemed = try server.post("/v1/rewards/tea/redemptions", as: token, "{}", key: "tap-1")
      let id = try #require(redeemed.json["redemption"]?.string, "\(redeemed.body)")
      let drawn = try server.get("/v1/vouchers/\(id)/barcode", as: token)
      #expect(drawn.status == 200 && drawn.json["voucher"]?.string?.hasPrefix("vch_") == true, "\(drawn.body)")
      let stolen = try server.get("/v1/vouchers/\(id)/barcode", as: other)
      #expect(stolen.status == 404 && !stolen.body.contains("vch_0"), "\(stolen.body)")
    }
  }

  /// Which series of vouchers a reward hands out, and how many are left of it, are the business's.
  @Test func whichVouchersThereAreIsNotTold() throws {
    try CustomerTests.with(vault: true) { home, server in
      let (token, _) = try CustomerTests.trial(server)
      try home.done("voucher generate secret-series --count 31 --title Tea")
      try home.done("reward create tea --brand Alba --title Tea --delivery voucher:secret-series --price 5")
      try home.done("reward publish tea")
      for path in ["/v1/rewards", "/v1/rewards/tea"] {
        let reply = try server.get(path, as: token)
        let tea = reply.json["rewards"]?.array?.first { $0["reward"] == "tea" } ?? reply.json
        #expect(tea["delivery"] == "voucher" && tea["left"]?.isNull ?? true, "\(reply.body)")
        #expect(!reply.body.contains("secret-series"), "\(reply.body)")
      }
      let all = try server.get("/v1/rewards", as: server.token("help", "support")).json["rewards"]?.array
      #expect(all?.first { $0["reward"] == "tea" }?["left"] == 31)
    }
  }
}
