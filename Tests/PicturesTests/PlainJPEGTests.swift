import Testing

@testable import Pictures

/// What the server believes of a worker's answer.
@Suite struct PlainJPEGTests {
  private static let table = Samples.segment(0xDB, [UInt8](repeating: 1, count: 65))
  private static let frame = Samples.segment(0xC0, [8, 0, 32, 0, 48, 1, 1, 0x11, 0])
  private static let scan = Samples.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [1, 2, 3]

  private static func jpeg(_ parts: [UInt8]...) -> [UInt8] { [0xFF, 0xD8] + parts.flatMap { $0 } + [0xFF, 0xD9] }

  @Test func aPlainOneIsTaken() throws {
    let jpeg = try #require(PlainJPEG(Self.jpeg(Self.table, Self.frame, Self.scan)))
    #expect(jpeg.width == 48 && jpeg.height == 32)
    #expect(jpeg.digest.utf8.count == 32)
  }

  @Test func whatABrowserNeedsNotIsRefused() {
    for marker in [0xE1, 0xE2, 0xED, 0xEE, 0xFE, 0xC9] as [UInt8] {
      let beside = Samples.segment(marker, Array("Exif\0\0 45 N".utf8))
      #expect(PlainJPEG(Self.jpeg(beside, Self.table, Self.frame, Self.scan)) == nil, "\(marker)")
      #expect(PlainJPEG(Self.jpeg(Self.table, Self.frame, beside, Self.scan)) == nil, "\(marker)")
    }
  }

  @Test func whatIsNotWholeIsRefused() {
    let whole = Self.jpeg(Self.table, Self.frame, Self.scan)
    for count in 0..<whole.count { #expect(PlainJPEG(Array(whole.prefix(count))) == nil, "\(count)") }
    #expect(PlainJPEG(Self.jpeg(Self.table, Self.scan)) == nil)
    #expect(PlainJPEG(Self.jpeg(Self.frame, Self.frame, Self.scan)) == nil)
    #expect(PlainJPEG(Self.jpeg([0xFF, 0xDB, 0, 1], Self.frame, Self.scan)) == nil)
    #expect(PlainJPEG(Self.jpeg([0xFF, 0xDB, 0xFF, 0xFF], Self.frame, Self.scan)) == nil)
    #expect(PlainJPEG(Self.jpeg(Samples.segment(0xC0, [8, 0, 0, 0, 48]), Self.scan)) == nil)
  }
}
