import QixKernel
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
      let outcome = try shop.issue("user,amount,key\nada,1,order-1\nbo,2,\ncy,3, order-2 \n")
      let digest = try #require(outcome.answer?.sha256.prefix(16))
      #expect(
        try shop.rows("SELECT key FROM coins_transfers ORDER BY transfer")
          == ["order-1", "file:\(digest):000000003", "order-2"])
    }
  }

  /// Numbers of lines count those inside quotes, so that they are what an editor shows.
  @Test func derivedKeysNameTheLineAtWhichARecordStarts() throws {
    try Shop.with { shop in
      let outcome = try shop.issue("user,amount,note\nada,1,\"a\nb\"\nbo,2,x\n")
      let digest = try #require(outcome.answer?.sha256.prefix(16))
      #expect(
        try shop.rows("SELECT key FROM coins_transfers ORDER BY transfer")
          == ["file:\(digest):000000002", "file:\(digest):000000004"])
    }
  }

  private func moments(_ shop: Shop, _ column: String) throws -> [String] {
    try shop.rows("SELECT \(column) FROM coins_transfers ORDER BY transfer").map { text in
      Int64(text).map { "\(Timestamp(microseconds: $0))" } ?? text
    }
  }
}
