import CoinsContract
import QixCommands
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// Files that can't be done: each is refused in words that name the place, and nothing has moved.
@Suite struct MalformedTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let exitCode: Int32
    /// What stands behind the file's name.
    let message: String
    var options = ""

    var testDescription: String { name }

    init(_ name: String, _ bytes: [UInt8], _ exitCode: Int32, _ message: String, _ options: String = "") {
      (self.name, self.bytes, self.exitCode) = (name, bytes, exitCode)
      (self.message, self.options) = (message, options)
    }

    init(_ name: String, _ text: String, _ exitCode: Int32, _ message: String, _ options: String = "") {
      self.init(name, Array(text.utf8), exitCode, message, options)
    }
  }

  private static func amount(_ text: String, _ words: String) -> Case {
    Case("amount '\(text)'", "user,amount\nada,1\nbo,\(text)\n", 2, ", line 3, amount (B): the amount \(words)")
  }

  private static func moment(_ column: String, _ text: String, _ words: String) -> Case {
    Case("\(column) '\(text)'", "user,amount,\(column)\nada,1,\nbo,2,\(text)\n", 2, ", line 3, \(column) (C): \(words)")
  }

  /// The amounts of reliability.md 13, and those that spreadsheets make of numbers.
  private static let amounts = [
    amount("0", "is zero"), amount("000", "is zero"), amount("-1", "is negative"), amount("−1", "is negative"),
    amount("+1", "begins with '+'"), amount("1e3", "has an exponent"), amount("1E+03", "has an exponent"),
    amount("4.9E+11", "has an exponent, probably from a spreadsheet"), amount("\"4,9E+11\"", "has an exponent"),
    amount("9223372036854775808", "is too large"), amount("99999999999999999999999", "is too large"),
    amount("NaN", "is not a number"), amount("inf", "is not a number"), amount("", "is empty"),
    amount("١٢٣", "has digits other than 0 to 9"), amount("１２", "has digits other than 0 to 9"),
    amount("1.50", "has a point"), amount("1.000", "has a point"),
    amount("\"1,000\"", "has separators"), amount("1'000", "has separators"), amount("1_000", "has separators"),
    amount("1 000", "has a space"), amount("1\u{A0}000", "has a space"), amount(" 5", "has a space"),
    amount("0x10", "is not a number"), amount("five", "is not a number"), amount("#REF!", "is not a number"),
    amount("€5", "is not a number"), amount("5QIX", "is not a number"),
  ]

  private static let moments = [
    moment("expires", "30.06.2027", "'expires' is neither a date"),
    moment("expires", "2027-02-30", "'expires' is neither a date"),
    moment("expires", "2027-6-30", "'expires' is neither a date"),
    moment("expires", "soon", "'expires' is neither a date"),
    moment("expires", "P", "'expires' is neither a date"), moment("expires", "-P1Y", "'expires' is neither a date"),
    moment("expires", "46203", "'expires' is neither a date"), moment("at", "06/30/2026", "'at' is neither a date"),
    moment("at", "2026-13-01", "'at' is neither a date"), moment("at", "2026-06-30T25:00", "'at' is neither a date"),
    moment("at", "P1D", "'at' is neither a date"),
  ]

  /// Values that the ledger refuses whatever the state of the accounts.
  private static let impossible = [
    Case(
      "expired before it was granted", "user,amount,expires\nada,1,\nbo,2,2020-01-01\n", 2,
      ", line 3: the expiry, or the hold's time-out, is not later"),
    Case(
      "expires when it happened", "user,amount,at,expires\nada,1,,\nbo,2,2027-01-01,2026-12-31\n", 2,
      ", line 3: the expiry, or the hold's time-out, is not later"),
    Case(
      "a key that is too long", "user,amount,key\nada,1,\nbo,2,\(String(repeating: "k", count: 201))\n", 2,
      ", line 3, key (C): the idempotency key is empty, longer"),
    Case(
      "a key with a control character", "user,amount,key\nada,1,\nbo,2,a\u{1B}b\n", 2,
      ", line 3, key (C): the idempotency key is empty, longer"),
  ]

  private static let users = [
    Case("an unknown user", "user,amount\nada,1\neve,2\n", 3, ", line 3, user (A): there is no user 'eve'"),
    Case(
      "an unknown id", "user,amount\nada,1\nusr_01m7w9tzg3f7fs9hn862jj74bb,2\n", 3, ", line 3, user (A): there is no"),
    Case("an empty user", "user,amount\nada,1\n,2\n", 2, ", line 3, user (A): the line names no user"),
    Case("a blank user", "user,amount\nada,1\n  ,2\n", 2, ", line 3, user (A): the line names no user"),
    Case("an account for a user", "user,amount\nada,1\nissuer,2\n", 3, ", line 3, user (A): there is no user 'issuer'"),
    Case("no such budget", "user,amount\nada,1\n", 3, ", line 2: there is no budget 'summer'", "--from budget:summer"),
  ]

  private static let shapes = [
    Case("nothing", "", 2, ": the file is empty"),
    Case("blank lines only", "\n\n  \n", 2, ": the file is empty"),
    Case("a byte order mark only", [0xEF, 0xBB, 0xBF], 2, ": the file is empty"),
    Case("no user column", "name,amount\nada,1\n", 2, ", line 1: there is no column 'user'"),
    Case("no amount column", "user,coins\nada,1\n", 2, ", line 1: there is no column 'amount'"),
    Case(
      "another name for expires", "user,amount,Expiry\nada,1,2027-06-30\n", 2,
      ", line 1: qix does not read the column 'expiry', it only keeps it; did you mean 'expires'?"),
    Case(
      "another name for key", "user,amount,idempotency_key\nada,1,k\n", 2,
      ", line 1: qix does not read the column 'idempotency_key', it only keeps it; did you mean 'key'?"),
    Case(
      "a payer for each line", "user,amount,from\nada,1,budget:none\n", 2,
      ", line 1: the column 'from' is not one that grants have, so qix would only keep it"),
    Case(
      "a budget for each line", "user,amount,Budget\nada,1,none\n", 2,
      ", line 1: the column 'budget' is not one"),
    Case(
      "lines that are linked", "user,amount,linked\nada,1,true\n", 2,
      ", line 1: the column 'linked' is not one"),
    Case(
      "an option as a column", "user,amount,dry-run\nada,1,true\n", 2,
      ", line 1: the column 'dry_run' is not one"),
    Case(
      "a payer in JSON", "{\"user\":\"ada\",\"amount\":1,\"from\":\"budget:none\"}\n", 2,
      ", line 1, from: the column 'from' is not one that grants have"),
    Case(
      "another name for expires in JSON",
      "{\"user\":\"ada\",\"amount\":1,\"expiresAt\":\"P1D\"}\n", 2,
      ", line 1, expiresAt: qix does not read the column 'expiresat', it only keeps it; did you mean 'expires'?"),
    Case("no header", "ada,1\nbo,2\n", 2, ", line 1: there is no column 'user'; the header has 'ada', '1'"),
    Case("a column twice", "user,amount,User\nada,1,x\n", 2, ", line 1, column 13: the header names 'User' twice"),
    Case(
      "a column without a name", "user,,amount\nada,,1\n", 2, ", line 1, column 6: column 2 of the header has no name"),
    Case("a field too few", "user,amount\nada,1\nbo\n", 2, ", line 3, column 3: the line has 1 field but"),
    Case("a field too many", "user,amount\nada,1\nbo,1,000\n", 2, ", line 3, column 6: the line has 3 fields but"),
    Case("an open quote", "user,amount,note\nada,1,x\nbo,2,\"open\ncy,3,y\n", 2, ", line 3, column 6: the quote"),
    Case("text behind a quote", "user,amount\nada,1\n\"bo\"x,2\n", 2, ", line 3, column 5: there is text"),
    Case(
      "bad UTF-8", Array("user,amount\nada,1\nb".utf8) + [0xFC] + Array(",2\n".utf8), 2, ", line 3, column 2: this byte"
    ),
    Case("a zero byte", "user,amount\nada,1\nb\u{0}o,2\n", 2, ", line 3, column 2: there is a zero byte"),
    Case(
      "not JSON", "{\"user\":\"ada\",\"amount\":1}\n{\"user\":\"bo\",\"amount\":}\n", 2,
      ", line 2, column 23: a value is expected"),
    Case(
      "no object", "{\"user\":\"ada\",\"amount\":1}\n[\"bo\",2]\n", 2,
      ", line 2, column 1: the line is not a JSON object"),
    Case(
      "a fraction in JSON", "{\"user\":\"ada\",\"amount\":1.5}\n", 2,
      ", line 1, amount: the amount has a point"),
    Case(
      "an exponent in JSON", "{\"user\":\"ada\",\"amount\":1e3}\n", 2, ", line 1, amount: the amount has an exponent"
    ),
    Case("a negative in JSON", "{\"user\":\"ada\",\"amount\":-1}\n", 2, ", line 1, amount: the amount is negative"),
    Case("null for an amount", "{\"user\":\"ada\",\"amount\":null}\n", 2, ", line 1, amount: the amount is empty"),
    Case("no amount in JSON", "{\"user\":\"ada\"}\n", 2, ", line 1, amount: the amount is empty"),
    Case("no user in JSON", "{\"amount\":1}\n", 2, ", line 1, user: the line names no user"),
  ]

  @Test(arguments: amounts + moments + impossible + users + shapes)
  func nothingMovesAndThePlaceIsNamed(_ malformed: Case) throws {
    try Shop.with { shop in
      let path = try shop.file("grants.csv", malformed.bytes)
      let before = try shop.home.contents()
      for options in ["", "--dry-run", "--create-users"] where malformed.exitCode != 3 || options != "--create-users" {
        let outcome = try shop.batch("coins issue --file \(path) \(malformed.options) \(options)")
        #expect(outcome.exitCode == malformed.exitCode, "\(options): \(outcome.errors)")
        #expect(
          outcome.message.hasPrefix(path + malformed.message), "\(options): \(outcome.message.dropFirst(path.count))")
        #expect(try shop.home.contents() == before, "something has moved")
      }
    }
  }

  /// The first line is good, so it is done; the one that can't be done is answered.
  @Test(arguments: amounts + moments + impossible + users.filter { $0.options.isEmpty })
  func keepingOnDoesTheRest(_ malformed: Case) throws {
    try Shop.with { shop in
      let path = try shop.file("grants.csv", malformed.bytes + Array("cy,9,,".utf8.prefix(4 + malformed.commas)))
      let outcome = try shop.batch("coins issue --file \(path) --keep-going")
      #expect(outcome.exitCode == malformed.exitCode, "\(outcome.errors)")
      #expect(outcome.counts == [2, 0, 1, 10])
      #expect(outcome.code == "coins.lines-refused")
      #expect(
        outcome.message.hasPrefix("1 line was not done; the first: \(path)\(malformed.message)"), "\(outcome.message)")
      #expect(try [shop.coins("ada"), shop.coins("bo"), shop.coins("cy")] == [1, 0, 9])
      try shop.verify()
    }
  }

  /// Who has written something else is shown a line that would be done.
  @Test(arguments: ["issue", "apply"]) func anExampleIsALineOfThatFile(command: String) throws {
    try Shop.with(users: ["shop-4711"]) { shop in
      try shop.done("coins issue --to shop-4711 --amount 50")
      let refused = try shop.home.qix("coins \(command) --file - --format json-lines", input: "[1]\n")
      #expect(refused.exitCode == 2)
      let example = try #require(refused.errors.firstMatch(of: /such as (\{.*?\})/)).1
      #expect(try shop.batch("coins \(command) --file -", input: "\(example)\n").counts.first == 1)
    }
  }

  @Test func aHeaderAloneIsNothingToDo() throws {
    try Shop.with { shop in
      let before = try shop.home.contents()
      let outcome = try shop.issue("user,amount\n")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.counts == [0, 0, 0, 0])
      #expect(try shop.home.contents() == before)
    }
  }

  @Test(arguments: ["", "--keep-going"]) func aFileThatIsNotThereIsNotFound(options: String) throws {
    try Shop.with { shop in
      let outcome = try shop.batch(
        "coins issue --file \(shop.home.path)/none.csv --results \(shop.home.path)/r \(options)")
      #expect(outcome.exitCode == 3)
      #expect(outcome.message == "there is no file '\(shop.home.path)/none.csv'")
      #expect(throws: (any Error).self) { try shop.content("r") }
    }
  }

  /// Sums may overflow where no single amount does.
  @Test func moreThanCanBeCountedIsRefused() throws {
    try Shop.with { shop in
      // So many as no single operation of a command could make.
      try shop.home.database.write(Change("coins.test")) { connection, _ in
        let ledger = try Ledger(connection, random: shop.home.random)
        try ledger.begin(at: shop.home.clock.now())
        _ = try ledger.apply(.issue(.max - 1, to: .user(1)))
        try ledger.seal()
      }
      let outcome = try shop.issue("user,amount\nada,1\nbo,1\n")
      #expect(outcome.exitCode == 6, "\(outcome.errors)")
      #expect(outcome.message.contains("line 3"))
      try shop.verify()
    }
  }
}

extension MalformedTests.Case {
  /// Commas that a line of two values still needs to have as many fields as the header.
  fileprivate var commas: Int {
    let header = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return header.count { $0 == UInt8(ascii: ",") } - 1
  }
}
