import Glibc
import QixFormats
import QixKernel
import QixLibraries
import QixTesting
import Testing

@testable import QixLens

/// Pictures of whoever means harm, looked at by real workers.
@Suite(.needs(.library(.picture, packages: "libjpeg62-turbo-dev libpng-dev libwebp-dev libheif-dev")))
struct HostilePictureTests {
  @Test func aWorkerDecodesWhatThisProcessDecodes() throws {
    let lens = Workshop.lens()
    for name in ["quarters-6.jpg", "quarters.png", "quarters.webp", "quarters.heic"] {
      let reading = try lens.look("picture", at: LensFile(Workshop.sample(name)))
      let picture = try Picture.decode(Workshop.sample(name))
      #expect(reading["width"]?.integer == Int64(picture.width), "\(name)")
      #expect(reading["dark"]?.integer == Int64(picture.pixels.count { $0 < 128 }), "\(name)")
    }
  }

  /// A worker can open no font any more; it draws with those that every PDF may take for granted.
  @Test(.needs(.library(.document, packages: "libpoppler-glib-dev")))
  func aWorkerDrawsTextWithoutFontsOfItsOwn() throws {
    let page = DocumentTests.page("200", "100", drawing: "BT /F 40 Tf 10 30 Td (TOTAL) Tj ET")
    let reading = try Workshop.lens().look("picture", at: LensFile(page), ["grey": true])
    #expect((reading["dark"]?.integer ?? 0) > 1_000)
  }

  /// Headers that promise more pixels than anybody looks at.
  static let bombs: [(name: String, bytes: [UInt8])] = [
    ("PNG", PNGSample.file(width: 50_000, height: 50_000, depth: 1, data: [0x78, 0x01, 0x63, 0, 0])),
    ("PNG, one row", PNGSample.file(width: 2_000_000_000, height: 1, depth: 8, data: [0x78, 0x01, 0x63, 0, 0])),
    // An extended header (VP8X) of 16,383 by 16,383.
    (
      "WebP",
      Array("RIFF".utf8) + [40, 0, 0, 0] + Array("WEBPVP8X".utf8)
        + [10, 0, 0, 0, 0, 0, 0, 0, 0xFE, 0x3F, 0, 0xFE, 0x3F, 0] + Array("VP8 ".utf8)
        + [10, 0, 0, 0, 0, 0, 0, 0x9D, 0x01, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F]
    ),
    ("JPEG", jpegBomb), ("HEIC", heicBomb),
  ]

  /// The frame's header (SOF0) of a sample, made larger.
  private static let jpegBomb: [UInt8] = {
    var bytes = (try? Workshop.sample("quarters-1.jpg")) ?? []
    guard let frame = find([0xFF, 0xC0], in: bytes) else { return [] }
    bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xF0, 0xFF, 0xF0])
    return bytes
  }()

  /// Every size that the sample's properties name (ispe).
  private static let heicBomb: [UInt8] = {
    var (bytes, at) = ((try? Workshop.sample("quarters.heic")) ?? [], 0)
    while let found = find(Array("ispe".utf8), in: bytes, from: at) {
      bytes.replaceSubrange(found + 8..<found + 16, with: [0, 0, 0xF0, 0, 0, 0, 0xF0, 0])
      at = found + 16
    }
    return bytes
  }()

  private static func find(_ piece: [UInt8], in bytes: [UInt8], from start: Int = 0) -> Int? {
    guard bytes.count >= start + piece.count else { return nil }
    return (start...bytes.count - piece.count).first { bytes[$0..<$0 + piece.count].elementsEqual(piece) }
  }

  @Test(arguments: bombs.indices) func bombsAreRefusedByTheirHeaders(_ index: Int) throws {
    let bomb = Self.bombs[index]
    try #require(!bomb.bytes.isEmpty)
    let lens = Workshop.lens()
    let error = #expect(throws: LensError.self, "\(bomb.name)") { try lens.look("picture", at: LensFile(bomb.bytes)) }
    #expect(error?.code == "lens.too-many-pixels" || error?.code == "lens.damaged", "\(bomb.name): \(error as Any)")
  }

  /// What is within the pixels that are taken, and unpacks into nothing but them.
  @Test func aWorkerLivesThroughTheLargestPicture() throws {
    let lens = Workshop.lens()
    let png = PNGSample.file(width: 8_000, height: 8_000, depth: 1, data: [0x78, 0x01, 0x63, 0, 0])
    #expect(throws: LensError.self) { try lens.look("picture", at: LensFile(png)) }
    #expect(try lens.look("picture", at: LensFile(Workshop.sample("quarters.png")))["width"] == 48)
  }

  /// Each byte may be anything: an answer or a refusal, within the limits; and the one who asks lives.
  @Test func anythingIsRefusedOrRead() throws {
    let seed = Seed(for: "hostile pictures")
    var mangler = Mangler(
      seed,
      pieces: [
        "IHDR", "IDAT", "RIFF", "WEBP", "VP8X", "EXIF", "ftypheic", "ispe", "meta", "Exif\u{0}\u{0}", "II*\u{0}",
        "%PDF-1.4", "/Length ", "stream", "\u{0}\u{0}\u{0}\u{1}", "\u{7F}\u{7F}\u{7F}\u{7F}",
      ])
    var samples = try [
      "quarters-6.jpg", "quarters-progressive.jpg", "quarters-ink.jpg", "quarters.png", "quarters-palette.png",
      "quarters-alpha.png", "quarters-6.webp", "quarters.webp", "quarters.heic",
    ].map(Workshop.sample)
    samples.append(DocumentTests.page("72", "144", drawing: "0 g 36 72 36 72 re f BT /F 9 Tf (a) Tj ET"))
    let lens = Workshop.lens()
    var counts: [String: Int] = [:]
    let count = fuzzCount(150)
    for iteration in 0..<count {
      let sample = samples[iteration % samples.count]
      let bytes = iteration < samples.count ? sample : mangler.changed(sample)
      do {
        let reading = try lens.look("picture", at: LensFile(bytes))
        #expect(Workshop.Pictures.accepts(reading), "\(seed), iteration \(iteration)")
        counts["read", default: 0] += 1
      } catch let error as LensError {
        #expect(error.category == .usage, "\(seed), iteration \(iteration): \(error)")
        counts[error.code, default: 0] += 1
      }
    }
    if count != 150 { print("hostile pictures, \(seed): \(counts.sorted { $0.key < $1.key })") }
    #expect((counts["read"] ?? 0) > 0 && counts.count > 1, "\(seed): \(counts)")
  }
}
