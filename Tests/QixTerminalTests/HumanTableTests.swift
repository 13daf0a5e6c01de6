import Foundation
import QixKernel
import QixTesting
import Testing

@testable import QixCommands
@testable import QixTerminal

/// Tables on a terminal: as wide as it, shortened where a person reads, whole everywhere else.
@Suite struct HumanTableTests {
  private static func id(_ letters: String) -> String { "trf_01m7w9tzg3f7fs9hn862" + letters }

  private static let table: Document = {
    var document = Document("sample.list/1")
    document.field("next", "Next", .timestamp(Timestamp(microseconds: 1_801_000_000_000_000)))
    document.table(
      "rows",
      columns: [
        Column("transfer", "TRANSFER"), Column("at", "AT"), Column("coins", "COINS", alignment: .trailing),
        Column("other", "OTHER"), Column("reason", "REASON"), Column("key", "KEY"),
      ],
      rows: [
        [
          .identifier(id("jj74bb")), .timestamp(Timestamp(microseconds: 1_800_000_059_999_999)), .coins(1_000),
          .text("usr_01m7w9tzg3f7fs9hn862jj74cc"), .text("a goodwill gift after the call about the broken machine"),
          .missing,
        ],
        [
          .identifier(id("kk74bb")), .timestamp(Timestamp(microseconds: 1_790_000_000_000_000)), .coins(5),
          .text("budget:summer"), .missing, .missing,
        ],
      ])
    return document
  }()

  private func print(
    _ document: Document = table, isTerminal: Bool = true, columns: Int = 80,
    _ change: (inout GlobalOptions) -> Void = { _ in }
  ) throws -> String {
    var globals = GlobalOptions()
    globals.color = .never
    change(&globals)
    return try TestTerminal(isTerminal: isTerminal, columns: columns).capture(globals) { try document.emit(to: $0) }
      .output
  }

  @Test func fitsAndIsShortOnATerminal() throws {
    #expect(
      try print() == """
        Next  2027-01-26 21:46

        TRANSFER     AT                COINS  OTHER          REASON
        trf_…jj74bb  2027-01-15 08:00  1,000  usr_…jj74cc    a goodwill gift after the
                                                             call about the broken
                                                             machine
        trf_…kk74bb  2026-09-21 14:13      5  budget:summer  -

        Times: UTC.

        """)
  }

  @Test func isWholeUnderAPipeAndWhenAskedFor() throws {
    let piped = try print(isTerminal: false)
    #expect(piped.contains("2027-01-15T08:00:59.999999Z  1,000  usr_01m7w9tzg3f7fs9hn862jj74cc"))
    #expect(piped.contains("KEY") && !piped.contains("…") && !piped.contains("Times"))
    #expect(try print { $0.table.isWide = true } == piped)
    #expect(try print { $0.format = .tsv } == print(isTerminal: false) { $0.format = .tsv })
    #expect(try print { $0.format = .json } == print(isTerminal: false) { $0.format = .json })
  }

  @Test func momentsAreOfTheZone() throws {
    let rome = try ValueType.zone.parse("Europe/Rome")
    let text = try print { $0.zone = rome }
    #expect(text.contains("2027-01-15 09:00") && text.contains("2026-09-21 16:13"))
    #expect(text.hasSuffix("\nTimes: Europe/Rome.\n"))
    // Asked for under a pipe it says its offset itself; programs have UTC.
    #expect(try print(isTerminal: false) { $0.zone = rome }.contains("2027-01-15T09:00:59.999999+01:00"))
    #expect(try print { ($0.zone, $0.format) = (rome, .tsv) } == print { $0.format = .tsv })
  }

  @Test func columnsAreChosenAndRowsSorted() throws {
    #expect(
      try print { $0.table.columns = ["coins", "transfer"] }.hasSuffix(
        "COINS  TRANSFER\n1,000  trf_…jj74bb\n    5  trf_…kk74bb\n\nTimes: UTC.\n"))
    #expect(
      try print {
        ($0.table.columns, $0.table.sort, $0.format) = (["coins"], "coins", .tsv)
      } == "coins\n5\n1000\n")
    #expect(
      try print {
        ($0.table.columns, $0.table.sort, $0.format) = (["coins", "reason"], "-reason", .tsv)
      } == "coins\treason\n1000\ta goodwill gift after the call about the broken machine\n5\t\n")
  }

  /// Identifiers of one table that end alike are told apart by more letters.
  @Test func shortenedIdentifiersAreToldApart() throws {
    var document = Document("sample.list/1")
    let ids = ["01m7w9tzg3f7fs9hn862jj74bb", "01m7w9tzg3f7fs9hn8x2jj74bb", "01m7w9tzg3f7fs9hn862jj74bc"]
    document.table("rows", columns: [Column("id", "ID")], rows: ids.map { [.identifier("usr_" + $0)] })
    #expect(try print(document) == "ID\nusr_…62jj74bb\nusr_…x2jj74bb\nusr_…62jj74bc\n")
  }

  /// What doesn't fit however narrow its texts are made stands on a second line of each row.
  @Test func tooManyColumnsFold() throws {
    var document = Document("sample.list/1")
    let columns = (1...8).map { Column("n\($0)", "NUMBER \($0)", alignment: .trailing) }
    document.table("rows", columns: columns, rows: [(1...8).map { .integer(Int64($0) * 1_000_000) }])
    #expect(
      try print(document, columns: 50) == """
         NUMBER 1   NUMBER 2   NUMBER 3   NUMBER 4
             NUMBER 5   NUMBER 6   NUMBER 7   NUMBER 8
        1,000,000  2,000,000  3,000,000  4,000,000
            5,000,000  6,000,000  7,000,000  8,000,000

        """)
  }

  /// Random tables: no line is wider than the terminal, and each word is there.
  @Test func everyTableFits() throws {
    var seed = SeededGenerator(Seed(for: "HumanTable"))
    for _ in 0..<300 {
      let width = 40 + Int(seed.next() % 100)
      let count = 1 + Int(seed.next() % 12)
      let columns = (0..<count).map { index in
        Column("c\(index)", "COLUMN \(index)", alignment: seed.next() % 3 == 0 ? .trailing : .leading)
      }
      var words: [String] = []
      func text() -> String {
        (0..<seed.next() % 12).map { _ in
          let word = String("abcdefghijklmnopqrstuvwxyz日本語é".shuffled(using: &seed).prefix(1 + Int(seed.next() % 20)))
          words.append(word)
          return word
        }.joined(separator: " ")
      }
      let rows: [[Cell]] = (0..<1 + seed.next() % 6).map { _ in
        columns.map { column in
          if column.alignment == .trailing { return .coins(Int64(seed.next() % 100_000_000)) }
          switch seed.next() % 3 {
          case 0: return .timestamp(Timestamp(microseconds: Int64(seed.next() % 4_000_000_000) * 1_000_000))
          case 1: return .identifier("\(UserID(high: seed.next(), low: seed.next()))")
          default: return .text(text())
          }
        }
      }
      var document = Document("sample.list/1")
      document.table("rows", columns: columns, rows: rows)
      let output = try print(document, columns: width)
      for line in output.split(separator: "\n") { #expect(line.displayWidth <= width, "\(line)") }
      let letters = output.filter { !$0.isWhitespace }
      for word in words where word.displayWidth <= 12 { #expect(letters.contains(word), "\(word) in\n\(output)") }
    }
  }

  /// Where a row doesn't fit on a line, columns that are aside are left out; with room, or a wish, they are there.
  @Test func columnsAsideGiveWay() throws {
    var document = Document("sample.list/1")
    document.table(
      "rows", columns: [Column("name", "NAME"), Column("kind", "KIND", isAside: true), Column("text", "TEXT")],
      rows: [[.text("coins.approval-above"), .text("a-rule-of-this-kind"), .text("what somebody-or-other may do")]])
    #expect(try !print(document, columns: 46).contains("KIND"))
    #expect(try print(document, columns: 46).contains("TEXT"))
    #expect(try print(document, columns: 90).contains("KIND"))
  }

  /// What is copied stays in one piece as long as a line has room for it.
  @Test func aLongWordOfAPageStandsBelowItsLabel() throws {
    let digest = String(repeating: "0123abcd", count: 8)
    var document = Document("sample.page/1")
    document.field("state", .text("whole"))
    document.field("sha256", "sha256 of what was read", .text(digest))
    document.field("path", .text(digest + digest))
    document.field("note", .text("a few words that are too long for one line beside labels that are as long as these"))
    #expect(
      try print(document, columns: 80) == """
        state                    whole
        sha256 of what was read
          \(digest)
        path                     \(digest.prefix(55))
                                 \((digest.dropFirst(55) + digest).prefix(55))
                                 \((digest + digest).dropFirst(110))
        note                     a few words that are too long for one line beside
                                 labels that are as long as these

        """)
    for width in 24...90 {
      for line in try print(document, columns: width).split(separator: "\n") {
        #expect(line.displayWidth <= max(width, 41), "\(width): \(line)")
      }
    }
  }

  @Test func wishesAreCheckedBeforeACommandRuns() {
    func run(_ line: String) -> TestTerminal.Outcome {
      TestTerminal().run(Sample.program(), line.split(separator: " ").map(String.init))
    }
    #expect(
      run("wallet rows --columns balance,id --sort -balance --tsv").output
        == "balance\tid\n2000000\tc\n1000000\tb\n0\ta\n")
    let unknown = run("wallet rows --columns balanec")
    #expect(unknown.exitCode == 2 && unknown.errors.contains("did you mean 'balance'") && unknown.output.isEmpty)
    #expect(run("wallet rows --sort balance --json").exitCode == 2)
    #expect(run("wallet show x --columns id").errors.contains("prints no table"))
    #expect(run("wallet rows --columns ,").exitCode == 2)
  }

  /// A column that was left out comes back with its first value.
  @Test func aListGoesOnWithAColumnThatWasEmpty() throws {
    var globals = GlobalOptions()
    globals.color = .never
    let columns = [Column("id", "ID"), Column("note", "NOTE")]
    let output = try TestTerminal(isTerminal: true).capture(globals) { terminal in
      try Rows("x/1", key: "rows", columns: columns) { rows in
        for number in 0..<600 { try rows.row([.integer(Int64(number)), number == 550 ? .text("here") : .missing]) }
      }.emit(to: terminal)
    }.output
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "ID" && lines[1] == "0" && lines.contains("550  here") && lines.contains("ID   NOTE"))
    #expect(lines.filter { $0.first?.isNumber == true }.count == 600)
  }
}
