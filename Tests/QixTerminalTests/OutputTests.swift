import Foundation
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import QixCommands

@Suite struct OutputTests {
  private static let document: Document = {
    var document = Document("sample.show/1")
    document.field("name", "Name", .text("A \"b\"\t\\ \u{1B}[31m\nc\u{202E}"))
    document.field("balance", "Balance", .coins(.max))
    document.field("debt", "Debt", .integer(-1_234_567))
    document.field("at", "At", .timestamp(Timestamp(microseconds: 1_500_000)))
    document.field("day", "Day", .date(CalendarDate(daysSinceEpoch: 0)))
    document.field("open", "Open", .boolean(true))
    document.field("rate", "Rate", .decimal(1_234.565, places: 2))
    document.field("nan", "Nothing", .decimal(.nan, places: 1))
    document.field("gone", "Gone", .missing)
    document.group("limits", "Limits") { limits in
      limits.field("day", "Per day", .integer(100))
    }
    document.primary = "x_1"
    return document
  }()

  private static let table: Document = {
    var document = Document("sample.list/1")
    document.field("count", "Count", .integer(3))
    document.table(
      "rows", title: "Rows",
      columns: [
        Column("id", "Id"), Column("coins", "Coins", alignment: .trailing), Column("who", "Who"),
      ],
      rows: [
        [.identifier("a"), .coins(1), .text("Zoë")], [.identifier("bcd"), .coins(1_234_567), .text("日本")],
        [.text("a\tb\\n"), .missing, .text("")],
      ])
    return document
  }()

  private func emit(_ document: Document, _ format: OutputFormat, quiet: Bool = false) throws -> String {
    var globals = GlobalOptions()
    globals.format = format
    globals.isQuiet = quiet
    return try TestTerminal().capture(globals) { try document.emit(to: $0) }.output
  }

  @Test(arguments: [(OutputFormat.human, "human.txt"), (.json, "json"), (.tsv, "tsv")])
  func looksAsRecorded(_ format: OutputFormat, _ name: String) throws {
    try expectGolden(try emit(Self.document, format), "fields.\(name)")
    try expectGolden(try emit(Self.table, format), "table.\(name)")
  }

  @Test func csvIsForSpreadsheets() throws {
    #expect(
      try emit(Self.table, .csv) == "id,coins,who\r\na,1,Zoë\r\nbcd,1234567,日本\r\na\\tb\\n,,\r\n")
    var document = Document("x/1")
    document.field("name", "Name", .text("=1+1, \"x\"\u{1B}"))
    document.field("debt", "Debt", .integer(-5))
    #expect(try emit(document, .csv) == "name,\"'=1+1, \"\"x\"\"\\u{1B}\"\r\ndebt,-5\r\n")
    let words = ["wallet", "list", "a", "b,c", "--csv"]
    #expect(TestTerminal().run(Sample.program(), words).output == "id,balance\r\na,0\r\n\"b,c\",1000000\r\n")
    #expect(TestTerminal().run(Sample.program(), ["wallet", "list", "--csv"]).output == "id,balance\r\n")
  }

  @Test func quietPrintsThePrimaryAlone() throws {
    #expect(try emit(Self.document, .human, quiet: true) == "x_1\n")
    #expect(try emit(Self.table, .human, quiet: true) == "")
    #expect(try emit(Self.table, .tsv, quiet: true) == emit(Self.table, .tsv))
  }

  @Test func jsonIsReadBackExactly() throws {
    let value = try JSONSerialization.jsonObject(with: Data(emit(Self.document, .json).utf8))
    let object = try #require(value as? [String: Any])
    #expect(object["name"] as? String == "A \"b\"\t\\ \u{1B}[31m\nc\u{202E}")
    #expect((object["balance"] as? NSNumber)?.int64Value == .max)
    #expect(object["gone"] is NSNull && object["nan"] is NSNull)
    #expect((object["limits"] as? [String: Any])?["day"] as? Int == 100)
  }

  @Test func nothingPrintedCanMoveTheCursor() throws {
    for format in [OutputFormat.human, .json, .tsv] {
      let text = try emit(Self.document, format)
      #expect(!text.unicodeScalars.contains { $0 != "\n" && $0 != "\t" && $0.properties.generalCategory == .control })
      #expect(!text.contains("\u{202E}"))
    }
  }

  /// Awkward scalars, each before a backslash and a tab with an accent on them, which to Swift are one character.
  @Test func everyCharacterSurvivesJSON() throws {
    let scalars = (Array(0...0x2FF) + Array(0x2000...0x20FF) + Array(0xFE00...0xFFFF) + [0x1F600, 0x10FFFF])
      .compactMap { Unicode.Scalar(UInt32($0)) }
      .flatMap { [$0, "\\", "\u{301}", "\t", "\u{301}"] as [Unicode.Scalar] }
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    var document = Document("x/1")
    document.field("text", "Text", .text(text))
    let value = try JSONSerialization.jsonObject(with: Data(emit(document, .json).utf8)) as? [String: Any]
    #expect((value?["text"] as? String).map { Array($0.unicodeScalars) == scalars } == true)
    let line = try emit(document, .tsv)
    let escapes = line.unicodeScalars.filter { $0 == "\\" }.count
    #expect(escapes >= scalars.count / 5 * 3)
    #expect(line.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
    #expect(line.split(separator: "\t", omittingEmptySubsequences: false).count == 2)
  }

  @Test(arguments: [
    (0.0, 0, "0"), (0.5, 0, "1"), (2.345, 1, "2.3"), (-0.05, 1, "-0.1"), (-0.04, 1, "0.0"),
    (1e15, 2, "1,000,000,000,000,000.00"),
    (0.005, 2, "0.01"), (999.999, 2, "1,000.00"), (-1_234.5, 1, "-1,234.5"), (123, 1, "123.0"), (-123, 0, "-123"),
  ])
  func decimalsHaveTheirPlaces(_ value: Double, _ places: Int, _ text: String) throws {
    var document = Document("x/1")
    document.field("x", "X", .decimal(value, places: places))
    #expect(try emit(document, .human) == "X  \(text)\n")
  }

  @Test func listsStreamInEachFormat() throws {
    let words = ["wallet", "list", "a", "bcd", "e\tf"]
    let terminal = TestTerminal()
    #expect(
      terminal.run(Sample.program(), words).output
        == "Id      Balance\na             0\nbcd   1,000,000\ne\\tf  2,000,000\n")
    #expect(
      terminal.run(Sample.program(), words + ["--tsv"]).output == "id\tbalance\na\t0\nbcd\t1000000\ne\\tf\t2000000\n")
    #expect(terminal.run(Sample.program(), words + ["-q"]).output == "a\nbcd\ne\\tf\n")
    #expect(terminal.run(Sample.program(), ["wallet", "list"]).output == "none\n")
    #expect(terminal.run(Sample.program(), ["wallet", "list", "--tsv"]).output == "id\tbalance\n")
    let empty = terminal.run(Sample.program(), ["wallet", "list", "--json"]).output
    #expect(empty == "{\n  \"schema\": \"wallet.list/1\",\n  \"wallets\": []\n}\n")
  }

  @Test func aListThatBreaksOffIsStillJSONAndSaysSo() throws {
    let outcome = TestTerminal().run(Sample.program(), ["wallet", "list", "a", "stop", "b", "--json"])
    #expect(outcome.exitCode == 6)
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    #expect((value?["wallets"] as? [Any])?.count == 1 && value?["complete"] as? Bool == false)
  }

  @Test func aLongListKeepsTheWidthsOfItsBeginning() throws {
    let text = try TestTerminal().capture { terminal in
      try Rows("x/1", key: "rows", columns: [Column("n", "N", alignment: .trailing), Column("t", "T")]) {
        for index in 0..<2_000 { try $0.row([.integer(Int64(index)), .text(index == 1_999 ? "" : "x")]) }
      }.emit(to: terminal)
    }.output
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2_001 && lines[1] == "  0  x" && lines[1_500] == "1,499  x" && lines[2_000] == "1,999")
  }
}
