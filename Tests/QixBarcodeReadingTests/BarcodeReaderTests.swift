import QixBarcode
import QixLens
import QixLibraries
import QixTesting
import Testing

@testable import QixBarcodeReading

/// Codes that were drawn here, as a camera sees them.
@Suite struct BarcodeReaderTests {
  static let scan = Requirement.library(.scan, packages: "libzbar-dev and what `make lens` brings")
  static let barcode = Requirement.library(.barcode, packages: "libqrencode-dev libzint-dev libpng-dev")

  private static let codes: [(String, Symbology, CodeSymbology)] = [
    ("4006381333931", .ean13, .ean13), ("036000291452", .ean13, .ean13), ("QIX-4711-lid", .code128, .code128),
    ("https://id.gs1.org/01/04006381333931/21/A1", .qr(.medium), .qr),
  ]

  private func read(_ drawn: DrawnPicture) throws -> [ReadCode] {
    try BarcodeReader().read(drawn.picture, budget: .max).codes
  }

  @Test(.needs(scan), .needs(barcode), arguments: codes.indices, [0.0, 30, -17, 45, 90, 180, 211])
  func atAnyAngle(_ index: Int, _ degrees: Double) throws {
    let (text, drawn, symbology) = Self.codes[index]
    let barcode = try Barcode(text.count == 12 && drawn == .ean13 ? "0" + text : text, as: drawn)
    let found = try read(DrawnPicture(barcode, scale: 3).rotated(degrees))
    #expect(found.map(\.text) == [barcode.text] && found.first?.symbology == symbology, "\(found)")
    let corners = try #require(found.first?.corners)
    #expect(corners.count == 4 && Set(corners.map(\.x)).count > 1)
  }

  /// Light bars on a dark ground.
  @Test(.needs(scan), .needs(barcode), arguments: codes.indices, [0.0, 25, 90])
  func negatives(_ index: Int, _ degrees: Double) throws {
    let (text, drawn, symbology) = Self.codes[index]
    let barcode = try Barcode(text.count == 12 && drawn == .ean13 ? "0" + text : text, as: drawn)
    let found = try read(DrawnPicture(barcode, scale: 3).rotated(degrees).inverted)
    #expect(found.map(\.text) == [barcode.text] && found.first?.symbology == symbology, "\(found)")
    #expect(found.first?.isInverted == true)
    #expect(try read(DrawnPicture(barcode, scale: 3).rotated(degrees)).first?.isInverted == false)
  }

  @Test(.needs(scan), .needs(barcode), arguments: [(2.0, 0, 6.0), (3, 1, 12), (5, 2, 6), (1.6, 0, 4)])
  func blurredDimAndNoisy(_ scale: Double, _ blur: Int, _ noise: Double) throws {
    let seed = Seed(for: "dim pictures")
    var random = SeededGenerator(seed)
    for degrees in [0.0, 8, -25] {
      let barcode = try Barcode("4006381333931", as: .ean13)
      let drawn = DrawnPicture(barcode, scale: scale).rotated(degrees).blurred(blur)
        .photographed(noise: noise, &random)
      #expect(try read(drawn).map(\.text) == ["4006381333931"], "\(seed), at \(degrees) degrees")
    }
  }

  /// Too much light makes bars thin: only their shapes tell.
  @Test(.needs(scan), .needs(barcode), arguments: [(2.5, 1, 2.0), (5, 2, 2.5)], [0.0, 12, 192])
  func overexposed(_ picture: (scale: Double, blur: Int, light: Double), _ degrees: Double) throws {
    let barcode = try Barcode("0023942431015", as: .ean13)
    let drawn = DrawnPicture(barcode, scale: picture.scale).rotated(degrees).blurred(picture.blur)
      .overexposed(picture.light)
    #expect(try read(drawn).map(\.text) == ["0023942431015"])
    #expect(try read(drawn.inverted).map(\.text) == ["0023942431015"])
  }

  /// How far a reader comes depends on the picture alone, and light bars are found within the usual budget: in the
  /// middle of a large, noisy picture they come before what takes longer.
  @Test(.needs(scan), .needs(barcode)) func negativesAreInTime() throws {
    let seed = Seed(for: "negatives")
    var random = SeededGenerator(seed)
    let barcode = try Barcode("4006381333931", as: .ean13)
    let drawn = DrawnPicture(barcode, scale: 3, margin: 500).inverted.photographed(noise: 12, &random)
    let reader = try BarcodeReader(), readings = reader.read(drawn.picture)
    #expect(readings.codes.map(\.text) == ["4006381333931"], "\(seed)")
    #expect(reader.read(drawn.picture).passes == readings.passes)
  }

  /// Nothing is read out of noise, stripes and one colour.
  @Test(.needs(scan)) func nothingIsReadWhereNothingIs() throws {
    let seed = Seed(for: "pictures of nothing")
    var random = SeededGenerator(seed)
    let reader = try BarcodeReader()
    for kind in 0..<12 {
      var widths: [UInt8] = []
      while widths.count < 400 {
        let isDark = widths.last.map { $0 > 128 } ?? true
        widths += [UInt8](repeating: isDark ? 20 : 235, count: Int.random(in: 2...9, using: &random))
      }
      let pixels = (0..<300).flatMap { _ in
        (0..<400).map { x in kind % 3 == 0 ? UInt8.random(in: 0...255, using: &random) : kind % 3 == 1 ? widths[x] : 128
        }
      }
      let picture = Picture(width: 400, height: 300, channels: .grey, pixels: pixels)
      #expect(reader.read(picture).codes.isEmpty, "\(seed), \(kind)")
    }
  }

  /// Pictures of any size and channels, down to a pixel.
  @Test(.needs(scan), arguments: [(1, 1), (1, 500), (500, 1), (3, 7), (17, 17), (5_000, 3), (2_000, 1_500)])
  func anySizeIsTaken(_ width: Int, _ height: Int) throws {
    let reader = try BarcodeReader()
    for channels in [Picture.Channels.grey, .rgb] {
      let pixels = [UInt8](repeating: 200, count: width * height * channels.rawValue)
      let picture = Picture(width: width, height: height, channels: channels, pixels: pixels)
      let readings = reader.read(picture, budget: 50)
      #expect(readings.codes.isEmpty && readings.passes > 0)
      #expect(reader.screen(in: picture) == 0)
    }
  }

  @Test(.needs(scan), .needs(barcode)) func theBudgetEndsIt() throws {
    let pixels = (0..<1_500 * 1_500).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    let picture = Picture(width: 1_500, height: 1_500, channels: .grey, pixels: pixels)
    let readings = try BarcodeReader().read(picture, budget: 0)
    #expect(readings.passes == 1 && readings.codes.isEmpty)
  }

  /// Dots of a screen, seen at an angle; paper with noise.
  @Test(.needs(scan)) func aScreenIsTold() throws {
    let seed = Seed(for: "screens")
    var random = SeededGenerator(seed)
    let reader = try BarcodeReader()
    func picture(_ depth: Double, _ pitch: Double) -> Picture {
      let pixels = (0..<400).flatMap { y in
        (0..<400).map { x in
          let (u, v) = (Double(x) + 0.07 * Double(y), Double(y) - 0.07 * Double(x) + 100)
          let dots =
            abs((u / pitch).truncatingRemainder(dividingBy: 1) - 0.5)
            + abs((v / pitch).truncatingRemainder(dividingBy: 1) - 0.5)
          return UInt8(190 + depth * (dots - 0.5) + Double.random(in: -4...4, using: &random))
        }
      }
      return Picture(width: 400, height: 400, channels: .grey, pixels: pixels)
    }
    for pitch in [3.3, 4.6, 6.2] { #expect(reader.screen(in: picture(50, pitch)) > 0.3, "\(seed), \(pitch)") }
    #expect(reader.screen(in: picture(0, 5)) < 0.05, "\(seed)")
  }
}
