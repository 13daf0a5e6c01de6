import QixKernel
import Testing

@testable import QixFormats

@Suite("JSON")
struct JSONTests {
  @Test(
    "Values are read and written as they were",
    arguments: [
      "null", "true", "false", "0", "-1", "9223372036854775807", "-9223372036854775808", "0.5", "-0.0", "1e+16",
      "5e-324", "1.7976931348623157e+308", "\"\"", "\"é🎁\"", "\"\\\"\\\\\\n\\r\\t\\u0000\\u001f\"", "[]", "{}",
      "[1,[2,{\"a\":null}],\"\"]", "{\"b\":1,\"a\":{\"b\":[]},\"\":\"\"}",
    ])
  func keeps(_ text: String) throws {
    #expect(try JSONValue(parsing: text).text() == text)
  }

  static let spellings: [(String, JSONValue)] = [
    ("\"\\u00e9\\/\\ud83c\\udf81\\b\\f\"", "é/🎁\u{8}\u{C}"), (" \t\r\n[ 1 , 2 ]\n", [1, 2]), ("-0", .double(-0.0)),
    ("1.0", 1.0), ("100e-2", 1.0), ("1E2", 100.0), ("1e-400", 0.0), ("{\"a\" : 1}", ["a": 1]),
    ("\"\u{7F}\"", "\u{7F}"), ("0.1", 0.1), ("123456789012345678.0", .double(123_456_789_012_345_680)),
  ]

  @Test("Other spellings mean the same", arguments: spellings)
  func means(_ text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == value)
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    let text: String
    let line: Int
    let column: Int
    let problem: JSONError.Problem
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ line: Int, _ column: Int, _ problem: JSONError.Problem) {
      (self.text, self.line, self.column, self.problem) = (text, line, column, problem)
    }
  }

  @Test(
    "What RFC 8259 does not allow, and what could not be kept, is refused with its place",
    arguments: [
      Refusal("", 1, 1, .endTooEarly), Refusal("  ", 1, 3, .endTooEarly), Refusal("[1", 1, 3, .endTooEarly),
      Refusal("\"a", 1, 3, .endTooEarly), Refusal("tru", 1, 4, .endTooEarly), Refusal("1.", 1, 3, .endTooEarly),
      Refusal("\"\\u12", 1, 6, .endTooEarly), Refusal("{\"a\"", 1, 5, .endTooEarly), Refusal("-", 1, 2, .endTooEarly),
      Refusal("[1,]", 1, 4, .expected("a value")), Refusal("[,1]", 1, 2, .expected("a value")),
      Refusal("{\"a\":1,}", 1, 8, .expected("a string in double quotes")),
      Refusal("{a:1}", 1, 2, .expected("a string in double quotes")),
      Refusal("{'a':1}", 1, 2, .expected("a string in double quotes")),
      Refusal("{\"a\" 1}", 1, 6, .expected("a colon")),
      Refusal("[1 2]", 1, 4, .expected("a comma or a closing bracket")),
      Refusal("{\"a\":1]", 1, 7, .expected("a comma or a closing brace")), Refusal("// no", 1, 1, .expected("a value")),
      Refusal("[\n 1,\n  é]", 3, 3, .expected("a value")), Refusal("\"é\" x", 1, 5, .textBehind),
      Refusal("1 2", 1, 3, .textBehind), Refusal("01", 1, 1, .badNumber), Refusal("[1.x]", 1, 2, .badNumber),
      Refusal("[-x]", 1, 2, .badNumber), Refusal("[1e+]", 1, 2, .badNumber), Refusal("+1", 1, 1, .expected("a value")),
      Refusal(".5", 1, 1, .expected("a value")), Refusal("0x1", 1, 2, .textBehind),
      Refusal("NaN", 1, 1, .expected("a value")), Refusal("nuLL", 1, 1, .badLiteral),
      Refusal("9223372036854775808", 1, 1, .numberTooLarge), Refusal("[1e400]", 1, 2, .numberTooLarge),
      Refusal("[\"a\nb\"]", 1, 4, .controlCharacter), Refusal("\"\u{0}\"", 1, 2, .controlCharacter),
      Refusal("\"\\x\"", 1, 2, .badEscape), Refusal("\"\\u12g4\"", 1, 2, .badEscape),
      Refusal("\"\\ud83c\"", 1, 2, .loneSurrogate), Refusal("\"\\udf81\"", 1, 2, .loneSurrogate),
      Refusal("\"\\udf81\\udf81\"", 1, 2, .loneSurrogate), Refusal("\"\\ud83c\\u0041\"", 1, 2, .loneSurrogate),
      Refusal("{\"a\":1,\"\\u0061\":2}", 1, 8, .duplicateKey),
      Refusal("\u{FEFF}1", 1, 1, .expected("a value")), Refusal("\u{A0}1", 1, 1, .expected("a value")),
      Refusal("٣", 1, 1, .expected("a value")),
    ])
  func refuses(_ refusal: Refusal) throws {
    let error = try #require(throws: JSONError.self) { try JSONValue(parsing: refusal.text) }
    #expect(error == JSONError(problem: refusal.problem, line: refusal.line, column: refusal.column))
    #expect(error.description.hasPrefix("JSON, line \(refusal.line), column \(refusal.column): "))
  }

  @Test(
    "Bytes that are no UTF-8 are refused",
    arguments: [[0x80], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]] as [[UInt8]])
  func refusesBytes(_ bytes: [UInt8]) throws {
    let error = try #require(throws: JSONError.self) { try JSONValue(parsing: [.quote] + bytes + [.quote]) }
    #expect(error == JSONError(problem: .invalidUTF8, line: 1, column: 2))
  }

  @Test("Nesting is bounded", arguments: [(128, true), (129, false), (1_000_000, false)])
  func nesting(depth: Int, isAccepted: Bool) {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(((try? JSONValue(parsing: text)) != nil) == isAccepted)
  }

  @Test("The pretty style indents by two and keeps empty brackets together")
  func pretty() {
    let value: JSONValue = ["b": [1, [], ["x": nil]], "a": [:] as JSONValue, "c": 1.5]
    #expect(
      value.text(.pretty) == """
        {
          "b": [
            1,
            [],
            {
              "x": null
            }
          ],
          "a": {},
          "c": 1.5
        }
        """)
  }

  @Test("The writer streams JSON Lines")
  func streams() {
    var writer = JSONWriter()
    for number: Int64 in [.min, -10, 0, 7, .max] {
      writer.beginObject()
      writer.key("n")
      writer.integer(number)
      writer.key("a\"b" as String)
      writer.string("x\u{1}")
      writer.key("q\"é")
      writer.string("")
      writer.key("d")
      writer.double(.infinity)
      writer.endObject()
      writer.newLine()
    }
    let lines = String(decoding: writer.bytes, as: UTF8.self).split(separator: "\n")
    let tail = ",\"a\\\"b\":\"x\\u0001\",\"q\\\"é\":\"\",\"d\":null}"
    #expect(
      lines
        == [
          "{\"n\":-9223372036854775808\(tail)", "{\"n\":-10\(tail)", "{\"n\":0\(tail)", "{\"n\":7\(tail)",
          "{\"n\":9223372036854775807\(tail)",
        ].map { Substring($0) })
  }

  @Test("A writer that was emptied begins a new text", arguments: [JSONWriter.Style.compact, .pretty])
  func beginsAnew(_ style: JSONWriter.Style) throws {
    var writer = JSONWriter(style)
    for number: Int64 in 0..<3 {
      writer.removeAll()
      writer.beginObject()
      writer.key("first")
      writer.integer(number)
      writer.key("second")
      writer.beginArray()
      writer.endArray()
      writer.endObject()
      #expect(try JSONValue(parsing: writer.bytes) == ["first": .integer(number), "second": []])
    }
  }

  @Test("An object may stand on one line within indented text")
  func inline() {
    var writer = JSONWriter(.pretty)
    writer.beginObject()
    writer.key("rows")
    writer.beginArray()
    for number: Int64 in 1...2 {
      writer.beginObject(inline: true)
      writer.key("n")
      writer.integer(number)
      writer.key("inner")
      writer.beginArray()
      writer.beginObject(inline: true)
      writer.member("a", "b")
      writer.member("c", true)
      writer.endObject()
      writer.null()
      writer.endArray()
      writer.key("none")
      writer.beginArray()
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.key("after")
    writer.beginObject(inline: true)
    writer.endObject()
    writer.member("last", false)
    writer.endObject()
    #expect(
      writer.text == """
        {
          "rows": [
            {"n": 1, "inner": [{"a": "b", "c": true}, null], "none": []},
            {"n": 2, "inner": [{"a": "b", "c": true}, null], "none": []}
          ],
          "after": {},
          "last": false
        }
        """)
  }

  @Test("In the compact style all objects stand on one line anyway")
  func inlineCompact() {
    var writer = JSONWriter()
    writer.beginObject(inline: true)
    writer.member("a", true)
    writer.member("b", "c")
    writer.endObject()
    #expect(writer.text == "{\"a\":true,\"b\":\"c\"}")
  }

  @Test("Characters are escaped beyond JSON's rule where that is asked for")
  func escapesMore() throws {
    let text = "a\u{7F}é\u{9B}\u{202E}\u{1F600}\n\u{1B}\"\\ü"
    let escaped = "\"a\\u007fé\\u009b\\u202e\\ud83d\\ude00\\n\\u001b\\\"\\\\ü\""
    for style in [JSONWriter.Style.compact, .pretty] {
      var writer = JSONWriter(style) { $0 != "é" && $0 != "ü" }
      writer.string(text)
      #expect(writer.text == escaped)
      #expect(try JSONValue(parsing: writer.bytes) == .string(text))
      writer.removeAll()
      writer.beginObject()
      writer.key("\u{9B}")
      writer.raw("1")
      writer.endObject()
      #expect(writer.text.filter { !$0.isWhitespace } == "{\"\\u009b\":1}")
    }
    var plain = JSONWriter()
    plain.string("\u{7F}\u{202E}")
    #expect(plain.text == "\"\u{7F}\u{202E}\"")
  }

  @Test("What is drained piece by piece is the same text", arguments: [JSONWriter.Style.compact, .pretty])
  func drains(_ style: JSONWriter.Style) {
    var (whole, drained, text) = (JSONWriter(style), JSONWriter(style), "")
    func write(_ step: (inout JSONWriter) -> Void) {
      step(&whole)
      step(&drained)
      text += drained.drain()
    }
    write { $0.beginObject() }
    write { $0.key("rows") }
    write { $0.beginArray() }
    for number: Int64 in 0..<3 {
      write { $0.beginObject(inline: true) }
      write { $0.key("n") }
      write { $0.integer(number) }
      write { $0.member("text", "x") }
      write { $0.endObject() }
    }
    write { $0.endArray() }
    write { $0.endObject() }
    #expect(text == whole.text && drained.bytes.isEmpty)
  }

  @Test("Members are found, replaced, appended and removed in their order")
  func members() throws {
    var object = try #require(try JSONValue(parsing: "{\"b\":1,\"a\":2}").object)
    object["c"] = 3
    object["b"] = "x"
    object["a"] = nil
    #expect(JSONValue.object(object).text() == "{\"b\":\"x\",\"c\":3}")
    #expect(object["c"]?.integer == 3 && object["c"]?.double == 3 && object["z"] == nil)
  }
}
