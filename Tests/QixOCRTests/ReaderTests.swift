import Foundation
import QixKernel
import QixLibraries
import QixTesting
import Testing

@testable import QixOCR

/// Pillow draws text with Debian's DejaVu; what it writes is a header of three numbers and the pixels.
enum Drawing {
  static func text(_ lines: [String], size: Int = 28, turned degrees: Double = 0) throws -> Pixels {
    let path = NSTemporaryDirectory() + "/qix-drawing-\(UInt64.random(in: 0 ... .max)).ppm"
    defer { unlink(path) }
    let script = """
      import sys
      from PIL import Image, ImageDraw, ImageFont
      font = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", int(sys.argv[2]))
      lines = sys.argv[4:]
      image = Image.new("RGB", (640, 60 + 48 * len(lines)), (250, 250, 246))
      draw = ImageDraw.Draw(image)
      for number, line in enumerate(lines):
          draw.text((40, 30 + 48 * number), line, font=font, fill=(25, 25, 30))
      image.rotate(float(sys.argv[3]), expand=True, fillcolor=(250, 250, 246), resample=Image.BICUBIC).save(sys.argv[1])
      """
    let outcome = try Tool.python(["-c", script, path, "\(size)", "\(degrees)"] + lines)
    try #require(outcome.exitCode == 0, "\(outcome)")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    // P6, width, height, 255, each ended by a blank.
    let fields = bytes.split(maxSplits: 4, omittingEmptySubsequences: true) { $0 <= 0x20 }
    let numbers = fields[1...3].map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    return Pixels(width: numbers[0], height: numbers[1], bytes: Array(bytes.suffix(numbers[0] * numbers[1] * 3)))
  }
}

private let receipt = ["CORNER SHOP LTD", "22/12/2017 14:03", "TOTAL 26.60"]

/// What was read, whether a word or a line at a time.
private func words(_ lines: [TextLine]) -> Set<String> {
  Set(lines.flatMap { $0.text.split(separator: " ").map { String($0) } })
}

@Suite(.needs(.python(module: "PIL", package: "python3-pil")), .serialized)
struct ReaderTests {
  private static let wanted: Set = ["CORNER", "SHOP", "LTD", "22/12/2017", "14:03", "TOTAL", "26.60"]

  @Test(.needs(.library(.ocr, packages: "OpenVINO of make lens")), arguments: [0.0, 3, -3, -90])
  func paddleReadsWhatIsDrawn(_ degrees: Double) throws {
    let reader = try PaddleReader()
    let picture = try Drawing.text(receipt, turned: degrees)
    let lines = try reader.read(picture)
    // Lines far out of the level fall apart into words.
    let wanted = degrees == -90 ? ["CORNER", "SHOP", "TOTAL", "26.60", "14:03"] : Self.wanted
    #expect(words(lines).isSuperset(of: wanted), "\(lines.map(\.text))")
    for line in lines {
      #expect(line.confidence > 0.5 && line.confidence <= 1)
      #expect(
        line.quad.corners.allSatisfy {
          (0..<Double(picture.width)).contains($0.x) && (0..<Double(picture.height)).contains($0.y)
        })
    }
  }

  @Test(.needs(.library(.ocr, packages: "OpenVINO of make lens")))
  func largePicturesAreSearchedInTiles() throws {
    // Most of 40 rows lie in one tile, some where two meet; each is read once.
    let numbers = (0..<40).map { "\(1_000 + 37 * $0)" }
    let lines = try PaddleReader().read(try Drawing.text(numbers))
    #expect(lines.map(\.text).sorted() == numbers.sorted())
  }

  @Test(.needs(.library(.ocr, packages: "OpenVINO of make lens")))
  func aBlankPictureHasNoText() throws {
    let reader = try PaddleReader()
    for (width, height) in [(1, 1), (3_000, 1), (1, 3_000), (64, 64)] {
      let blank = Pixels(width: width, height: height, bytes: [UInt8](repeating: 255, count: width * height * 3))
      #expect(try reader.read(blank).isEmpty)
    }
  }

  @Test(.needs(.library(.tesseract, packages: "libtesseract-dev")))
  func tesseractReadsWhatIsDrawn() throws {
    let reader = try TesseractReader()
    let lines = try reader.read(try Drawing.text(receipt))
    #expect(words(lines).isSuperset(of: Self.wanted), "\(lines.map(\.text))")
    let blank = Pixels(width: 200, height: 100, bytes: [UInt8](repeating: 255, count: 60_000))
    #expect(try reader.read(blank).isEmpty)
  }

  @Test(.needs(.library(.tesseract, packages: "libtesseract-dev")))
  func aLanguageThatIsNotThereIsNamed() {
    let error = #expect(throws: ReadingError.self) { try TesseractReader(languages: ["xyz"]) }
    #expect(error?.description.contains("xyz") == true)
  }
}

struct MissingReaderTests {
  @Test func aMissingLibraryIsASentence() {
    for library in [LateLibrary.ocr, .tesseract] {
      let error = LibraryError.missing(library, reason: "")
      #expect(error.description.contains("needed for the text of pictures"))
      #expect(error.hint?.contains("make") == true)
    }
  }
}
