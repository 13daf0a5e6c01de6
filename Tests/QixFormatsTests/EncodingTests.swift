import Foundation
import QixKernel
import Testing

@testable import QixFormats

/// Files of spreadsheets that write one byte a character.
@Suite("Windows-1252")
struct EncodingTests {
  private static let text = "user,note\nJosé,10 €\n„Müller“,Señor O’Brien\nŽižka,½ L·L\n"

  private static func bytes(_ text: String, _ encoding: String.Encoding = .windowsCP1252) throws -> [UInt8] {
    Array(try #require(text.data(using: encoding)))
  }

  @Test("is read as it is told", arguments: [Int.max, 1, 2, 3, 7])
  func reads(chunk: Int) throws {
    let expected = try readTable(Array(Self.text.utf8))
    for format in [RecordFormat.automatic, .csv] {
      let table = try readTable(Self.bytes(Self.text), format.encoded(.windows1252), chunk: { chunk })
      #expect(table == expected)
    }
    let objects = "{\"user\":\"José\"}\n\n{\"user\":\"Müller\"}\n"
    let table = try readTable(Self.bytes(objects), .automatic.encoded(.windows1252), chunk: { chunk })
    #expect(table.rows == [["José"], ["Müller"]])
  }

  @Test("has the characters of Foundation's")
  func characters() throws {
    let bytes = (0x80...0xFF).map { UInt8($0) }.filter { ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) }
    let expected = try #require(String(bytes: bytes, encoding: .windowsCP1252))
    let table = try readTable(Array("a\n".utf8) + bytes, .csv.encoded(.windows1252))
    #expect(table.rows == [[expected]])
  }

  @Test("is recognised, with what to do", arguments: [Int.max, 1, 2, 3, 7])
  func recognised(chunk: Int) throws {
    for line in ["José,5", "Müller,6", "FRANÇOIS,7", "Señor,8", "Ann,10 €"] {
      let bytes = try Self.bytes("user,amount\nAnn,1\n\(line)\n")
      let error = try #require(readError(bytes, .automatic.encoded(.unicode), chunk: chunk))
      #expect(error.problem == .windows1252(isOffered: true), "\(line)")
      #expect(error.line == 3 && error.code == "records.encoding")
      #expect(error.description.contains("the file reads like Windows-1252"))
      #expect(error.hint?.description.hasPrefix("Give --encoding windows-1252") == true)
      // Where no option says so, none is named.
      let other = try #require(readError(bytes, chunk: chunk))
      #expect(other.hint?.contains("--encoding") == false && other.hint?.contains("iconv") == true)
    }
  }

  @Test(
    "isn't guessed for other code pages",
    arguments: [
      // Jörg in code page 850, Café and Jérôme of a Macintosh, Иванов in Windows-1251, 東京 in Shift JIS.
      [0x4A, 0x94, 0x72, 0x67], [0x43, 0x61, 0x66, 0x8E], [0x4A, 0x8E, 0x72, 0x99, 0x6D, 0x65],
      [0xC8, 0xE2, 0xE0, 0xED, 0xEE, 0xE2], [0x93, 0x8C, 0x8B, 0x9E],
    ] as [[UInt8]])
  func notGuessed(name: [UInt8]) throws {
    let error = try #require(readError(Array("user\n".utf8) + name + [0x0A]))
    #expect(error.problem == .invalidUTF8 && error.line == 2)
  }

  @Test("is not what UTF-8 is read as", arguments: [Int.max, 1, 2, 3, 7])
  func unicode(chunk: Int) throws {
    let bytes = Array("user,amount\nAnn,1\nJosé,2\n".utf8)
    let error = try #require(readError(bytes, .csv.encoded(.windows1252), chunk: chunk))
    #expect(error.problem == .alreadyUTF8 && error.line == 3 && error.hint == "Leave out --encoding.")
    // A mark says more than the option.
    let expected = try readTable(bytes)
    for marked in [[0xEF, 0xBB, 0xBF] + bytes, utf16(String(decoding: bytes, as: UTF8.self), littleEndian: true)] {
      #expect(try readTable(marked, .automatic.encoded(.windows1252), chunk: { chunk }) == expected)
    }
  }

  @Test("has five bytes that stand for nothing", arguments: [0x81, 0x8D, 0x8F, 0x90, 0x9D] as [UInt8], [Int.max, 1])
  func nothing(byte: UInt8, chunk: Int) throws {
    let bytes = try Self.bytes("user\nJosé\nx") + [byte, 0x0A]
    let error = try #require(readError(bytes, .csv.encoded(.windows1252), chunk: chunk))
    #expect(error.problem == .invalidWindows1252 && error.line == 3 && error.column == 2)
  }

  @Test("is read in the same memory, whatever its length", arguments: [Int.max, 4_093])
  func long(chunk: Int) throws {
    let count = 150_000
    let bytes = try Self.bytes("a,b\n") + Array(repeating: Self.bytes("€€€€€€,é\n"), count: count).flatMap(\.self)
    var reader = try reader(bytes, .csv.encoded(.windows1252), chunk: { chunk })
    var rows = 0
    while try reader.next() {
      rows += 1
      guard rows % 1_000 == 0 else { continue }
      #expect(reader.text(0) == "€€€€€€" && reader.text(1) == "é" && reader.line == rows + 1)
    }
    #expect(rows == count)
  }
}
