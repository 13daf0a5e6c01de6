import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// What the columns of a batch of grants mean, wherever they stand.
@Suite struct ColumnTests {
  @Test(arguments: [
    "user,amount\nada,7\n", "amount,user\n7,ada\n", "AMOUNT,USER\n7,ada\n", " User , Amount \nada,7\n",
    "note,amount,what,user\nx,7,y,ada\n", "\"user\",\"amount\"\n\"ada\",\"7\"\n", "user,amount\n ada ,7\n",
    "user,amount\nada,0007\n", "user,amount,\nada,7,\n", "\n\nuser,amount\n\nada,7\n\n\n",
    "{\"USER\":\"ada\",\"Amount\":7}", "{\"amount\":\"7\",\"user\":\"\\u0061da\"}\n",
  ])
  func columnsAreFoundByTheirNames(text: String) throws {
    try Shop.with { shop in
      let outcome = try shop.issue(text)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.counts == [1, 0, 0, 7])
      #expect(try shop.coins("ada") == 7)
    }
  }

  /// What is kept is what can mean nothing else, in the file's own words.
  @Test func whatCantBeMistakenIsKept() throws {
    try Shop.with { (shop: Shop) throws in
      #expect(try shop.issue("user,amount,campaign,source,file\nada,7,spring,till,a.txt\n").counts == [1, 0, 0, 7])
      let line = #"{"user":"bo","amount":2,"expires":"P1D","expiry":"as printed","from":null}"# + "\n"
      #expect(try shop.batch("coins issue --file -", input: line).counts == [1, 0, 0, 2])
    }
  }

  /// What would say where the coins come from says what to do.
  @Test func aBudgetOfALineIsPointedOutToWhereItBelongs() throws {
    try Shop.with { shop in
      let refused = try shop.home.qix("coins issue --file -", input: "user,amount,from\nada,7,budget:summer\n")
      #expect(refused.errors.contains("--from budget:NAME") && refused.errors.contains("coins apply"), "\(refused)")
      let balances = try shop.home.qix("coins import --file -", input: "user,amount,from\nada,7,budget:summer\n")
      #expect(balances.exitCode == 2 && !balances.errors.contains("--from"), "\(balances)")
      #expect(try shop.transfers == 0)
    }
  }

  /// One key for two operations is found before the first of them is done.
  @Test(arguments: [
    "user,amount,key\nada,1,k\nbo,2,l\nada,3,k\n", "user,amount,key\nada,1,k\nbo,1,k\n",
    "user,amount,key,reason\nada,1,k,a\nada,1,k,b\n",
  ])
  func aKeyThatTheFileUsesTwiceStopsIt(text: String) throws {
    try Shop.with { shop in
      let outcome = try shop.home.qix("coins issue --file \(try shop.file("grants.csv", text)) --json")
      #expect(outcome.exitCode == 5 && outcome.errors.contains("coins.key-conflict"), "\(outcome)")
      #expect(try shop.transfers == 0)
      // The same line twice is one operation.
      #expect(try shop.issue("user,amount,key\nada,1,k\nada,1,k\n").counts == [1, 1, 0, 1])
    }
  }

  /// The clock stands at 2027-01-15T08:00:00Z; a date may be that of a place where it is tomorrow already.
  @Test(arguments: [("2027-01-16", 0), ("2027-01-16T08:00:00Z", 0), ("2027-01-16T08:00:01Z", 2), ("2072-01-01", 2)])
  func whatIsToHappenIsRefused(at: String, code: Int) throws {
    try Shop.with { shop in
      let single = try shop.home.qix("coins issue --to ada --amount 1 --at \(at) --json")
      let file = try shop.file("grants.csv", "user,amount,at\nada,1,2027-01-01\nada,1,\(at)\n")
      let batch = try shop.home.qix("coins issue --file \(file) --json")
      for outcome in [single, batch] {
        #expect(Int(outcome.exitCode) == code, "\(outcome)")
        if code != 0 { #expect(outcome.errors.contains("coins.at-in-future")) }
      }
      #expect(try shop.transfers == (code == 0 ? 3 : 0))
    }
  }

  @Test func aUserIsNamedByIdToo() throws {
    try Shop.with { shop in
      let id = try shop.done("user show ada --quiet").split(separator: "\n")[0]
      #expect(try shop.issue("user,amount\n\(id),3\nada,4\n").counts == [2, 0, 0, 7])
      #expect(try shop.coins("ada") == 7)
    }
  }

  /// The clock stands at 2027-01-15T08:00:00Z.
  @Test(arguments: [
    ("", "", "-"), ("", "P30D", "2027-02-14T08:00:00Z"), ("2027-06-30", "P30D", "2027-07-01T00:00:00Z"),
    ("2027-06-30T18:00:00Z", "", "2027-06-30T18:00:00Z"), ("2027-06-30T18:00:00+02:00", "", "2027-06-30T16:00:00Z"),
    ("P12M", "", "2028-01-15T08:00:00Z"), (" P1Y ", "2027-02-01", "2028-01-15T08:00:00Z"),
    ("", "2027-02-01", "2027-02-02T00:00:00Z"),
  ])
  func coinsExpireAsTheLineSaysElseAsTheCommand(line: String, option: String, expires: String) throws {
    try Shop.with { shop in
      let outcome = try shop.issue(
        "user,amount,expires\nada,7,\(line)\n", option.isEmpty ? "" : "--expires \(option)")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(try moments(shop, "expires_at") == [expires])
    }
  }

  /// A period counts from when it happened, not from when the line was read.
  @Test func atSaysWhenItHappened() throws {
    try Shop.with { shop in
      let outcome = try shop.issue(
        "user,amount,at,expires\nada,7,2026-12-24,P2M\nbo,1,2026-12-24T20:15:30.5+01:00,\ncy,2,,\n")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(try moments(shop, "at") == ["2026-12-24T00:00:00Z", "2026-12-24T19:15:30.500Z", "2027-01-15T08:00:00Z"])
      #expect(try moments(shop, "expires_at") == ["2027-02-24T00:00:00Z", "-", "-"])
    }
  }

  @Test func theReasonOfALineComesBeforeThatOfTheCommand() throws {
    try Shop.with { shop in
      _ = try shop.issue("user,amount,reason\nada,1,sorry\nbo,2,\n", "--reason spring")
      #expect(
        try shop.rows(
          "SELECT d.reason FROM coins_transfers AS t JOIN coins_details AS d ON d.details = t.details ORDER BY 1")
          == ["sorry", "spring"])
    }
  }

  @Test func aLineHasItsOwnKeyOrOneFromTheFile() throws {
    try Shop.with { shop in
      _ = try shop.issue("user,amount,key\nada,1,order-1\ncy,3, order-2 \n", name: "keyed.csv")
      _ = try shop.issue("user,amount,key\nbo,2,\n")
      #expect(
        try shop.rows("SELECT key FROM coins_transfers ORDER BY transfer")
          == ["order-1", "order-2", "qix:2:000000001"])
    }
  }

  /// Their index is appended to, however long the ledger is.
  @Test func derivedKeysAscendAsLinesAreDone() throws {
    try Shop.with { shop in
      _ = try shop.issue("user,amount,note\nada,1,\"a\nb\"\nbo,x,\nbo,2,x\n", "--keep-going")
      #expect(
        try shop.rows("SELECT key FROM coins_transfers ORDER BY transfer")
          == ["qix:1:000000001", "qix:1:000000002"])
    }
  }

  private func moments(_ shop: Shop, _ column: String) throws -> [String] {
    try shop.rows("SELECT \(column) FROM coins_transfers ORDER BY transfer").map { text in
      Int64(text).map { "\(Timestamp(microseconds: $0))" } ?? text
    }
  }
}
