import Glibc
import QixKernel
import Testing

@testable import QixFormats

@Suite("Faulty batches")
struct RecordErrorTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let input: [UInt8]
    let message: String
    let code: String
    var testDescription: String { message }

    init(_ input: String, _ message: String, _ code: String) { self.init(Array(input.utf8), message, code) }
    init(_ input: [UInt8], _ message: String, _ code: String) {
      (self.input, self.message, self.code) = (input, "grants.csv" + message, code)
    }
  }

  static let cases: [Case] = [
    Case("", ": the file is empty, without a header line", "records.empty"),
    Case("\u{FEFF}", ": the file is empty, without a header line", "records.empty"),
    Case("\r\n\n ,,\n", ": the file is empty, without a header line", "records.empty"),
    Case(
      [0x50, 0x4B, 3, 4, 20, 0, 6, 0],
      ": this is not text but an archive, such as a spreadsheet file (.xlsx, .ods)",
      "records.encoding"),
    Case("a,,b\n", ", line 1, column 3: column 2 of the header has no name", "records.header"),
    Case(
      "User ID,n,user_id\n", ", line 1, column 11: the header names 'user_id' twice, in columns 1 and 3",
      "records.header"),
    Case("a,b\n1,2\n3\n", ", line 3, column 2: the line has 1 field but the header has 2", "records.field-count"),
    Case("a,b\n\n1,2,3\n", ", line 3, column 5: the line has 3 fields but the header has 2", "records.field-count"),
    Case("a,b\n1,\"2\n3,4\n", ", line 2, column 3: the quote that opens here is never closed", "records.quote"),
    Case("a\n\"", ", line 2, column 1: the quote that opens here is never closed", "records.quote"),
    Case(
      "a,b\n\"1\"2,3\n", ", line 2, column 4: there is text between a closing quote and the next delimiter",
      "records.quote"),
    Case(
      "a,b\n1, \"2\"\n", ", line 2, column 3: there are blanks between the delimiter and an opening quote",
      "records.quote"),
    Case(
      Array("a,b\nZoë,Zo".utf8) + [0xEB] + Array(",\n".utf8), ", line 2, column 7: this byte is not UTF-8 text",
      "records.encoding"),
    Case(Array("a\n1\n".utf8) + [0xC3], ", line 3, column 1: this byte is not UTF-8 text", "records.encoding"),
    Case(
      Array("a\n".utf8) + [0xED, 0xA0, 0x80], ", line 2, column 1: this byte is not UTF-8 text", "records.encoding"),
    Case(Array("a\n".utf8) + [0xC0, 0x80], ", line 2, column 1: this byte is not UTF-8 text", "records.encoding"),
    Case(
      Array("a\n".utf8) + [0xF4, 0x90, 0x80, 0x80], ", line 2, column 1: this byte is not UTF-8 text",
      "records.encoding"),
    Case("a,b\n1,2\u{0}\n", ", line 2, column 4: there is a zero byte, which text can't contain", "records.encoding"),
    Case("a\u{0},\u{0}", ", line 1, column 2: there is a zero byte, which text can't contain", "records.encoding"),
    Case(
      [0xFF, 0xFE, 0x61, 0x00, 0x0A, 0x00, 0x3D, 0xD8], ", line 2, column 1: this is half a character of UTF-16 text",
      "records.encoding"),
    Case(
      [0xFE, 0xFF, 0x00, 0x61, 0x00, 0x0A, 0xDC, 0x00], ", line 2, column 1: this is half a character of UTF-16 text",
      "records.encoding"),
    Case(
      [0xFE, 0xFF, 0x00, 0x61, 0xD8, 0x3C, 0x00, 0x61], ", line 1, column 2: this is half a character of UTF-16 text",
      "records.encoding"),
    Case(
      [0xFE, 0xFF, 0x00, 0x61, 0x00], ", line 1, column 2: this is half a character of UTF-16 text",
      "records.encoding"),
    Case("{\"a\":1}\n[1]\n", ", line 2, column 1: the line is not a JSON object", "records.json"),
    Case(
      "{\"a\":1}\n\n  {\"a\":1,}\n", ", line 3, column 10: a string in double quotes is expected here", "records.json"),
    Case("{\"a\":1}\n{\"é\":01}\n", ", line 2, column 6: this is not a JSON number", "records.json"),
    Case("{\"a\":1,\"a\":2}\n", ", line 1, column 8: the object already has this key", "records.json"),
    Case("{\"user_id\":1,\"User ID\":2}\n", ", line 1, column 14: the object already has this key", "records.json"),
    Case("{\"a\":1} {\"a\":2}\n", ", line 1, column 9: there is text after the value", "records.json"),
    Case("{\"a\":\"x\n", ", line 1, column 8: the text ends in the middle of a value", "records.json"),
    Case("{\"a\":\"\\ud800\"}\n", ", line 1, column 7: this \\u escape is half a character", "records.json"),
    Case(
      "{\"a\":\"\t\"}\n",
      ", line 1, column 7: a control character in a string must be written as an escape, such as \\n",
      "records.json"),
    Case("{\"a\":nul}\n", ", line 1, column 6: this isn't true, false or null", "records.json"),
  ]

  @Test("are refused with place and reason", arguments: cases, [Int.max, 1, 2, 3])
  func refused(_ faulty: Case, chunk: Int) throws {
    let error = try #require(readError(faulty.input, chunk: chunk))
    #expect(error.description == faulty.message)
    #expect(error.code == faulty.code)
    #expect(error.category == .usage)
    #expect(error.hint?.description.hasSuffix(".") == true)
  }

  @Test("A record of just the longest length is read, a longer one is not", arguments: [Int.max, 4_093, 65_536])
  func longest(chunk: Int) throws {
    for (quote, format) in [("", RecordFormat.csv), ("\"", .csv), ("", .jsonLines)] {
      let isJSON = format == .jsonLines
      let (prefix, suffix) = isJSON ? ("{\"a\":\"", "\"}") : (quote, quote)
      let header = isJSON ? "" : "a\n"
      for extra in [0, 1] {
        let count = RecordWindow.longestRecord + extra - prefix.utf8.count - suffix.utf8.count
        let bytes = Array((header + prefix + String(repeating: "x", count: count) + suffix + "\n").utf8)
        let error = readError(bytes, format, chunk: chunk)
        #expect(error?.code == (extra == 0 ? nil : "records.too-long"), "\(format) \(quote) \(extra)")
        if extra == 1 { #expect(error?.line == (isJSON ? 1 : 2)) }
      }
    }
  }

  @Test("Too many columns are refused", arguments: [RecordFormat.csv, .jsonLines])
  func tooManyColumns(_ format: RecordFormat) {
    let names = (0...RecordReader.mostColumns).map { "c\($0)" }
    let csv = names.joined(separator: ",") + "\n"
    let json = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}\n"
    let error = readError(Array((format == .csv ? csv : json).utf8), format)
    #expect(error?.problem == (format == .csv ? .tooManyColumns : .json(.tooManyKeys)))
  }

  @Test("Reading goes on behind a line that is faulty by itself")
  func goesOn() throws {
    for text in ["a,b\n1,2\n3\n4,5\n", "{\"a\":1}\n{\"a\":}\n{\"a\":4}"] {
      var reader = try reader(Array(text.utf8))
      try expectNext(&reader)
      #expect(throws: RecordError.self) { try reader.next() }
      #expect(["3", "{\"a\":}"].contains(String(decoding: reader.raw(), as: UTF8.self)))
      #expect(reader.record == 2)
      try expectNext(&reader)
      #expect(reader.text(0) == "4")
      #expect(reader.record == 3)
      try expectNext(&reader, false)
    }
  }

  @Test("A row that can't be split has a number of its own", arguments: ["\"2\"x,1\n", "\"2,1\n"])
  func numbersABrokenRow(_ row: String) throws {
    var reader = try reader(Array(("a,b\n1,2\n3,4\n" + row).utf8))
    for _ in 0..<2 { try expectNext(&reader) }
    #expect(throws: RecordError.self) { try reader.next() }
    #expect(reader.record == 3)
    #expect(reader.line == 4)
  }

  @Test("Reading does not go on behind a fault after which nothing is certain")
  func endsForGood() throws {
    var reader = try reader(Array("a,b\n1,\"2\n3,4\n".utf8))
    var errors: [RecordError] = []
    for _ in 0..<3 {
      do { _ = try reader.next() } catch { errors.append(error) }
    }
    #expect(errors.count == 3)
    #expect(errors.allSatisfy { $0.endsReading && $0 == errors[0] })
  }

  @Test("A descriptor that can't be read is a failure, not wrong usage")
  func unreadable() throws {
    let folder = open("/", O_RDONLY | O_DIRECTORY)
    defer { close(folder) }
    let error = try #require(throws: RecordError.self) {
      _ = try RecordReader(source: .descriptor(folder), name: "root")
    }
    #expect(error.description == "root: reading failed: Is a directory")
    #expect(error.category == .failed)
  }

  @Test("Records that come through a pipe are seen before it is closed")
  func pipes() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    func send(_ text: String) { #expect(write(ends[1], text, text.utf8.count) == text.utf8.count) }
    send("a,b\n1,2\r")
    var reader = try RecordReader(source: .descriptor(ends[0]), name: "standard input")
    try expectNext(&reader)
    send("\n3,4\n")
    try expectNext(&reader)
    #expect(reader.text(1) == "4")
    send("5,6")
    close(ends[1])
    try expectNext(&reader)
    #expect(reader.text(0) == "5")
    try expectNext(&reader, false)
  }
}
