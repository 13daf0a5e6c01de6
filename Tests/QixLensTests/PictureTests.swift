import QixFormats
import QixLibraries
import QixTesting
import Testing

@testable import QixLens

private let packages = "libjpeg62-turbo-dev libpng-dev libwebp-dev libheif-dev"

/// The samples show quarters of red, green, blue and white, upright 48 by 32 or a multiple.
@Suite(.needs(.library(.picture, packages: packages)))
struct PictureTests {
  private static let quarters: [(red: Int, green: Int, blue: Int)] = [
    (200, 0, 0), (0, 160, 0), (0, 0, 220), (255, 255, 255),
  ]

  /// The middles of the quarters.
  private static func middles(_ picture: Picture) -> [[UInt8]] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
      let at = picture.height * y / 4 * picture.stride + picture.width * x / 4 * picture.channels.rawValue
      return Array(picture.pixels[at..<at + picture.channels.rawValue])
    }
  }

  private static func expectQuarters(_ picture: Picture, _ name: String) {
    for (pixel, quarter) in zip(middles(picture), quarters) {
      let wanted = [quarter.red, quarter.green, quarter.blue]
      let grey = (wanted[0] * 299 + wanted[1] * 587 + wanted[2] * 114 + 500) / 1_000
      for (value, wanted) in zip(pixel, picture.channels == .rgb ? wanted : [grey]) {
        #expect(abs(Int(value) - wanted) <= 4, "\(name): \(pixel)")
      }
    }
  }

  @Test(arguments: [
    "quarters.png", "quarters-palette.png", "quarters-alpha.png", "quarters.webp", "quarters-alpha.webp",
    "quarters-progressive.jpg", "quarters-ink.jpg", "quarters.heic",
  ]) func formatsAreRead(_ name: String) throws {
    let file = try Workshop.sample(name)
    for channels in [Picture.Channels.rgb, .grey] {
      let picture = try Picture.decode(file, as: channels)
      #expect(picture.width * 32 == picture.height * 48)
      Self.expectQuarters(picture, name)
    }
  }

  @Test(arguments: ["quarters-grey16.png", "quarters-grey.jpg"]) func greyOnesAreReadInColour(_ name: String) throws {
    let picture = try Picture.decode(Workshop.sample(name))
    for pixel in Self.middles(picture) { #expect(Set(pixel).count == 1, "\(name)") }
  }

  /// EXIF 2.32, tag 0x0112.
  @Test(arguments: 1...8) func picturesStandUpright(_ orientation: Int) throws {
    let picture = try Picture.decode(Workshop.sample("quarters-\(orientation).jpg"))
    #expect(picture.width == 48 && picture.height == 32)
    Self.expectQuarters(picture, "\(orientation)")
  }

  @Test func aWebPStandsUprightToo() throws {
    let picture = try Picture.decode(Workshop.sample("quarters-6.webp"))
    #expect(picture.width == 48 && picture.height == 32)
    Self.expectQuarters(picture, "webp")
  }

  @Test(arguments: ["quarters-6.jpg", "quarters.png", "quarters.heic", "quarters.webp"], [24, 9])
  func picturesAreShrunkToTheirLongerSide(_ name: String, _ longest: Int) throws {
    let picture = try Picture.decode(Workshop.sample(name), longest: longest)
    #expect(picture.width == longest && picture.height == longest * 2 / 3)
    Self.expectQuarters(picture, name)
  }

  /// Averaging areas keeps what a picture has in all: a board of black and white becomes grey.
  @Test func shrinkingAverages() throws {
    let board = PNGSample.file(width: 64, height: 64) { x, y in (x + y).isMultiple(of: 2) ? 0 : 255 }
    let picture = try Picture.decode(board, as: .grey, longest: 8)
    #expect(picture.width == 8 && picture.height == 8)
    #expect(picture.pixels.allSatisfy { (126...129).contains($0) }, "\(picture.pixels)")
  }

  @Test(arguments: ["quarters-6.jpg", "quarters.png", "quarters-grey.jpg"]) func picturesAreEncodedAgain(
    _ name: String
  ) throws {
    for channels in [Picture.Channels.rgb, .grey] {
      let picture = try Picture.decode(Workshop.sample(name), as: channels)
      let file = try picture.jpeg(quality: 95)
      #expect(file.starts(with: [0xFF, 0xD8, 0xFF, 0xE0]) && file.suffix(2) == [0xFF, 0xD9])
      let again = try Picture.decode(file, as: channels)
      #expect(again.width == picture.width && again.height == picture.height)
      for (one, other) in zip(Self.middles(picture), Self.middles(again)) {
        for (value, wanted) in zip(one, other) { #expect(abs(Int(value) - Int(wanted)) <= 4, "\(name)") }
      }
    }
  }

  @Test func whatIsNoPictureIsRefused() throws {
    for bytes in [[], [0xFF], Array("Once upon a time there was a text".utf8), [UInt8](repeating: 0, count: 10_000)] {
      #expect(throws: LensFault.unknownFormat) { try Picture.decode(bytes) }
    }
    // GIF, TIFF and SVG are others' formats.
    for begin in ["GIF89a", "II*\u{0}", "<svg xmlns="] {
      #expect(throws: LensFault.unknownFormat) {
        try Picture.decode(Array(begin.utf8) + [UInt8](repeating: 1, count: 100))
      }
    }
  }

  @Test(arguments: ["quarters-1.jpg", "quarters.png", "quarters.webp", "quarters.heic"])
  func whatWasCutShortIsDamaged(_ name: String) throws {
    let file = try Workshop.sample(name)
    // libjpeg reads a picture without its end, as every browser does.
    let least = name.hasSuffix("jpg") ? 300 : file.count - 20
    #expect(throws: LensFault.damaged) { try Picture.decode(Array(file.prefix(least))) }
  }

  @Test(arguments: ["quarters-1.jpg", "quarters.png", "quarters.webp", "quarters.heic"])
  func pixelsAreCountedBeforeDecoding(_ name: String) throws {
    let file = try Workshop.sample(name)
    let pixels = try Picture.decode(file).pixels.count / 3
    #expect(throws: LensFault.tooManyPixels) { try Picture.decode(file, mostPixels: pixels - 1) }
    _ = try Picture.decode(file, mostPixels: pixels)
  }
}

@Suite(.needs(.library(.document, packages: "libpoppler-glib-dev")))
struct DocumentTests {
  /// A page of so many points with some drawing on it.
  static func page(_ width: String, _ height: String, drawing: String) -> [UInt8] {
    Array(
      """
      %PDF-1.4
      1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
      2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
      3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(width) \(height)]/Contents 4 0 R
      /Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
      4 0 obj<</Length \(drawing.utf8.count)>>stream
      \(drawing)
      endstream endobj
      trailer<</Root 1 0 R>>

      """.utf8)
  }

  /// A quarter of the page, at its upper right, is black.
  @Test func theFirstPageIsDrawn() throws {
    let picture = try Picture.decode(Self.page("72", "144", drawing: "0 g 36 72 36 72 re f"), as: .grey)
    #expect(picture.width == 200 && picture.height == 400)
    #expect(picture.pixels.count { $0 < 128 } == 200 * 400 / 4)
    #expect(picture.pixels[picture.stride - 1] == 0 && picture.pixels[0] == 255)
    #expect(try Picture.decode(Self.page("72", "144", drawing: ""), longest: 100).height == 100)
  }

  @Test func hugePagesAreRefused() {
    for (width, height) in [("14400", "14400"), ("100000000", "1")] {
      #expect(throws: LensFault.tooManyPixels) { try Picture.decode(Self.page(width, height, drawing: "")) }
    }
    #expect(throws: LensFault.damaged) { try Picture.decode(Array("%PDF-1.4\nnothing\n".utf8)) }
  }
}
