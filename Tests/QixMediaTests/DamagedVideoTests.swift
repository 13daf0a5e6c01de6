import Foundation
import QixKernel
import QixLens
import QixLibraries
import QixTesting
import Testing

@testable import QixMedia

/// Each byte may be anything: an answer or a refusal, never more, and never a length that is none.
@Suite(.needs(.library(.media, packages: "libavformat-dev")))
struct DamagedVideoTests {
  /// What each container that is taken begins with, so that all of their readers are reached.
  private static let samples: [[UInt8]] = [
    SampleVideo.mp4(milliseconds: 90_000), SampleVideo.mp4(milliseconds: 90_000, track: .sound), matroska, avi, ogg,
  ]

  /// EBML header, segment, its information and one track (RFC 8794, RFC 9559).
  private static let matroska: [UInt8] = {
    func element(_ id: [UInt8], _ body: [UInt8]) -> [UInt8] {
      // A length of eight bytes.
      id + [0x01] + withUnsafeBytes(of: UInt64(body.count).bigEndian) { Array($0.dropFirst()) } + body
    }
    let head = element(
      [0x1A, 0x45, 0xDF, 0xA3],
      element([0x42, 0x86], [1]) + element([0x42, 0xF7], [1]) + element([0x42, 0xF2], [4]) + element([0x42, 0xF3], [8])
        + element([0x42, 0x82], Array("webm".utf8)) + element([0x42, 0x87], [4]) + element([0x42, 0x85], [2]))
    let duration = withUnsafeBytes(of: Float(90_000).bitPattern.bigEndian) { Array($0) }
    let information = element(
      [0x15, 0x49, 0xA9, 0x66], element([0x2A, 0xD7, 0xB1], [0x0F, 0x42, 0x40]) + element([0x44, 0x89], duration))
    let picture = element([0xE0], element([0xB0], [0x01, 0x40]) + element([0xBA], [0xF0]))
    let track = element(
      [0xAE],
      element([0xD7], [1]) + element([0x73, 0xC5], [1]) + element([0x83], [1]) + element([0x86], Array("V_VP8".utf8))
        + picture)
    let cluster = element(
      [0x1F, 0x43, 0xB6, 0x75], element([0xE7], [0]) + element([0xA3], [0x81, 0, 0, 0x80, 1, 2, 3]))
    return head + element([0x18, 0x53, 0x80, 0x67], information + element([0x16, 0x54, 0xAE, 0x6B], track) + cluster)
  }()

  /// RIFF lists with a main header, a stream's header and its format (Microsoft's AVI 1.0).
  private static let avi: [UInt8] = {
    func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] { Array(name.utf8) + number(UInt32(body.count)) + body }
    func list(_ name: String, _ body: [UInt8]) -> [UInt8] { chunk("LIST", Array(name.utf8) + body) }
    let main = [40_000, 0, 0, 0x10, 2_250, 0, 1, 0, 320, 240, 0, 0, 0, 0].flatMap { number($0) }
    let stream =
      Array("vidsMJPG".utf8) + [0, 0, 0, 1, 25, 0, 2_250, 0, 0, 0].flatMap { number($0) }
      + [UInt8](repeating: 0, count: 8)
    let format =
      [40, 320, 240, 1 | 24 << 16].flatMap { number($0) } + Array("MJPG".utf8)
      + [230_400, 0, 0, 0, 0].flatMap { number($0) }
    let header = list(
      "hdrl", chunk("avih", main) + list("strl", chunk("strh", stream) + chunk("strf", format)))
    return chunk(
      "RIFF",
      Array("AVI ".utf8) + header + list("movi", chunk("00dc", [1, 2, 3, 4]))
        + chunk("idx1", [UInt8](repeating: 0, count: 16)))
  }()

  /// A page with Theora's identification header (RFC 3533; Theora specification §6.2).
  private static let ogg: [UInt8] = {
    let theora: [UInt8] =
      [0x80] + Array("theora".utf8) + [3, 2, 1, 0, 20, 0, 15, 0, 1, 64, 0, 0, 240, 0, 0, 0, 0, 0, 25, 0, 0, 0, 1]
      + [0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0xC0]
    let page: [UInt8] =
      Array("OggS".utf8) + [0, 2] + [UInt8](repeating: 0, count: 8) + [1, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0]
      + [1, UInt8(theora.count)]
    return page + theora
  }()

  @Test func anythingIsRefusedOrRead() throws {
    let seed = Seed(for: "damaged videos")
    var mangler = Mangler(
      seed,
      pieces: ["moov", "trak", "OggS", "RIFF", "LIST", "theora", "\u{0}\u{0}\u{0}\u{1}", "\u{7F}\u{7F}\u{7F}\u{7F}"])
    let path = NSTemporaryDirectory() + "/qix-media-\(seed.value)"
    defer { unlink(path) }
    var (read, refused) = (0, 0)
    for iteration in 0..<fuzzCount(300) {
      let sample = Self.samples[iteration % Self.samples.count]
      let bytes = iteration < Self.samples.count ? sample : mangler.changed(sample)
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count)
      close(file)
      do {
        #expect(
          try VideoFile(path: path, lens: Lens([VideoOperation.self], executable: nil)).milliseconds > 0,
          "\(seed), iteration \(iteration)")
        read += 1
      } catch let error as Failure where error.code.hasPrefix("media.") {
        refused += 1
      }
    }
    #expect(read > 0 && refused > 0, "\(seed)")
  }
}
