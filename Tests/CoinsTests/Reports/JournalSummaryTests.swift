import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// The journal in which a budget is no expense, and the liability is what users hold: `qix coins report` in double entry.
@Suite struct JournalSummaryTests {
  /// Two customers, one of whom was brought over, a budget that isn't spent, something taken back, and an expiry.
  private static func tell(_ home: TestHome) throws {
    for user in ["ada", "bo"] { try home.done("user create --external-id \(user)") }
    let balances = "\(home.path)/balances.csv"
    try "user,amount\nbo,25\n".write(toFile: balances, atomically: true, encoding: .utf8)
    try home.done("coins import --file \(balances)")
    try home.done("budget create summer_1 --amount 500")
    try home.done("coins issue --to ada --amount 100 --expires 2027-02-20")
    let slip = try home.done("coins issue --from budget:summer_1 --to bo --amount 40 --quiet").filter { $0 != "\n" }
    try home.done("coins reverse \(slip) --amount 10 --reason slip")
    home.clock.advance(byMicroseconds: 20 * Timestamp.day)
    try home.done("coins redeem --from ada --amount 30")
    try home.done("coins transfer --from bo --to ada --amount 5")
    try home.done("coins hold --from bo --amount 3")
    home.clock.advance(byMicroseconds: 30 * Timestamp.day)
    try home.done("coins expire")
  }

  /// What the postings of a journal add up to, by their accounts.
  private static func sums(of journal: String) -> [String: Int64] {
    var sums: [String: Int64] = [:]
    for line in journal.split(separator: "\n") where line.hasPrefix("    ") && !line.contains("=") {
      let words = line.split(separator: " ")
      sums[String(words[0]), default: 0] += Int64(words[1]) ?? 0
    }
    return sums
  }

  @Test(arguments: ["hledger", "beancount --by day", "hledger --accounts", "beancount --by day --accounts"])
  func itAgreesWithTheReport(form: String) throws {
    try TestHome.initialised { home in
      try Self.tell(home)
      let report = try JSONValue(parsing: home.done("coins report --json"))
      let sums = Self.sums(of: try home.done("coins export --format \(form)"))
      #expect(sums["Expenses:Coins:Granted"] == report["granted"]?.integer && report["granted"] == 130)
      #expect(sums["Equity:Coins:Imported"] == report["imported"]?.integer && report["imported"] == 25)
      #expect(sums["Income:Coins:Redeemed"] == report["redeemed"]?.integer.map { -$0 } && report["redeemed"] == 30)
      #expect(sums["Income:Coins:Expired"] == report["expired"]?.integer.map { -$0 } && report["expired"] == 70)
      let users = sums.filter { $0.key.hasPrefix("Liabilities:Coins:Users") }
      #expect(users.values.reduce(0, +) == report["liability"]?.integer.map { -$0 } && report["liability"] == 55)
      #expect(users.count == (form.hasSuffix("--accounts") ? 2 : 1))
      #expect(sums.values.reduce(0, +) == 0 && !sums.keys.contains { $0.contains("Budgets") })
    }
  }

  static let spans = [
    "", "--since 2027-01-20", "--until 2027-02-10", "--since 2029-01-01", "--by day", "--accounts --since 2027-01-20",
  ]

  @Test(.needs(.program("hledger")), .needs(.program("bean-check", package: "beancount")), arguments: spans)
  func bookkeepersProgramsFindAllSums(options: String) throws {
    try TestHome.initialised { home in
      try home.set("0.012 EUR")
      try Self.tell(home)
      for (dialect, check) in [("hledger", ["hledger", "check", "--strict", "-f"]), ("beancount", ["bean-check"])] {
        let text = try home.done("coins export --format \(dialect) \(options)")
        let file = "\(home.path)/coins.\(dialect)"
        func checked(_ text: String) throws -> Tool.Outcome {
          try text.write(toFile: file, atomically: true, encoding: .utf8)
          return try Tool(check[0])(check.dropFirst() + [file])
        }
        let found = try checked(text)
        #expect(found.exitCode == 0 && found.output.isEmpty, "\(found.output)\(found.errors)\n\(text)")
        guard options.isEmpty else { continue }
        // A file in which a figure was changed on both sides is found out.
        let broken = text.replacingOccurrences(of: "  30 QIX", with: "  31 QIX").replacingOccurrences(
          of: "  -30 QIX", with: "  -31 QIX")
        #expect(broken != text)
        #expect(try checked(broken).exitCode != 0)
      }
    }
  }

  /// Each coin moved at the value of its time; what is owed is owed at the value of now.
  @Test func moneyStandsBesideCoins() throws {
    try TestHome.initialised { home in
      home.clock.set(try #require(Timestamp("2027-01-20T12:00:00Z")))
      try home.done("user create --external-id ada")
      try home.done("coins issue --to ada --amount 100")
      func report() throws -> JSONValue { try JSONValue(parsing: home.done("coins report --json")) }
      #expect(try report()["value"] == nil && report()["money"] == nil)
      try home.set("0.01 EUR")
      home.clock.set(try #require(Timestamp("2027-02-10T12:00:00Z")))
      try home.set("0.005 EUR")
      try home.done("coins issue --to ada --amount 3")
      try home.done("coins redeem --from ada --amount 1")
      #expect(try report()["value"] == "0.005 EUR" && report()["liability_money"] == "0.51 EUR")
      let months = try report()["money"]?.array?.map { month in
        ["month", "granted", "redeemed", "expired"].map { month[$0]?.string ?? "" }.joined(separator: ", ")
      }
      #expect(
        months == ["2027-01, 1.00 EUR, 0.00 EUR, 0.00 EUR", "2027-02, 0.02 EUR, 0.01 EUR, 0.00 EUR"])
      let journal = try home.done("coins export --format hledger")
      for line in [
        "2027-01-31 granted  ; money:1.00 EUR\n    Expenses:Coins:Granted  100 QIX @ 0.01 EUR\n",
        "2027-02-10 granted  ; money:0.02 EUR\n    Expenses:Coins:Granted  3 QIX @ 0.005 EUR\n",
        "2027-02-10 redeemed  ; money:0.01 EUR\n    Income:Coins:Redeemed  -1 QIX @ 0.005 EUR\n",
      ] { #expect(journal.contains(line), "\(journal)") }
      home.clock.set(try #require(Timestamp("2027-03-10T12:00:00Z")))
      try home.done("setting reset coins.value")
      try home.done("coins issue --to ada --amount 7")
      #expect(try report()["value"] == nil && report()["money"]?.array?.count == 2)
      #expect(try home.done("coins export --format hledger").contains("Granted  7 QIX\n"))
    }
  }

  @Test(arguments: [
    (3, "0.005 EUR", "0.02 EUR"), (-3, "0.005 EUR", "-0.02 EUR"), (1, "0.004 EUR", "0.00 EUR"),
    (-1, "0.004 EUR", "0.00 EUR"), (1, "0.5 JPY", "1 JPY"), (5, "0.0001 KWD", "0.001 KWD"),
    (150, "EUR 1", "150.00 EUR"), (.max, "1000000 JPY", "9223372036854775807000000 JPY"),
    (.max, "0.000000001 EUR", "9223372036.85 EUR"),
  ])
  func eachFigureIsRoundedOnce(coins: Int64, value: String, money: String) throws {
    #expect(try "\(Worth(coins, at: CoinValue(value)))" == money)
  }

  @Test(arguments: [
    "", "0.01", "0 EUR", "-1 EUR", "1,5 EUR", "0.01 XYZ", "0.01 eur", ".5 EUR", "0.0000000001 EUR", "1000000.5 EUR",
    "99999999999999999999 EUR", "0.01  EUR",
  ])
  func whatIsNoValueIsRefused(value: String) throws {
    #expect(throws: SettingError.self) { try CoinValue(value) }
    try TestHome.initialised { home in
      let outcome = try home.qix(["setting", "set", "coins.value", value])
      #expect(outcome.exitCode == 2, "\(outcome)")
    }
  }

  @Test func whatIsForAJournalIsRefusedForATable() throws {
    try TestHome.initialised { home in
      for options in ["--accounts", "--by day", "--by month --format hledger-0.6", "--accounts --format json-lines"] {
        let outcome = try home.qix("coins export \(options)")
        #expect(outcome.exitCode == 2, "\(options)")
      }
    }
  }
}

extension TestHome {
  fileprivate func set(_ value: String) throws {
    let outcome = try qix(["setting", "set", "coins.value", value])
    #expect(outcome.exitCode == 0, "\(outcome)")
  }
}
