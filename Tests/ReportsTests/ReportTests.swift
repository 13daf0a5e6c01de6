import CoinsContract
import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// The report on a month, and that three reports mean the same by liability and breakage.
@Suite struct ReportTests {
  private static func json(_ home: TestHome, _ line: String) throws -> JSONValue {
    try JSONValue(parsing: home.done("\(line) --json"))
  }

  /// Coins that expire, booked and not, a merge, a hold, a refund of coins whose time is over, and a correction.
  private static func live(in home: TestHome) throws {
    home.clock.set(try #require(Timestamp("2027-05-03T10:00:00Z")))
    for line in [
      "user create --external-id ada", "user create --external-id ada-web", "user create --external-id bob",
      "coins issue --to ada --amount 500 --expires 2027-06-20",
      "coins issue --to ada-web --amount 90 --expires 2027-06-05",
      "coins issue --to bob --amount 300", "coins issue --to bob --amount 40 --expires 2027-07-10",
      "reward create mug --brand Alba --title Mug --price 150 --delivery goods --stock 5",
      "reward create pen --brand Bora --title Pen --price 20 --delivery donation:Forest",
      "reward publish mug pen",
    ] {
      try home.done(line)
    }
    home.clock.set(try #require(Timestamp("2027-06-02T10:00:00Z")))
    let mug = try home.done("reward redeem mug --user ada --idempotency-key m1 --quiet").trimmed
    try home.done("reward confirm \(mug)")
    try home.done("reward redeem pen --user bob --idempotency-key p1")
    try home.done("reward redeem mug --user bob --idempotency-key m2")
    try home.done("user merge ada-web --into ada")
    home.clock.set(try #require(Timestamp("2027-06-25T10:00:00Z")))
    try home.done("coins expire")
    // The coins that paid for the mug have expired meanwhile: as many come back anew.
    try home.done("reward refund \(mug) --reason broken --restock --idempotency-key r1")
    try home.done("coins issue --to bob --amount 10 --idempotency-key wrong")
    try home.done("coins reverse \(home.done("coins show wrong --quiet").trimmed)")
    home.clock.set(try #require(Timestamp("2027-07-15T10:00:00Z")))
  }

  /// A page of HTML isn't called a PDF, which nothing could open.
  @Test(arguments: ["x.pdf", "x.PDF", "report.xlsx"]) func aPageIsCalledWhatItIs(name: String) throws {
    try TestHome.initialised { home in
      let outcome = try home.qix("report --html \(home.path)/\(name)")
      #expect(outcome.exitCode == 2 && outcome.errors.contains("writes HTML"), "\(outcome.errors)")
      #expect(outcome.errors.contains(".html"))
      #expect(try home.qix("report --html \(home.path)/x.html").exitCode == 0)
    }
  }

  /// What is tried first leads to the words that there are.
  @Test(arguments: [
    ("--month 2027-05", "--since 2026-10 --until 2026-10"), ("--last-month", "'last month'"),
    ("--from 2027-05-01 --to 2027-05-31", "--since"), ("2027-05", "--since 2026-10"), ("last month", "'last month'"),
    ("--pdf may.pdf", "--html FILE.html"), ("--output may.html", "--html"), ("--excel", "--csv"),
    ("--format pdf", "--csv"),
  ])
  func firstTriesLeadOn(words: String, lead: String) throws {
    try TestHome.initialised { home in
      let outcome = try home.qix("report \(words)")
      #expect(outcome.exitCode == 2 && outcome.errors.contains(lead), "\(outcome.errors)")
    }
  }

  @Test func aMonthIsNamedByItsNumber() throws {
    try TestHome.initialised { home in
      home.clock.set(try #require(Timestamp("2027-06-02T10:00:00Z")))
      #expect(
        try Self.json(home, "report --since 2027-04 --until 2027-04")
          == Self.json(home, "report --since 2027-04-01 --until 2027-04-30"))
    }
  }

  /// A person reads the last day of the time, not midnight of the day behind it; a program the moment.
  @Test(arguments: ["report", "reward report"]) func theLastDayIsInIt(line: String) throws {
    try TestHome.initialised { home in
      home.clock.set(try #require(Timestamp("2027-06-02T10:00:00Z")))
      try home.done("setting set upkeep.time-zone Europe/Rome")
      let words = "\(line) --since 2027-05-01 --until 2027-05-31".split(separator: " ").map(String.init)
      let page = try home.qix(words, isTerminal: true)
      #expect(page.output.contains("2027-05-31 24:00") && page.output.contains("2027-05-01 00:00"), "\(page.output)")
      #expect(!page.output.contains("2027-06-01"))
      #expect(try Self.json(home, words.joined(separator: " "))["until"]?.string == "2027-05-31T22:00:00Z")
    }
  }

  @Test func threeReportsAgreeToTheCoin() throws {
    try TestHome.initialised { home in
      try Self.live(in: home)
      for isBooked in [false, true] {
        if isBooked { try home.done("coins expire") }
        let coins = try Self.json(home, "coins report")
        let rewards = try Self.json(home, "reward report")
        let whole = try Self.json(home, "report --since 2027-01-01 --until now")
        for (key, others) in [
          ("liability", ["liability"]), ("expired", ["expired"]), ("breakage_rate", ["breakage_rate"]),
        ] {
          #expect(coins[key] == rewards[others[0]], "\(key), booked: \(isBooked)")
          #expect(coins[key] == whole[key], "\(key), booked: \(isBooked)")
        }
        for key in ["granted", "redeemed", "overdue"] { #expect(coins[key] == whole[key], "\(key)") }
        let (liability, held) = (coins["liability"]?.integer ?? 0, coins["held"]?.integer ?? 0)
        let overdue = coins["overdue"]?.integer ?? 0
        #expect(overdue == (isBooked ? 0 : 20), "bob's 40 that were good until the tenth, 20 of them spent")
        #expect(rewards["outstanding"]?.integer == liability - held - overdue)
        #expect(rewards["spent"] == coins["redeemed"] && whole["spent"] == coins["redeemed"], "all went for rewards")
        #expect((coins["breakage_rate"]?.double ?? 0) > 0.9)
      }
      #expect(try home.qix("coins verify").exitCode == 0)
    }
  }

  /// Balances of another system are no grants: of the month's, and of all time.
  @Test func whatWasBroughtOverIsNotGranted() throws {
    try TestHome.initialised { home in
      home.clock.set(try #require(Timestamp("2027-05-03T10:00:00Z")))
      try home.done(
        "coins import --file - --create-users --reason move", input: "user,amount,key\nada,700,k1\nbob,50,k2\n")
      try home.done("coins issue --to ada --amount 20")
      try home.done("coins reverse \(home.done("coins show k2 --quiet").trimmed)")
      home.clock.advance(byMicroseconds: 1)
      for line in ["coins report", "report --since 2027-05-01"] {
        let report = try Self.json(home, line)
        #expect(report["imported"]?.integer == 700 && report["granted"]?.integer == 20, "\(line)")
        #expect(report["liability"]?.integer == 720)
        #expect(report["activity"]?.array?.first?["imported"]?.integer == 700)
      }
    }
  }

  @Test func aTimeAndABrandThatSayNothingAreNamed() throws {
    try TestHome.initialised { home in
      try Self.live(in: home)
      let typo = try home.qix("report --brand Albe")
      #expect(typo.exitCode == 3 && typo.errors.contains("did you mean 'Alba'?"), "\(typo.errors)")
      let ahead = try home.qix("report --since 2027-08-01")
      #expect(ahead.exitCode == 2 && ahead.errors.contains("which is in the future"), "\(ahead.errors)")
      // An end alone is the end of its month's report.
      #expect(try Self.json(home, "report --until 2027-06-20")["since"]?.string == "2027-06-01T00:00:00Z")
      home.clock.set(try #require(Timestamp("2027-11-15T10:00:00Z")))
      let quiet = try home.qix("report")
      #expect(quiet.errors.contains("qix report --since 2027-11-01"), "\(quiet.errors)")
    }
  }

  @Test func inTheFirstMonthItIsThisMonthUntilNow() throws {
    try TestHome.initialised { home in
      home.clock.set(try #require(Timestamp("2027-06-10T10:00:00Z")))
      try home.done("user create --external-id ada")
      try home.done("coins issue --to ada --amount 7")
      home.clock.set(try #require(Timestamp("2027-06-20T10:00:00Z")))
      let first = try home.qix("report --json")
      let report = try JSONValue(parsing: first.output)
      #expect(report["since"]?.string == "2027-06-01T00:00:00Z" && report["granted"]?.integer == 7, "\(first)")
      #expect(first.errors.contains("This is 2027-06-01 until now"), "\(first.errors)")
      home.clock.set(try #require(Timestamp("2027-07-20T10:00:00Z")))
      #expect(try Self.json(home, "report") == Self.json(home, "report --since 2027-06 --until 2027-06"))
    }
  }

  /// Each month begins with what the one before has left, and their flows are that of all time.
  @Test func monthsJoin() throws {
    try TestHome.initialised { home in
      try Self.live(in: home)
      try home.done("coins expire")
      var (left, granted): (Int64, Int64) = (0, 0)
      for month in ["2027-05-01 --until 2027-05-31", "2027-06-01 --until 2027-06-30", "2027-07-01 --until now"] {
        let report = try Self.json(home, "report --since \(month)")
        #expect(report["liability_before"]?.integer == left, "\(month)")
        left = try #require(report["liability"]?.integer)
        granted += try #require(report["granted"]?.integer)
        let days = try #require(report["activity"]?.array)
        #expect(days.reduce(0) { $0 + ($1["granted"]?.integer ?? 0) } == report["granted"]?.integer)
      }
      let coins = try Self.json(home, "coins report")
      #expect(coins["liability"]?.integer == left && coins["granted"]?.integer == granted)
      // By itself it is the month before this one.
      #expect(try home.done("report --json") == home.done("report --since 2027-06-01 --until 2027-06-30 --json"))
      #expect(
        try home.done("report --json")
          == home.done(line: ["report", "--since", "last month", "--until", "last month", "--json"]))
      let open = try home.qix(["report", "--since", "last month"])
      #expect(open.errors.contains("This is from 2027-06-01 until now. For last month, run `qix report`."), "\(open)")
      #expect(try !home.qix("report --since 2027-05-01").errors.contains("until now"))
    }
  }

  @Test func aBrandHasItsOwnCampaignsAndRewards() throws {
    try TestHome.initialised { home in
      try Self.live(in: home)
      let june = "report --since 2027-06-01 --until 2027-06-30"
      let (all, bora) = (try Self.json(home, june), try Self.json(home, "\(june) --brand Bora"))
      #expect(all["rewards"]?.array?.compactMap { $0["reward"]?.string } == ["pen", "mug"])
      #expect(bora["rewards"]?.array?.compactMap { $0["reward"]?.string } == ["pen"])
      #expect(all["paid"]?.integer == 170 && all["refunded"]?.integer == 150 && bora["spent"]?.integer == 20)
      #expect(all["liability"] == bora["liability"], "coins have no brand")
      #expect(try home.qix("\(june) --brand None").exitCode == 3)
      #expect(try home.qix("report --since 2027-07-01 --brand Bora").errors.contains("rewards of Bora in this period"))
      #expect(try home.qix("report --since 2027-06-30 --until 2027-06-01").exitCode == 2)
    }
  }

  @Test func thePageIsWholeInItself() throws {
    try TestHome.initialised { home in
      try Self.live(in: home)
      home.clock.set(try #require(Timestamp("2027-06-28T09:00:00Z")))
      try home.done(line: [
        "reward", "create", "odd", "--brand", "<script>alert(1)</script>", "--title", "Odd", "--price", "20",
        "--delivery", "donation:Forest",
      ])
      try home.done("reward publish odd")
      home.clock.set(try #require(Timestamp("2027-06-28T10:00:00Z")))
      try home.done("reward redeem odd --user bob --idempotency-key o1")
      let june = "report --since 2027-06-01 --until 2027-06-30"
      let page = try home.done("\(june) --html -")
      #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("default-src 'none'"))
      #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !page.contains("<script"))
      #expect(page.contains("2027-06-01 to 2027-06-30, UTC"))
      #expect(page.components(of: "<svg") == 2, "coins and rewards; no campaign was shaken for")
      // The name of the SVG language is its only address.
      let addresses = page.components(of: "http") - page.components(of: "http://www.w3.org/2000/svg")
      #expect(addresses == page.components(of: "http-equiv"))
      for word in [" src=", " href=", "url(", "@import"] { #expect(!page.contains(word), "\(word)") }
      for tag in ["table", "tr", "section", "figure", "svg", "td", "h2"] {
        #expect(
          page.components(of: "<\(tag)>") + page.components(of: "<\(tag) ") == page.components(of: "</\(tag)>"),
          "\(tag)")
      }
      // A file has the page, and the terminal the report.
      let told = try home.qix("\(june) --html \(home.path)/june.html")
      #expect(told.output.contains("liability at the end") && told.errors.contains("june.html"))
    }
  }
}

extension String {
  /// Without the end of the line.
  fileprivate var trimmed: String { String(prefix { $0 != "\n" }) }

  fileprivate func components(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}

extension TestHome {
  @discardableResult
  fileprivate func done(line words: [String]) throws -> String {
    let outcome = try qix(words)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome.output
  }
}
