import Testing

@testable import QixFormats

/// The same small table as many programs export it.
@Suite("Spreadsheet exports")
struct SpreadsheetTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    var delimiter: Unicode.Scalar = ","
    var table = Table(
      columns: ["User", "Amount", "Reason"],
      rows: [["usr_1", "100", "Willkommen, Zoë"], ["usr_2", "2500", "said \"hi\""], ["usr_3", "7", ""]])

    init(_ name: String, _ text: String) { (testDescription, bytes) = (name, Array(text.utf8)) }
    init(_ name: String, bytes: [UInt8]) { (testDescription, self.bytes) = (name, bytes) }

    func delimited(_ delimiter: Unicode.Scalar) -> Sample {
      var copy = self
      copy.delimiter = delimiter
      return copy
    }

    func giving(_ columns: [String], _ rows: [[String?]]) -> Sample {
      var copy = self
      copy.table = Table(columns: columns, rows: rows)
      return copy
    }
  }

  static let body = "\"Willkommen, Zoë\""
  static let tabs = "User\tAmount\tReason\r\nusr_1\t100\t\(body)\r\nusr_2\t2500\t\"said \"\"hi\"\"\"\r\nusr_3\t7\t\r\n"

  static let samples: [Sample] = [
    Sample(
      "Excel, CSV UTF-8",
      "\u{FEFF}User,Amount,Reason\r\nusr_1,100,\(body)\r\nusr_2,2500,\"said \"\"hi\"\"\"\r\nusr_3,7,\r\n"),
    Sample(
      "Excel, European",
      "\u{FEFF}User;Amount;Reason\r\nusr_1;100;Willkommen, Zoë\r\nusr_2;2500;\"said \"\"hi\"\"\"\r\nusr_3;7;\r\n"
    ).delimited(";"),
    Sample(
      "Excel, sep line",
      "sep=;\r\nUser;Amount;Reason\r\nusr_1;100;Willkommen, Zoë\r\nusr_2;2500;\"said \"\"hi\"\"\"\r\nusr_3;7;\r\n"
    ).delimited(";"),
    Sample(
      "Excel, sep line against the majority",
      "\u{FEFF}SEP=|\nUser|Amount|Reason,;,;\nusr_1|100|\"Willkommen, Zoë\"\nusr_2|2500|said \"hi\"\nusr_3|7|"
    ).delimited("|").giving(
      ["User", "Amount", "Reason,;,;"],
      [["usr_1", "100", "Willkommen, Zoë"], ["usr_2", "2500", "said \"hi\""], ["usr_3", "7", ""]]),
    Sample("Excel, Unicode text, little-endian", bytes: utf16(tabs, littleEndian: true)).delimited("\t"),
    Sample("Unicode text, big-endian", bytes: utf16(tabs, littleEndian: false)).delimited("\t"),
    Sample(
      "LibreOffice, all text quoted",
      "\"User\",\"Amount\",\"Reason\"\n\"usr_1\",100,\(body)\n\"usr_2\",2500,\"said \"\"hi\"\"\"\n\"usr_3\",7,\n"),
    Sample(
      "Google Sheets, no line break at the end",
      "User,Amount,Reason\r\nusr_1,100,\(body)\r\nusr_2,2500,\"said \"\"hi\"\"\"\r\nusr_3,7,"),
    Sample(
      "Numbers, a title line of blanks above and rows of delimiters below",
      "\n\nUser,Amount,Reason\nusr_1,100,\(body)\nusr_2,2500,\"said \"\"hi\"\"\"\nusr_3,7,\n,,\n,,\n"),
    Sample(
      "pandas, to_csv with its nameless index renamed",
      "idx,User,Amount\n0,usr_1,100.0\n1,usr_2,\n2,usr_3,7.0\n"
    ).giving(["idx", "User", "Amount"], [["0", "usr_1", "100.0"], ["1", "usr_2", ""], ["2", "usr_3", "7.0"]]),
    Sample(
      "PostgreSQL, COPY TO WITH (FORMAT csv, HEADER)",
      "User,Amount,Reason\nusr_1,100,\(body)\nusr_2,2500,\"said \"\"hi\"\"\"\nusr_3,7,\"\"\n"),
    Sample(
      "MySQL, INTO OUTFILE with enclosed fields and bars",
      "\"User\"|\"Amount\"|\"Reason\"\n\"usr_1\"|\"100\"|\(body)\n\"usr_2\"|\"2500\"|\"said \"\"hi\"\"\"\n\"usr_3\"|\"7\"|\"\"\n"
    ).delimited("|"),
    Sample(
      "Old Mac, carriage returns",
      "User,Amount,Reason\rusr_1,100,\(body)\rusr_2,2500,\"said \"\"hi\"\"\"\rusr_3,7,\r"),
    Sample(
      "Trailing empty columns",
      "User,Amount,Reason,,\r\nusr_1,100,\(body),,\r\nusr_2,2500,\"said \"\"hi\"\"\",,\r\nusr_3,7,,,\r\n,,,,\r\n"),
    Sample(
      "Rows longer than the header, but empty there",
      "User,Amount,Reason\nusr_1,100,\(body),\nusr_2,2500,\"said \"\"hi\"\"\", ,\"\"\nusr_3,7,\n"),
    Sample("Tabs with blanks around the names", " User \tAmount\t Reason\nusr_1\t100\t\(body)\n").delimited("\t")
      .giving(["User", "Amount", "Reason"], [["usr_1", "100", "Willkommen, Zoë"]]),
    Sample("One column", "User\r\nusr_1\r\n\r\nusr_2").giving(["User"], [["usr_1"], ["usr_2"]]),
    Sample("Line breaks inside quotes", "a,b\r\n\"one\r\ntwo\",\"three\nfour\rfive\"\r\n6,7\r\n")
      .giving(["a", "b"], [["one\r\ntwo", "three\nfour\rfive"], ["6", "7"]]),
    Sample("Quotes inside plain values", "Size,Name\n5\",ten\" nails\n").giving(
      ["Size", "Name"], [["5\"", "ten\" nails"]]),
    Sample("Blanks belong to values", "a,b\n 1 , 2\n").giving(["a", "b"], [[" 1 ", " 2"]]),
    Sample("Delimiters in a quoted header", "\"a,b,c,d\";e\n1;2\n").delimited(";").giving(
      ["a,b,c,d", "e"], [["1", "2"]]),
    Sample("Beyond the basic plane", bytes: utf16("a\tb\n🎁\té\n", littleEndian: true)).delimited("\t")
      .giving(["a", "b"], [["🎁", "é"]]),
    Sample("Only a header", "User,Amount\n").giving(["User", "Amount"], []),
    Sample("Only a header, cut short", "User,Amount").giving(["User", "Amount"], []),
  ]

  @Test("is read, whatever program wrote it", arguments: samples, [Int.max, 1, 2, 3, 7])
  func reads(_ sample: Sample, chunk: Int) throws {
    #expect(try readTable(sample.bytes, chunk: { chunk }) == sample.table)
  }

  @Test("has its delimiter found", arguments: samples)
  func findsDelimiter(_ sample: Sample) throws {
    let found = try reader(sample.bytes).delimiter
    #expect(found == sample.delimiter)
  }

  @Test("Lines are counted as an editor shows them", arguments: [Int.max, 1])
  func countsLines(chunk: Int) throws {
    let text = "sep=,\r\n\r\na,b\r\n1,2\r\n\r\n\"x\r\ny\rz\n\",3\r\n,\r\n4,5"
    var reader = try reader(Array(text.utf8), chunk: { chunk })
    var seen: [[Int]] = []
    var raw: [String] = []
    while try reader.next() {
      seen.append([reader.record, reader.line])
      raw.append(String(decoding: reader.raw(), as: UTF8.self))
    }
    #expect(seen == [[1, 4], [2, 6], [3, 11]])
    #expect(raw == ["1,2", "\"x\r\ny\rz\n\",3", "4,5"])
  }

  @Test("A value's place is told in characters, in its own line")
  func tellsPlaces() throws {
    var reader = try reader(Array("a,b,c\nZoë,\"x\ny\",🎁z\n".utf8))
    try expectNext(&reader)
    #expect([0, 1, 2].map { reader.columnOffset($0) } == [1, 5, 4])
    #expect([0, 1, 2].map { reader.position(of: $0).line } == [2, 2, 3])
  }

  @Test("Columns are found by names as people mean them")
  func findsColumns() throws {
    var reader = try reader(Array("\u{FEFF}User ID,amount_QIX\n1,2\n".utf8))
    #expect(reader.column(named: "user_id") == 0)
    #expect(reader.column(named: "Amount-QIX") == 1)
    #expect(reader.column(named: "reason") == nil)
  }
}
