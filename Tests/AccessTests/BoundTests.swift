import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// A till's token is bounded: whoever gets hold of it grants what it may, and takes back what it gave today.
@Suite struct BoundTests {
  private static func withTill(_ body: (Desk, _ till: String) throws -> Void) throws {
    try Desk.with { desk in
      try #require(try desk.home.qix("budget create till --amount 1000").exitCode == 0)
      try #require(try desk.home.qix("budget create other --amount 1000").exitCode == 0)
      let till = try desk.token("till-7", "--role integrator --from budget:till --most 50 --most-per-day 120")
      try body(desk, till)
    }
  }

  @Test func itGrantsNoMoreThanItMay() throws {
    try Self.withTill { desk, till in
      #expect(try desk.code("coins issue --to ada --amount 51", as: till) == "coins.token-most")
      #expect(try desk.code("coins issue --to ada --amount 5 --from budget:other", as: till) == "coins.token-payer")
      #expect(try desk.code("coins hold --from budget:other --to ada --amount 5", as: till) == "coins.token-payer")
      for key in ["a", "b"] {
        #expect(try desk.code("coins issue --to ada --amount 50 --idempotency-key \(key)", as: till) == "")
      }
      #expect(try desk.code("coins hold --from budget:till --to ada --amount 10", as: till) == "")
      #expect(
        try desk.code("coins hold --from budget:till --to ada --amount 11", as: till) == "coins.token-daily-limit")
      #expect(try desk.code("coins issue --to ada --amount 11", as: till) == "coins.token-daily-limit")
      // What was done is answered as it was, and takes nothing of the day.
      #expect(try desk.code("coins issue --to ada --amount 50 --idempotency-key a", as: till) == "")
      #expect(try desk.code("coins issue --to ada --amount 10", as: till) == "")
      #expect(try desk.code("coins issue --to ada --amount 1", as: till) == "coins.token-daily-limit")
      let shown = try desk.run("budget show till --json").output
      #expect(shown.contains("\"held\": 10"), "\(shown)")
      // The next day is another one, and a clock that is set back brings none.
      desk.home.clock.advance(byMicroseconds: 86_400_000_000)
      #expect(try desk.code("coins issue --to ada --amount 50", as: till) == "")
      desk.home.clock.advance(byMicroseconds: -86_400_000_000)
      #expect(try desk.code("coins issue --to ada --amount 50", as: till) == "")
      #expect(try desk.code("coins issue --to ada --amount 50", as: till) == "coins.token-daily-limit")
    }
  }

  /// Midnight in Kolkata is half past six in the evening in UTC.
  @Test func aDayIsOneOfTheInstallationsZone() throws {
    try Self.withTill { desk, till in
      #expect(try desk.code("setting set upkeep.time-zone Asia/Kolkata") == "")
      desk.home.clock.set(try #require(Timestamp("2027-01-15T18:29:59Z")))
      func grant(_ amount: Int) throws -> String { try desk.code("coins issue --to ada --amount \(amount)", as: till) }
      let first = try desk.run("coins issue --to ada --amount 50 --quiet", as: till).output.dropLast()
      #expect(try grant(50) == "" && grant(20) == "")
      #expect(try grant(1) == "coins.token-daily-limit")
      desk.home.clock.advance(byMicroseconds: 1_000_000)
      #expect(try desk.code("coins reverse \(first)", as: till) == "coins.not-own-grant")
      #expect(try grant(50) == "" && grant(50) == "" && grant(20) == "")
      desk.home.clock.set(try #require(Timestamp("2027-01-16T00:00:00Z")))
      #expect(try grant(1) == "coins.token-daily-limit")
    }
  }

  @Test func aFileIsRefusedBeforeTheFirstCoin() throws {
    try Self.withTill { desk, till in
      let lines = "user,amount\nada,50\nada,50\nada,21\n"
      let file = try desk.write(lines, to: "grants.csv")
      #expect(try desk.code("coins issue --file \(file)", as: till) == "coins.token-daily-limit")
      #expect(try desk.run("wallet show ada --quiet").output == "0\n")
      _ = try desk.write("user,amount\nada,50\nada,50\nada,20\n", to: "grants.csv")
      #expect(try desk.code("coins issue --file \(file)", as: till) == "")
      #expect(try desk.run("wallet show ada --quiet").output == "120\n")
      #expect(try desk.code("coins issue --to ada --amount 1", as: till) == "coins.token-daily-limit")
      // Done before, it takes nothing.
      #expect(try desk.code("coins issue --file \(file)", as: till) == "")
      let ids = try desk.run("wallet history ada --tsv").output
      #expect(ids.contains("trf_"))
    }
  }

  @Test func itTakesBackItsOwnGrantsOfTodayAlone() throws {
    try Self.withTill { desk, till in
      func grant(_ amount: Int, as file: String?, _ options: String = "") throws -> String {
        let outcome = try desk.run("coins issue --to ada --amount \(amount) --quiet \(options)", as: file)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return String(outcome.output.dropLast())
      }
      let other = try desk.token("till-8", "--role integrator")
      let (mine, theirs) = (try grant(50, as: till), try grant(50, as: other))
      let owners = try grant(50, as: nil)
      for id in [theirs, owners, "trf_01m7w9tzg3f7fs9hn862jj74bb"] {
        #expect(try desk.code("coins reverse \(id)", as: till) == "coins.not-own-grant")
      }
      #expect(try desk.code("coins reverse \(mine) --from-any", as: till) == "coins.from-any-for-operators")
      #expect(try desk.code("coins reverse \(mine) --amount 30", as: till) == "")
      #expect(try desk.run("wallet show ada --quiet").output == "120\n")
      // What came back can be given again.
      #expect(try desk.code("coins issue --to ada --amount 50", as: till) == "")
      #expect(try desk.code("coins issue --to ada --amount 50", as: till) == "")
      #expect(try desk.code("coins issue --to ada --amount 1", as: till) == "coins.token-daily-limit")
      // Nor does it take back what somebody else holds, redeems or moves.
      let spent = String(try desk.run("coins redeem --from ada --amount 5 --quiet", as: till).output.dropLast())
      #expect(try desk.code("coins reverse \(spent)", as: till) == "coins.not-own-grant")
      desk.home.clock.advance(byMicroseconds: 86_400_000_000)
      #expect(try desk.code("coins reverse \(mine)", as: till) == "coins.not-own-grant")
      #expect(try desk.code("coins reverse \(theirs)") == "")
      let file = try desk.write("user,amount\nada,20\nada,10\n", to: "grants.csv")
      #expect(try desk.code("coins issue --file \(file)", as: other) == "")
      let line = try desk.run("wallet history ada --tsv").output.split(separator: "\n")[1]
      let id = try #require(line.split(separator: "\t").first { $0.hasPrefix("trf_") })
      #expect(try desk.code("coins reverse \(id)", as: till) == "coins.not-own-grant")
      #expect(try desk.code("coins reverse \(id)", as: other) == "")
    }
  }

  /// An operator takes back whatever there is: that of others gives the token nothing to grant anew.
  @Test func whatOthersGrantedIsNoRoomForMore() throws {
    try Self.withTill { desk, till in
      let bounded = try desk.token("desk", "--role operator --most-per-day 100")
      let theirs = String(
        try desk.run("coins issue --to ada --amount 50 --quiet", as: till).output.dropLast())
      #expect(try desk.code("coins issue --to ada --amount 100 --idempotency-key own", as: bounded) == "")
      #expect(try desk.code("coins reverse \(theirs)", as: bounded) == "")
      #expect(try desk.code("coins issue --to ada --amount 1", as: bounded) == "coins.token-daily-limit")
      #expect(try desk.code("coins reverse own --amount 40", as: bounded) == "")
      #expect(try desk.code("coins issue --to ada --amount 41", as: bounded) == "coins.token-daily-limit")
      #expect(try desk.code("coins issue --to ada --amount 40", as: bounded) == "")
    }
  }

  @Test func tokensWithoutBoundsHaveThoseOfTheInstallation() throws {
    try Desk.with { desk in
      let till = try desk.token("till-7", "--role integrator")
      #expect(try desk.run("doctor").output.contains("these may grant any number of coins in a day: till-7"))
      #expect(try desk.code("coins issue --to ada --amount 1000000", as: till) == "")
      #expect(try desk.code("setting set access.granted-per-day 100") == "")
      #expect(!(try desk.run("doctor").output.contains("any number of coins")))
      // What it has granted today counts.
      #expect(try desk.code("coins issue --to ada --amount 1", as: till) == "coins.token-daily-limit")
      let operatorToken = try desk.token("desk", "--role operator")
      #expect(try desk.code("budget create july --amount 101", as: operatorToken) == "coins.token-daily-limit")
      #expect(try desk.code("budget create july --amount 100", as: operatorToken) == "")
      #expect(try desk.code("coins issue --to ada --amount 1000000") == "")
    }
  }

  @Test func boundsAreThoseOfWhatItMayDo() throws {
    try Desk.with { desk in
      let output = "--output \(desk.path("x"))"
      for options in ["--role auditor", "--role integrator --scope user", "--role operator --access read"] {
        #expect(try desk.code("token create x \(options) --most 5 \(output)") == "access.grants-nothing")
      }
      #expect(try desk.run("token create x --role integrator --from till \(output)").exitCode == 2)
      let maker = try desk.token("maker", "--role admin --most-per-day 100")
      #expect(try desk.code("token create x --role integrator \(output)", as: maker) == "access.beyond-maker")
      #expect(
        try desk.code("token create x --role integrator --most-per-day 101 \(output)", as: maker)
          == "access.beyond-maker")
      #expect(try desk.code("token create x --role integrator --most-per-day 100 \(output)", as: maker) == "")
      let shown = try desk.run("token show x --json").output
      #expect(shown.contains("\"most_per_day\": 100") && shown.contains("\"most\": null"), "\(shown)")
      #expect(try desk.code("token rotate x --output \(desk.path("y"))") == "")
      #expect(try desk.run("token show x --json").output.contains("\"most_per_day\": 100"))
      #expect(try desk.run("db check").exitCode == 0)
    }
  }
}
