import QixKernel
import Testing

@testable import QixFormats

@Suite("Records at random")
struct RecordPropertyTests {
  static let pieces = [
    "a", "Zoë", "🎁", "日本", "\"", "\"\"", ",", ";", "\t", "|", "\n", "\r\n", "\r", " ", "x\"y", "12", "-3.50",
    "\u{FEFF}",
    "\u{7F}", "éééééééééééééééé", "0123456789abcdef0123456789abcdef",
  ]

  /// Writes as simply as can be, by other means than the reader's.
  static func write(
    _ table: Table, delimiter: String, lineBreak: String, quotesAll: Bool, endsLine: Bool,
    asksFor: inout SeededGenerator
  ) -> String {
    let lines = ([table.columns.map { Optional($0) }] + table.rows).map { row in
      row.map { field -> String in
        let text = field ?? ""
        let needs = quotesAll || text.unicodeScalars.contains { "\"\r\n \(delimiter)".unicodeScalars.contains($0) }
        guard needs || asksFor.below(5) == 0 else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
      }.joined(separator: delimiter)
    }
    return lines.joined(separator: lineBreak) + (endsLine ? lineBreak : "")
  }

  static func randomTable(_ random: inout SeededGenerator) -> Table {
    let width = 1 + random.below(6)
    var table = Table(columns: (0..<width).map { "Column \($0)" }, rows: [])
    for _ in 0..<random.below(12) {
      var row: [String?] = (0..<width).map { _ in
        (0..<random.below(5)).map { _ in pieces[random.below(pieces.count)] }.joined()
      }
      // A row needs content, or it is no record.
      row[random.below(width)] = "v\(random.below(1_000))" + pieces[random.below(pieces.count)]
      table.rows.append(row)
    }
    return table
  }

  @Test("What a simple writer wrote is read back, however it is cut into chunks")
  func roundTrips() throws {
    let seed = runSeed("Records round trip")
    var random = SeededGenerator(seed)
    for iteration in 0..<fuzzCount(1_500) {
      let table = Self.randomTable(&random)
      // A header of one column tells no delimiter; then it is the comma.
      let delimiter = table.columns.count == 1 ? "," : [",", ";", "\t", "|"][random.below(4)]
      let text = Self.write(
        table, delimiter: delimiter, lineBreak: ["\n", "\r\n", "\r"][random.below(3)], quotesAll: random.below(3) == 0,
        endsLine: random.below(2) == 0, asksFor: &random)
      let bytes: [UInt8] =
        switch random.below(4) {
        case 0: Array("\u{FEFF}".utf8) + Array(text.utf8)
        case 1: utf16(text, littleEndian: true)
        case 2: utf16(text, littleEndian: false)
        default: Array(text.utf8)
        }
      let longest = [1, 2, 3, 5, 17, 1_000][random.below(6)]
      var chunks = SeededGenerator(random.next())
      let found = try readTable(bytes, .csv, chunk: { 1 + chunks.below(longest) })
      guard found == table else {
        Issue.record("seed \(seed), iteration \(iteration): \(text.debugDescription) was read as \(found)")
        return
      }
    }
  }

  @Test("What the CSV writer wrote is read back")
  func writerRoundTrips() throws {
    var random = SeededGenerator(runSeed("CSV writer"))
    for _ in 0..<fuzzCount(500) {
      let table = Self.randomTable(&random)
      var writer = CSVWriter()
      writer.row(table.columns)
      for row in table.rows { writer.row(row.map { $0 ?? "" }) }
      #expect(try readTable(writer.bytes, .csv) == table)
    }
  }

  @Test("The CSV writer quotes what needs it, and nothing else")
  func writerQuotes() {
    var writer = CSVWriter()
    writer.row(["plain", "a,b", "say \"x\"", "two\nlines", " blank", "=1+1", ""])
    writer.row([""])
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == "plain,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\" blank\",=1+1,\r\n\"\"\r\n")
  }

  @Test("Any bytes are read or refused, and always alike however they are cut")
  func fuzz() {
    let seed = runSeed("Records fuzz")
    var random = SeededGenerator(seed)
    let seeds =
      SpreadsheetTests.samples.map(\.bytes) + RecordErrorTests.cases.map(\.input)
      + [Array(JSONLinesTests.text.utf8)]
    let alphabet =
      Array("\",;\t|\r\n \\{}[]:aé\u{0}u0e-1.tfn=".utf8) + [0xFF, 0xFE, 0xEF, 0xBB, 0xBF, 0x80, 0xC3, 0xF0, 0xED]
    for iteration in 0..<fuzzCount(4_000) {
      var bytes = seeds[random.below(seeds.count)]
      for _ in 0..<(1 + random.below(8)) {
        let place = random.below(bytes.count + 1)
        switch random.below(4) {
        case 0: bytes.insert(alphabet[random.below(alphabet.count)], at: place)
        case 1 where place < bytes.count: bytes[place] = alphabet[random.below(alphabet.count)]
        case 2 where place < bytes.count: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes.prefix(random.below(20)), at: place)
        }
      }
      var chunks = SeededGenerator(random.next())
      let whole = Self.outcome(bytes, chunk: { .max })
      let cut = Self.outcome(bytes, chunk: { 1 + chunks.below(9) })
      guard whole == cut else {
        Issue.record("seed \(seed), iteration \(iteration): \(bytes) gives \(whole), in chunks \(cut)")
        return
      }
    }
  }

  /// All values and errors up to where reading ends.
  static func outcome(_ bytes: [UInt8], chunk: @escaping () -> Int) -> [String] {
    var seen: [String] = []
    do {
      var reader = try reader(bytes, chunk: chunk)
      seen.append(reader.columns.joined(separator: "|"))
      while true {
        do {
          guard try reader.next() else { return seen }
          seen.append("\(reader.line) " + reader.columns.indices.map { reader.text($0) ?? "-" }.joined(separator: "|"))
        } catch {
          seen.append(error.description)
          if error.endsReading { return seen }
          if seen.count > bytes.count + 2 { return seen + ["does not end"] }
        }
      }
    } catch {
      return seen + ["\(error)"]
    }
  }
}
