import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// What `qix user timeline` answers to support staff, of what really happened.
@Suite struct TimelineStoryTests {
  private static func entries(_ json: String) throws -> [JSONValue] {
    try #require(JSONValue(parsing: json)["entries"]?.array)
  }

  private static func entries(_ sample: SampleHome, _ line: String) throws -> [JSONValue] {
    try entries(sample.home.done("user timeline \(line) --json"))
  }

  private static func with(_ body: (SampleHome) throws -> Void) throws {
    try SampleHome.with { sample in
      let home = sample.home
      home.clock.advance(byMicroseconds: 60 * 1_000_000)
      for line in [
        "session create canary-ada", "badge create founder --by-hand", "badge award founder --user canary-ada",
        "user create --external-id old", "coins issue --to old --amount 40 --from budget:summer",
        "user merge old --into canary-ada", "coins hold --from canary-ada --amount 3",
      ] {
        home.clock.advance(byMicroseconds: 1_000_000)
        try home.done(line)
      }
      try Self.shake(sample, "canary-ada")
      try body(sample)
    }
  }

  private static func shake(_ sample: SampleHome, _ user: String) throws {
    _ = try sample.home.qix("shake send --user \(user) --type nod --campaign nods --evidence -", input: "{}")
  }

  @Test func everyKindIsThereWithWhoDidIt() throws {
    try Self.with { sample in
      let all = try Self.entries(sample, "canary-ada --limit 1000")
      func first(_ what: String) throws -> JSONValue {
        try #require(all.first { $0["what"]?.string == what }, "\(what)")
      }
      let kinds = Set(all.compactMap { $0["kind"]?.string })
      #expect(
        kinds == ["coins", "shake", "redemption", "voucher", "profile", "merge", "session", "badge", "referral"])
      let who = try JSONValue(parsing: sample.home.done("audit show --limit 1 --json"))["entries"]?.array?.first
      for what in ["redemption.fulfilled", "voucher.use", "user.set", "user.merge", "session.begin"] {
        #expect(try first(what)["by"] == who?["actor"], "\(what)")
      }
      let use = try first("voucher.use")
      #expect(use["told"]?.string?.contains("at the till canary-till") == true && use["of"] == "coffee", "\(use)")
      let grant = try #require(all.first { $0["subject"]?.string == sample.things["trf"] })
      #expect(grant["by"] == who?["actor"])
      #expect(grant["coins"] == 900 && grant["of"] == "summer" && grant["reason"] == "canary-reason", "\(grant)")
      let hold = try #require(all.first { $0["subject"]?.string == sample.things["hold"] })
      #expect(hold["held"] == 7 && hold["state"] == "held" && hold["coins"] == .null, "\(hold)")
      #expect(try first("shake.won")["of"] == "nods")
      // Coins in and out are all there is in the wallet.
      let sum = all.reduce(Int64(0)) { $0 + ($1["coins"]?.integer ?? 0) }
      let wallet = try JSONValue(parsing: sample.home.done("wallet show canary-ada --json"))
      #expect(wallet["balance"]?.integer == sum, "\(sum)")
    }
  }

  /// What happened to a user who was merged is the survivor's, with whose it was.
  @Test func theLineOfAMergedUserGoesOn() throws {
    try Self.with { sample in
      let old = try #require(
        JSONValue(parsing: sample.home.done("user show canary-ada --json"))["merged_ids"]?.array?.first?.string)
      let coins = try Self.entries(sample, "canary-ada --kind coins")
      let grant = try #require(coins.first { $0["coins"] == 40 })
      #expect(grant["merged_from"]?.string == old)
      let moved = coins.filter { $0["what"] == "coins.merge" }
      #expect(moved.count == 1 && moved[0]["coins"] == 0, "\(moved)")
      #expect(try Self.entries(sample, "\(old) --kind coins") == coins, "under either id")
      let merges = try Self.entries(sample, "canary-ada --kind merge")
      #expect(merges.count == 1 && merges[0]["subject"]?.string == old)
    }
  }

  /// Pages of any size are the same whole, and the first one counts it.
  @Test(arguments: [1, 2, 5, 1_000]) func pageByPage(_ size: Int) throws {
    try Self.with { sample in
      let whole = try Self.entries(sample, "canary-ada --limit 1000")
      var (found, next): ([JSONValue], String?) = ([], nil)
      repeat {
        let after = next.map { " --after \($0)" } ?? ""
        let page = try JSONValue(
          parsing: sample.home.done("user timeline canary-ada --limit \(size)\(after) --json"))
        found += try #require(page["entries"]?.array)
        #expect((page["counts"] == nil) == (next != nil))
        next = page["next"]?.string
      } while next != nil && found.count <= whole.count
      #expect(found == whole && whole.count > 15)
      let counts = try JSONValue(parsing: sample.home.done("user timeline canary-ada --limit 1 --json"))["counts"]?
        .array
      for count in counts ?? [] {
        let kind = try #require(count["kind"]?.string)
        let own = whole.filter { $0["kind"]?.string == kind }
        #expect(count["count"]?.integer == Int64(own.count) && count["more"] == false, "\(kind)")
        #expect(try Self.entries(sample, "canary-ada --limit 1000 --kind \(kind)") == own, "\(kind)")
      }
    }
  }

  @Test func aRefusalSaysWhy() throws {
    try SampleHome.with { sample in
      try sample.home.done("campaign pause nods")
      try Self.shake(sample, "ben")
      let refused = try Self.entries(sample, "ben --kind shake").first
      #expect(refused?["what"] == "shake.refused", "\(String(describing: refused))")
      let shake = try #require(refused?["subject"]?.string)
      let shown = try JSONValue(parsing: sample.home.done("shake show \(shake) --json"))
      let because = try #require(shown["message"]?.string)
      #expect(refused?["told"]?.string?.contains("refused: \(because).") == true, "\(String(describing: refused))")
    }
  }

  /// Staff ask; programs of others and customers don't. In no format is there what a role may not know.
  @Test func whoMayAsk() throws {
    try SampleHome.with { sample in
      for role in Role.allCases where ![.user, .guest].contains(role) {
        let file = "\(sample.home.path)/\(role).token"
        try sample.home.done("token create a-\(role) --role \(role) --output \(file)")
        let mayAsk = [.admin, .operator, .support, .auditor].contains(role)
        for format in ["", " --json", " --tsv"] {
          let outcome = try sample.home.qix("--as \(file) user timeline canary-ada\(format)")
          #expect((outcome.exitCode == 0) == mayAsk, "\(role)\(format): \(outcome)")
          if !mayAsk { #expect(!(outcome.output + outcome.errors).contains("canary-reason"), "\(role)\(format)") }
          for personal in sample.personal { #expect(!outcome.output.contains(personal), "\(role)\(format)") }
        }
      }
    }
  }

  @Test func whatIsNoPlaceIsRefused() throws {
    try SampleHome.with { sample in
      let outcome = try sample.home.qix("user timeline canary-ada --after trf_1")
      #expect(outcome.exitCode == 2 && outcome.errors.contains("earlier page"), "\(outcome.errors)")
      #expect(try sample.home.qix("user timeline canary-ada --kind lottery").exitCode == 2)
    }
  }

  /// The first page reads as many rows as it shows, however many there are: by an index each.
  @Test(arguments: [
    (
      "SELECT redemption FROM rewards_redemptions WHERE user = x'00' AND redemption < x'01' ORDER BY redemption DESC",
      "rewards_redemptions_by_time (user=? AND redemption<?)"
    ),
    (
      """
      SELECT hold FROM coins_holds WHERE debit = 7 AND resolved_by IS NOT NULL AND hold < 9 ORDER BY hold DESC
      """, "coins_holds_resolved (debit=? AND hold<?)"
    ),
    ("SELECT hold FROM coins_holds WHERE debit = 7 AND resolved_by IS NULL AND hold < 9", "coins_holds_open (debit=?)"),
    ("SELECT transfer FROM coins_transfers WHERE id >= x'00' ORDER BY id LIMIT 1", "(id>?)"),
    ("SELECT shake FROM shakes_shakes WHERE id >= x'00' ORDER BY id LIMIT 1", "(id>?)"),
    (
      "SELECT receipt FROM receiptshake_receipts WHERE user_id = x'00' AND receipt < 9 ORDER BY receipt DESC",
      "receiptshake_receipts_by_user (user_id=? AND receipt<?)"
    ),
    (
      """
      SELECT u.id FROM vouchers_vouchers AS v CROSS JOIN vouchers_uses AS u
      WHERE v.user = x'00' AND u.voucher = v.id
      """, "vouchers_uses_by_voucher (voucher=?)"
    ),
  ])
  func itsStatementsAreBounded(_ sql: String, _ index: String) throws {
    try TestHome.initialised { home in
      let plan: [String] = try home.unchecked.read { connection in
        try connection.fetchAll("EXPLAIN QUERY PLAN \(sql: sql)") { $0["detail"] as String }
      }
      #expect(plan.contains { $0.contains(index) } && !plan.contains { $0.contains("SCAN") }, "\(plan)")
    }
  }
}
