import Foundation
import QixKernel
import QixTesting
import Testing

/// `qix coins export`: what bookkeepers' own programs say of it.
@Suite struct JournalTests {
  /// A month of a shop, and the days around it.
  private static func tell(_ home: TestHome) throws {
    for user in ["ada", "bo"] { try home.done("user create --external-id \(user)") }
    try home.done("budget create summer_1 --amount 500")
    try home.done("coins issue --to ada --amount 100 --expires 2027-02-20")
    try home.done("coins issue --from budget:summer_1 --to bo --amount 40")
    home.clock.advance(byMicroseconds: 20 * Timestamp.day)
    try home.done("coins redeem --from ada --amount 30 --idempotency-key =order-1 --reason tea")
    try home.done("coins transfer --from bo --to ada --amount 5")
    let hold = try home.done("coins hold --from ada --amount 10 --quiet").trimmingCharacters(
      in: .whitespacesAndNewlines)
    try home.done("coins capture \(hold) --amount 4")
    try home.done("coins hold --from bo --amount 3")
    home.clock.advance(byMicroseconds: 30 * Timestamp.day)
    try home.done("coins expire")
  }

  private static func folder(_ home: TestHome, _ name: String, _ content: String) throws -> String {
    let path = "\(home.path)/\(name)"
    try content.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Spans of the export: all of it, the days after the first purchases, the days before the expiry.
  static let spans = [[], ["--since", "2027-01-20"], ["--until", "2027-02-10"], ["--since", "2029-01-01"]]

  /// The journal of versions up to 0.6.0.
  @Test(.needs(.program("hledger")), arguments: spans)
  func hledgerFindsAllSums(span: [String]) throws {
    try TestHome.initialised { home in
      try Self.tell(home)
      let text = try home.done((["coins", "export", "--format", "hledger-0.6"] + span).joined(separator: " "))
      let file = try Self.folder(home, "coins.journal", text)
      let check = try Tool("hledger")(["check", "--strict", "-f", file])
      #expect(check.exitCode == 0, "\(check.errors)\n\(text)")
      guard span.isEmpty else { return }
      let balances = try Tool("hledger")(["balance", "-f", file, "-N", "-O", "csv", "--flat", "-E"]).output
      let ada = try home.done("user show ada --quiet").trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(balances.contains("\"Liabilities:Coins:Wallets:\(ada)\",\"-5 QIX\""), "\(balances)")
      #expect(balances.contains("\"Expenses:Coins:Issued\",\"600 QIX\""), "\(balances)")
      #expect(balances.contains("\"Liabilities:Coins:Budgets:summer_1\",\"-460 QIX\""), "\(balances)")
      // A file without one of its lines is found out.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let cut = lines.firstIndex { $0.contains(" redeem") } ?? 0
      let broken = try Self.folder(
        home, "broken.journal", (lines[..<cut] + lines[(cut + 3)...]).joined(separator: "\n"))
      let found = try Tool("hledger")(["check", "-f", broken])
      #expect(found.exitCode != 0)
    }
  }

  @Test(.needs(.program("bean-check", package: "beancount")), arguments: spans)
  func beancountFindsAllSums(span: [String]) throws {
    try TestHome.initialised { home in
      try Self.tell(home)
      let text = try home.done((["coins", "export", "--format", "beancount-0.6"] + span).joined(separator: " "))
      let file = try Self.folder(home, "coins.beancount", text)
      let check = try Tool("bean-check")([file])
      #expect(check.exitCode == 0 && check.output.isEmpty, "\(check.output)\(check.errors)\n\(text)")
      guard span.isEmpty else { return }
      let broken = text.replacingOccurrences(of: "  30 QIX", with: "  31 QIX").replacingOccurrences(
        of: "  -30 QIX", with: "  -31 QIX")
      #expect(broken != text)
      let found = try Tool("bean-check")([try Self.folder(home, "broken.beancount", broken)])
      #expect(found.exitCode != 0)
    }
  }

  /// The table has all transfers, also those that moved nothing; what moved adds up to the balances.
  @Test func theTableAddsUp() throws {
    try TestHome.initialised { home in
      try Self.tell(home)
      let lines = try home.done("coins export --format json-lines").split(separator: "\n").map {
        try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      let count = try home.count("coins_transfers")
      #expect(lines.count == count)
      var balances: [String: Int] = [:]
      for line in lines {
        let moved = try #require(line["moved"] as? Int)
        balances[try #require(line["from"] as? String), default: 0] -= moved
        balances[try #require(line["to"] as? String), default: 0] += moved
      }
      let ada = try home.done("user show ada --quiet").trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(balances[ada] == 5)
      #expect(balances["budget:summer_1"] == 460)
      #expect(balances["issuer"] == -600)
      let table = try home.done("coins export").split(separator: "\r\n")
      #expect(table.count == lines.count + 1)
      #expect(table[0] == "transfer,at,booked,kind,from,to,amount,moved,expires,related,reason,key")
      // What a spreadsheet would take for a formula.
      #expect(table.contains { $0.hasSuffix(",tea,'=order-1") })
    }
  }

  /// Days end at the installation's midnight, as in reports, here an hour before that of UTC; the head says so.
  @Test(arguments: ["hledger-0.6", "beancount-0.6", "hledger --by day", "beancount --by day"])
  func daysAreThoseOfTheInstallation(format: String) throws {
    try TestHome.initialised { home in
      try home.done("setting set upkeep.time-zone Europe/Rome")
      try home.done("user create --external-id ada")
      try home.done("coins issue --to ada --amount 7 --at 2026-10-31T22:59:59Z --reason late")
      try home.done("coins issue --to ada --amount 9 --at 2026-10-31T23:00:00Z --reason late")
      func days(_ options: String) throws -> [String] {
        try home.done("coins export --format \(format)\(options)").split(separator: "\n")
          .filter { $0.hasPrefix("2026") && ($0.contains("issue") || $0.contains("granted")) }
          .map { String($0.prefix(10)) }
      }
      #expect(try days("") == ["2026-10-31", "2026-11-01"])
      #expect(try days(" --until 2026-10-31") == ["2026-10-31"])
      #expect(try Set(days(" --zone UTC")) == ["2026-10-31"])
      let head = try home.done("coins export --format \(format)").prefix { $0 != "\n" }
      #expect(head.hasPrefix("; ") && head.contains("Days are those of Europe/Rome."))
    }
  }

  @Test func nothingIsAWholeFile() throws {
    try TestHome.initialised { home in
      let empty = try home.done("coins export --format beancount")
      #expect(empty.contains("option \"title\" \"Coins\""))
      let lines = try home.done("coins export --format json-lines")
      #expect(lines.isEmpty)
    }
  }
}
