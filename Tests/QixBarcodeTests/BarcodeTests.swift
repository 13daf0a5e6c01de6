import Foundation
import QixBarcode
import QixKernel
import QixLibraries
import QixTesting
import Testing

/// What is drawn is read back by other people's programs.
@Suite(.needs(.library(.barcode, packages: "libqrencode-dev, libzint-dev and libpng-dev"))) struct BarcodeTests {
  static let texts: [(String, Symbology)] = [
    ("7KQM-3XPA-9TRD-W", .qr(.medium)), ("7KQM-3XPA-9TRD-W", .code128), ("QIX1:2EUR", .qr(.high)),
    ("https://example.com/v/7KQM?x=1&y=%20", .qr(.low)), ("Grüße 🎁 你好", .qr(.quartile)),
    (String(repeating: "A1", count: 400), .qr(.low)), ("0", .qr(.medium)), (" a b ", .code128), ("!~\"'&<>", .code128),
    ("012345678901234567", .code128), ("9901234567899", .ean13), ("400638133393", .ean13), ("0000000000000", .ean13),
  ]

  /// What zbarimg finds in a picture: `QR-Code:text`.
  private static func read(_ picture: [UInt8], named name: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("qix-barcode-\(UUID()).\(name)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(picture).write(to: file)
    var path = file.path
    if name == "svg" {
      path += ".png"
      _ = try Tool("rsvg-convert")(["--output", path, file.path])
    }
    defer { try? FileManager.default.removeItem(atPath: file.path + ".png") }
    let found = try Tool("zbarimg")(["--quiet", "--oneshot", path]).output
    return found.hasSuffix("\n") ? String(found.dropLast()) : found
  }

  private static func expected(_ text: String, _ symbology: Symbology) throws -> String {
    switch symbology {
    case .qr: "QR-Code:\(text)"
    case .code128: "CODE-128:\(text)"
    case .ean13: "EAN-13:\(try Barcode.completed(ean: text))"
    }
  }

  @Test(.needs(.program("zbarimg", package: "zbar-tools")), arguments: texts)
  func aPictureIsReadBack(_ text: String, _ symbology: Symbology) throws {
    let picture = try Barcode(text, as: symbology).png(scale: 4)
    #expect(try Self.read(picture, named: "png") == Self.expected(text, symbology))
  }

  @Test(
    .needs(.program("zbarimg", package: "zbar-tools")), .needs(.program("rsvg-convert", package: "librsvg2-bin")),
    arguments: texts)
  func aDrawingIsReadBack(_ text: String, _ symbology: Symbology) throws {
    let drawing = try Barcode(text, as: symbology).svg()
    #expect(try Self.read(Array(drawing.utf8), named: "svg") == Self.expected(text, symbology))
  }

  /// Photographs the terminal: every character cell is painted twice as high as wide.
  @Test(.needs(.program("zbarimg", package: "zbar-tools")), arguments: texts)
  func whatATerminalShowsIsReadBack(_ text: String, _ symbology: Symbology) throws {
    let code = try Barcode(text, as: symbology)
    for ink in [Barcode.Ink.darkOnLight, .lightOnDark, .colours] {
      var lines = code.lines(ink)
      if ink == .colours {
        lines = try lines.map { line in
          let inner = try #require(line.wholeMatch(of: /\u{1B}\[30;107m(.*)\u{1B}\[0m/))
          return String(inner.1)
        }
      }
      #expect(lines.allSatisfy { $0.count == code.columns })
      let picture = Self.photograph(lines, ink: ink == .lightOnDark ? 255 : 0)
      #expect(try Self.read(picture, named: "pgm") == Self.expected(text, symbology), "\(ink)")
    }
  }

  /// A grey picture of the lines, each quarter of a character a square of pixels.
  private static func photograph(_ lines: [String], ink: UInt8) -> [UInt8] {
    let scale = 3
    let paper = 255 - ink
    let (width, height) = (lines[0].count * 2 * scale, lines.count * 4 * scale)
    var pixels: [UInt8] = []
    for line in lines {
      for half in 0..<2 {
        var row: [UInt8] = []
        for character in line {
          let (left, right): (Bool, Bool) =
            switch character {
            case "█": (true, true)
            case "▌": (true, false)
            case "▐": (false, true)
            case "▀": (half == 0, half == 0)
            case "▄": (half == 1, half == 1)
            default: (false, false)
            }
          for side in [left, right] { row += Array(repeating: side ? ink : paper, count: scale) }
        }
        for _ in 0..<2 * scale { pixels += row }
      }
    }
    return Array("P5\n\(width) \(height)\n255\n".utf8) + pixels
  }

  @Test(
    arguments: [
      ("", .qr(.medium), "malformed"), ("a\u{0}b", .qr(.medium), "malformed"),
      (String(repeating: "x", count: 2954), .qr(.low), "too-long"),
      (String(repeating: "x", count: 1274), .qr(.high), "too-long"),
      ("Grüße", .code128, "malformed"), ("a\tb", .code128, "malformed"),
      (String(repeating: "x", count: 400), .code128, "too-long"),
      ("", .ean13, "malformed"), ("12345678901", .ean13, "malformed"), ("12345678901234", .ean13, "malformed"),
      ("４００６３８１３３３９３", .ean13, "malformed"), ("40063813339x", .ean13, "malformed"),
      ("4006381333930", .ean13, "check-digit"),
    ] as [(String, Symbology, String)])
  func whatCannotBeDrawnIsRefusedInWords(_ text: String, _ symbology: Symbology, _ code: String) {
    let error = #expect(throws: BarcodeError.self) { try Barcode(text, as: symbology) }
    #expect(error?.code == "barcode.\(code)")
    if !text.isEmpty { #expect(error?.description.contains(text) == false) }
  }

  @Test func theLongestThatFitsIsDrawn() throws {
    #expect(try Barcode(String(repeating: "x", count: 2953), as: .qr(.low)).width == 177)
    #expect(try Barcode(String(repeating: "x", count: 1273), as: .qr(.high)).width == 177)
  }

  /// The check digits of codes in print: GS1's example, a pencil, a book.
  @Test(arguments: ["6291041500213", "4006381333931", "9783161484100"])
  func theCheckDigitIsThatOfGS1(_ printed: String) throws {
    #expect(try Barcode.completed(ean: String(printed.dropLast())) == printed)
    #expect(try Barcode.completed(ean: printed) == printed)
    let last = try #require(printed.last?.wholeNumberValue)
    for wrong in 0...9 where wrong != last {
      let error = #expect(throws: BarcodeError.self) { try Barcode.completed(ean: printed.dropLast() + String(wrong)) }
      #expect(error?.code == "barcode.check-digit")
      #expect(error?.description.contains(String(last)) == true)
    }
  }

  /// Capital letters take five and a half bits each, so a signed voucher in them is smaller than in small ones.
  @Test func capitalsTakeLessRoom() throws {
    let text = String(repeating: "7KQM3XPA", count: 20)
    let (capitals, small) = (try Barcode(text, as: .qr(.medium)), try Barcode(text.lowercased(), as: .qr(.medium)))
    #expect(capitals.width < small.width)
  }

  @Test func aDrawingRefersToNothingElse() throws {
    for (text, symbology) in Self.texts {
      let drawing = try Barcode(text, as: symbology).svg()
      #expect(!drawing.contains("href") && !drawing.contains("url(") && !drawing.contains(text) || text == "0")
    }
  }
}
