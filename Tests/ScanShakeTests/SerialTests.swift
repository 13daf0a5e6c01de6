import QixCommands
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import ScanShake

/// Anybody can write a serial number into a code; only those that a brand has told of are worth more.
@Suite struct SerialTests {
  private static func piece(_ serial: String, _ file: UInt8) -> Sight {
    Counter.sight([("qr", "https://id.gs1.org/01/04006381333931/21/\(serial)", false)], file: file)
  }

  @Test func inventedSerialsWinOnce() throws {
    try TestHome.initialised { home in
      let counter = try Counter(home, ["typed": true])
      #expect(try counter.word(Self.piece("FAKE0", 1)) == "accepted")
      for number in 1...3 {
        #expect(try counter.word(Self.piece("FAKE\(number)", UInt8(number + 1))) == "scanshake.had-already")
      }
      #expect(try counter.word(code: "(01)04006381333931(21)S1") == "scanshake.had-already")
      #expect(try counter.word(code: "4006381333931") == "scanshake.had-already")
      // Another user's own, and another campaign.
      #expect(try counter.word(Self.piece("FAKE9", 9), by: Counter.other) == "accepted")
      #expect(try counter.word(code: "4006381333931", in: Counter.otherCampaign) == "accepted")
    }
  }

  @Test func aPlainCodeBeforeOneWithASerial() throws {
    try TestHome.initialised { home in
      let counter = try Counter(home, ["typed": true])
      #expect(try counter.word(code: "4006381333931") == "accepted")
      #expect(try counter.word(code: "(01)04006381333931(21)S1") == "scanshake.had-already")
    }
  }

  @Test func thePeriodCountsForSerialsToo() throws {
    try TestHome.initialised { home in
      let counter = try Counter(home, ["again-after": "P1D"])
      #expect(try counter.word(Self.piece("A", 1)) == "accepted")
      #expect(try counter.word(Self.piece("B", 2)) == "scanshake.too-soon")
      home.clock.advance(byMicroseconds: Timestamp.day)
      #expect(try counter.word(Self.piece("B", 3)) == "accepted")
    }
  }

  @Test func listedSerialsCountEachOnce() throws {
    try TestHome.initialised { home in
      let counter = try Counter(home, ["serials": "listed", "typed": true])
      #expect(try counter.database.read { try counter.type.faults(in: $0) }.contains { $0.contains("serial import") })
      _ = try home.done("product serial import -", input: "gtin,serial\n4006381333931,A1\n4006381333931,A2\n")
      #expect(try counter.database.read { try counter.type.faults(in: $0) } == [])
      #expect(try counter.word(Self.piece("A1", 1)) == "accepted")
      #expect(try counter.word(Self.piece("A2", 2)) == "accepted")
      #expect(try counter.word(Self.piece("A2", 3), by: Counter.other) == "scanshake.serial-used")
      #expect(try counter.word(Self.piece("A3", 4)) == "scanshake.unknown-serial")
      #expect(try counter.word(code: "4006381333931") == "scanshake.no-serial")
      #expect(try home.done("product show 4006381333931 --json").contains("\"serials\": 2"))
    }
  }

  /// A serial number that a spreadsheet has rounded is printed on nothing, and stands for several.
  @Test(arguments: [
    ("4006381333931,1.99999E+11", "the serial number is a number that a spreadsheet has rounded"),
    ("4006381333931,TRUE", "the serial number is a truth value"),
    ("4006381333931,#N/A", "the serial number is an error"),
    ("4.00638E+12,A1", "the product's number is a number that a spreadsheet has rounded"),
    ("#REF!,A1", "the product's number is an error"),
  ])
  func whatASpreadsheetHasSpoiledIsNoSerial(line: String, words: String) throws {
    try TestHome.initialised { home in
      _ = try Counter(home)
      let outcome = try home.qix("product serial import -", input: "gtin,serial\n4006381333931,A1\n\(line)\n")
      #expect(outcome.exitCode == 2 && outcome.errors.contains("line 3: \(words)"), "\(outcome)")
      #expect(outcome.errors.contains("Format the column as text"), "\(outcome)")
      #expect(try home.done("product show 4006381333931 --json").contains("\"serials\": 0"))
    }
  }

  @Test func aListIsTakenWholeOrNot() throws {
    try TestHome.initialised { home in
      _ = try Counter(home)
      let list = "gtin,serial\n4006381333931,A1\n4006381333931,\n6291041500213,B1\n4006381333931,\u{E9}\n"
      let outcome = try home.qix("product serial import -", input: list)
      #expect(
        outcome.exitCode != 0
          && outcome.errors.contains(
            """
            3 lines can't be imported; line 3
            """),
        "\(outcome.errors)")
      #expect(try home.done("product show 4006381333931 --json").contains("\"serials\": 0"))
      let good = "gtin,serial\n4006381333931,A1\n"
      #expect(try home.done("product serial import - --dry-run --json", input: good).contains("\"added\": 1"))
      #expect(try home.done("product serial import - --json", input: good).contains("\"added\": 1"))
      #expect(try home.done("product serial import - --json", input: good).contains("\"known\": 1"))
    }
  }
}
