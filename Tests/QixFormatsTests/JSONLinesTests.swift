import Testing

@testable import QixFormats

@Suite("JSON Lines")
struct JSONLinesTests {
  static let text = """
    {"user":"usr_1","amount":100,"note":"a \\"b\\"\\n\\u00e9\\ud83c\\udf81"}

    {"amount":2.50e1, "user":"usr_2", "extra":{"x":[1, 2]}, "ok":true}\r
    {}
    \t{"user":null,"amount":-0,"ok":false,"extra":[]}
    """

  @Test("Objects are read, whatever the order of their keys", arguments: [Int.max, 1, 2, 5])
  func reads(chunk: Int) throws {
    var reader = try reader(Array(Self.text.utf8), chunk: { chunk })
    #expect(reader.format == .jsonLines)
    var rows: [[String: String]] = []
    var lines: [Int] = []
    while try reader.next() {
      var row: [String: String] = [:]
      for (index, column) in reader.columns.enumerated() { row[column] = reader.text(index) }
      rows.append(row)
      lines.append(reader.line)
    }
    #expect(reader.columns == ["user", "amount", "note", "extra", "ok"])
    #expect(
      rows == [
        ["user": "usr_1", "amount": "100", "note": "a \"b\"\né🎁"],
        ["user": "usr_2", "amount": "2.50e1", "extra": "{\"x\":[1, 2]}", "ok": "true"],
        [:],
        ["amount": "-0", "ok": "false", "extra": "[]"],
      ])
    #expect(lines == [1, 3, 4, 5])
  }

  @Test("A column asked for beforehand is found under any spelling")
  func asksBeforehand() throws {
    var reader = try reader(Array("{\"x\":1,\"User ID\":2}\n{\"user-id\":3,\"x\":4}\n{\"x\":5}".utf8))
    let index = reader.column(named: "user_id")
    let column = try #require(index)
    var values: [String?] = []
    while try reader.next() { values.append(reader.text(column)) }
    #expect(values == ["2", "3", nil])
    #expect(reader.columns == ["user_id", "x"])
  }

  @Test("An input without lines is no records, when it was asked for by name")
  func empty() throws {
    #expect(try readTable([], .jsonLines).rows.isEmpty)
    #expect(readError([])?.code == "records.empty")
  }

  @Test("Nesting is bounded", arguments: [127, 128, 100_000])
  func nesting(depth: Int) {
    let text = "{\"a\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    #expect(readError(Array(text.utf8))?.code == (depth < 128 ? nil : "records.json"))
  }
}
