import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// Campaigns that give rewards, vouchers, badges and tickets as prizes.
@Suite struct GiftStoryTests {
  private static let prizes = """
    [{"coins": 3, "weight": 2}, {"gift": "voucher:coffee", "most": 2, "weight": 2},
     {"gift": "reward:cup", "weight": 2}, {"gift": "badge:founder", "weight": 1}, {"gift": "ticket:draw", "weight": 1}]
    """

  private static func with(
    _ weighted: String = prizes, caps: String = "{}", budget: Int64 = 1_000, _ body: (SampleHome) throws -> Void
  ) throws {
    try SampleHome.with { sample in
      let home = sample.home
      try home.done("badge create founder --title Founder --by-hand")
      let file = """
        {"name": "lots", "brand": "Acme", "title": "Lots", "start": "2026-01-01", "end": "2099-01-01", "time-zone": "UTC",
         "shakes": {"nod": {}}, "caps": \(caps), "draw-window": "P1M", "award": {"weighted": \(weighted)}}
        """
      let made = try home.qix("campaign create --file - --json", input: file)
      try #require(made.exitCode == 0, "\(made)")
      if budget > 0 { try home.done("campaign fund lots --amount \(budget)") }
      try home.done("campaign start lots")
      try body(sample)
    }
  }

  private static func shake(
    _ sample: SampleHome, _ user: String, key: String? = nil, isDryRun: Bool = false
  ) throws -> JSONValue {
    var line = "shake send --user \(user) --type nod --campaign lots --evidence - --json"
    if let key { line += " --idempotency-key \(key)" }
    if isDryRun { line += " --dry-run" }
    let outcome = try sample.home.qix(line, input: "{}")
    try #require(!outcome.output.isEmpty, "\(outcome)")
    return try JSONValue(parsing: outcome.output)
  }

  private static func json(_ sample: SampleHome, _ line: String) throws -> JSONValue {
    try JSONValue(parsing: sample.home.done("\(line) --json"))
  }

  @Test func eachPrizeIsGivenOnceForItsShakeAndWhatIsLeftAddsUp() throws {
    try Self.with { sample in
      let home = sample.home
      try home.done("reward stock cup --add 100")
      try home.done("voucher generate coffee --count 100")
      var counts: [String: Int64] = [:]
      var coins: Int64 = 0
      for number in 0..<80 {
        let user = "user-\(number)"
        try home.done("user create --external-id \(user)")
        // A dry run gives nothing.
        _ = try Self.shake(sample, user, isDryRun: true)
        let first = try Self.shake(sample, user, key: "lot-\(number)")
        guard first["outcome"] == "won" else {
          #expect(first["outcome"] == "refused" && first["refusal"] == "shakes.gift-spent", "\(first)")
          #expect(counts["voucher:coffee"] == 2)
          continue
        }
        let prize = first["prize"]?.string
        counts[prize ?? "coins", default: 0] += 1
        coins += first["coins"]?.integer ?? 0
        let again = try Self.shake(sample, user, key: "lot-\(number)")
        for name in ["outcome", "coins", "prize", "prize_title", "given", "shake"] {
          #expect(again[name] == first[name], "\(name)")
        }
        switch prize {
        case "voucher:coffee":
          let voucher = try Self.json(sample, "voucher show \(try #require(first["given"]?.string))")
          #expect(voucher["state"] == "open" && first["prize_title"] == "Coffee")
        case "reward:cup":
          let taken = try Self.json(sample, "redemption show \(try #require(first["given"]?.string))")
          #expect(taken["state"] == "fulfilled" && taken["coins"] == 10)
        case "badge:founder": #expect(try home.done("badge of \(user)").contains("founder"))
        case "ticket:draw", nil: break
        default: Issue.record("\(first)")
        }
        #expect(try Self.json(sample, "wallet show \(user)")["available"] == .integer(first["coins"]?.integer ?? 0))
      }
      #expect(Set(counts.keys) == ["coins", "voucher:coffee", "reward:cup", "badge:founder", "ticket:draw"])
      #expect(counts["voucher:coffee"] == 2)
      let report = try Self.json(sample, "campaign report lots")
      for row in try #require(report["prizes"]?.array) {
        #expect(row["given"]?.integer == counts[row["prize"]?.string ?? ""] ?? 0, "\(row)")
      }
      #expect(report["coins"] == .integer(coins))
      #expect(report["winners"]?.integer == counts.values.reduce(0, +))
      // The campaign pays for the rewards that it gives.
      #expect(report["available"] == .integer(1_000 - coins - 10 * (counts["reward:cup"] ?? 0)))
      #expect(try Self.json(sample, "raffle show draw")["entered_tickets"]?.integer == counts["ticket:draw"])
      for line in ["coins verify", "doctor"] {
        let outcome = try home.qix(line)
        #expect(outcome.exitCode == 0, "\(line): \(outcome)")
      }
    }
  }

  @Test func aPrizeThatCantBePaidIsRefusedAndCountsForNothing() throws {
    try Self.with(#"[{"gift": "reward:cup", "weight": 1}]"#, budget: 15) { sample in
      for user in ["x", "y"] { try sample.home.done("user create --external-id \(user)") }
      #expect(try Self.shake(sample, "x")["prize"] == "reward:cup")
      let poor = try Self.shake(sample, "y")
      #expect(poor["refusal"] == "shakes.budget-spent" && poor["prize"] == nil, "\(poor)")
      try sample.home.done("campaign fund lots --amount 100")
      try sample.home.done("reward stock cup --remove 2 --reason lost")
      let none = try Self.shake(sample, "y")
      #expect(none["refusal"] == "rewards.out-of-stock", "\(none)")
      let report = try Self.json(sample, "campaign report lots")
      #expect(report["winners"] == 1 && report["available"] == 105 && report["takers"] == 1, "\(report)")
      try sample.home.done("coins verify")
      try sample.home.done("doctor")
    }
  }

  /// Whoever can't have what they drew has had their try: else they would draw until they won something else.
  @Test func whoCantHaveAPrizeDoesntDrawAgain() throws {
    try SampleHome.with { sample in
      try sample.home.done(
        "reward create gold --brand Alba --title Gold --delivery voucher:coffee --price 10 --minimum-mode pro")
      try sample.home.done("reward publish gold")
      let file = """
        {"name": "lots", "brand": "Acme", "title": "Lots", "start": "2026-01-01", "end": "2099-01-01", "time-zone": "UTC",
         "shakes": {"nod": {}}, "caps": {"attempts-per-user": 1},
         "award": {"weighted": [{"gift": "reward:gold", "weight": 1}]}}
        """
      _ = try sample.home.qix("campaign create --file -", input: file)
      try sample.home.done("campaign fund lots --amount 100")
      try sample.home.done("campaign start lots")
      let first = try Self.shake(sample, "ben")
      #expect(first["outcome"] == "nothing" && first["prize"] == nil, "\(first)")
      #expect(try Self.shake(sample, "ben")["refusal"] == "campaigns.attempts-per-user")
      let told = try sample.home.done("shake explain \(first["shake"]?.string ?? "")")
      #expect(told.contains("reward:gold, which this user can't have (identity.mode-too-low)"), "\(told)")
      #expect(try Self.json(sample, "campaign report lots")["available"] == 100)
      try sample.home.done("coins verify")
      try sample.home.done("doctor")
    }
  }

  /// Caps on wins count prizes as well as coins.
  @Test func aPrizeIsAWin() throws {
    try Self.with(#"[{"gift": "badge:founder", "weight": 1}]"#, caps: #"{"wins-per-user": 1}"#, budget: 0) { sample in
      #expect(try Self.shake(sample, "ben")["prize"] == "badge:founder")
      #expect(try Self.shake(sample, "ben")["refusal"] == "campaigns.wins-per-user")
      let list = try Self.json(sample, "shake list --user ben --campaign lots --outcome won")["shakes"]?.array ?? []
      #expect(list.count == 1 && list.first?["prize"] == "badge:founder")
      #expect(try sample.home.done("shake explain \(list.first?["shake"]?.string ?? "")").contains("badge:founder"))
      let told = try Self.json(sample, "event list --type shake.won --limit 1")["events"]?.array?.first
      #expect(told?["data"]?["prize"] == "badge:founder", "\(String(describing: told))")
    }
  }

  @Test func whatCantBeGivenIsNamedInItsPlace() throws {
    try SampleHome.with { sample in
      func problems(_ prize: String) throws -> String {
        let file = """
          {"name": "bad", "brand": "Acme", "title": "Bad", "start": "2026-01-01", "end": "2099-01-01",
           "time-zone": "UTC", "shakes": {"nod": {}}, "award": {"weighted": [\(prize)]}}
          """
        let outcome = try sample.home.qix("campaign create --file -", input: file)
        #expect(outcome.exitCode == 2, "\(outcome)")
        return outcome.errors
      }
      for (prize, words) in [
        (#"{"gift": "voucher:tea", "weight": 1}"#, "there is no voucher series 'tea'"),
        (#"{"gift": "reward:tea", "weight": 1}"#, "there is no reward 'tea'"),
        (#"{"gift": "badge:tea", "weight": 1}"#, "there is no badge 'tea'"),
        (#"{"gift": "ticket:tea", "weight": 1}"#, "there is no raffle 'tea'"),
        (#"{"gift": "house:tea", "weight": 1}"#, "badge:NAME, reward:NAME, ticket:NAME, voucher:NAME"),
        (#"{"gift": "reward:cup", "coins": 4, "weight": 1}"#, "it has coins and a gift"),
        (#"{"coins": 4, "most": 2, "weight": 1}"#, "only gifts have it"),
        (#"{"gift": "reward:cup", "weight": 1}, {"gift": "reward:cup", "weight": 2}"#, "'reward:cup' is there twice"),
        (#"{"gift": "reward:cup", "most": 0, "weight": 1}"#, "most"),
      ] {
        let problems = try problems(prize)
        #expect(problems.contains(words), "\(problems)")
      }
    }
  }

  @Test func fileAndOptionSayTheSame() throws {
    try Self.with(#"[{"coins": 5, "weight": 19}, {"gift": "reward:cup", "weight": 1}]"#) { sample in
      try sample.home.done("campaign copy lots other --award weighted:5x19,reward:cupx1")
      let awards = try ["lots", "other"].map { name in
        try JSONValue(parsing: try Self.json(sample, "campaign show \(name)")["file"]?.string ?? "")["award"]
      }
      #expect(awards[0] == awards[1] && awards[0] != nil)
      #expect(try sample.home.done("campaign show lots").contains("drawn: 5 in 95 %, reward:cup in 5 %"))
    }
  }
}
