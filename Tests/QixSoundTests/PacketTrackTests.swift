import Foundation
import QixLens
import QixTesting
import Testing

@testable import QixSound

/// Packets of phones' and browsers' files: found by code of ours, decoded by others.
@Suite struct PacketTrackTests {
  static func sample(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: folder.appending(path: "StadiumShakeTests/Samples/\(name)")))
  }

  static let names = ["tone.m4a", "fragments.mp4", "opus.mp4", "opus.webm", "tone.aac"]

  @Test(arguments: [
    ("tone.m4a", Recording.Format.mp4, PacketTrack.Codec.aac, 36), ("fragments.mp4", .mp4, .aac, 36),
    ("opus.mp4", .mp4, .opus, 111), ("opus.webm", .webm, .opus, 111), ("tone.aac", .aac, .aac, 36),
  ])
  func everyPacketIsFound(
    _ name: String, _ format: Recording.Format, _ codec: PacketTrack.Codec, _ count: Int
  ) throws {
    let track = try #require(try PacketTrack.find(in: Self.sample(name)))
    #expect(track.format == format && track.codec == codec && track.packets.count == count)
    #expect(codec == .opus ? track.channels == 1 : track.setup.starts(with: [0x14, 0x08]))
  }

  /// One encoder's packets are the same in every file.
  @Test func theSamePacketsAreFoundInEveryForm() throws {
    let packets = try ["tone.m4a", "fragments.mp4", "tone.aac"].map { name in
      let file = try Self.sample(name)
      return try #require(try PacketTrack.find(in: file)).packets.map { Array(file[$0]) }
    }
    #expect(packets[0] == packets[1] && packets[0] == packets[2])
    let opus = try ["opus.mp4", "opus.webm"].map { name in
      let file = try Self.sample(name)
      return try #require(try PacketTrack.find(in: file)).packets.map { Array(file[$0]) }
    }
    #expect(opus[0] == opus[1])
  }

  /// Chromium's recorder leaves clusters open; one that is ended leaves the last of anything.
  @Test func whatIsOpenOrCutShortIsReadAsFarAsItGoes() throws {
    var webm = try Self.sample("opus.webm")
    let cluster = try #require(webm.indices.first { webm[$0...].starts(with: [0x1F, 0x43, 0xB6, 0x75]) })
    webm[cluster + 4] = 0x7F
    webm[cluster + 5] = 0xFF
    #expect(try PacketTrack.find(in: webm)?.packets.count == 111)
    #expect(try PacketTrack.find(in: Array(webm.prefix(9_000)))?.packets.count == 74)
    let fragments = try Self.sample("fragments.mp4")
    let count = try #require(try PacketTrack.find(in: Array(fragments.prefix(9_000)))).packets.count
    #expect((16..<36).contains(count), "\(count)")
    let aac = try Self.sample("tone.aac")
    #expect(try PacketTrack.find(in: Array(aac.dropLast(10)))?.packets.count == 35)
  }

  @Test func whatHasNoSoundInItIsRefusedByName() throws {
    let silent = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 2, 0]
    #expect(throws: LensFault.unknownFormat) { try PacketTrack.find(in: silent) }
    #expect(throws: LensFault.unknownFormat) { try PacketTrack.find(in: [0x1A, 0x45, 0xDF, 0xA3, 0x80]) }
    // A video's track is passed over, and AC-3 isn't taken.
    for (from, to) in [("mp4a", "avc1"), ("mp4a", "ac-3")] {
      let other = try Self.replaced(from, by: to, in: Self.sample("tone.m4a"))
      #expect(throws: LensFault.unknownFormat) { try PacketTrack.find(in: other) }
    }
    let vorbis = try Self.replaced("A_OPUS", by: "A_MPEG", in: Self.sample("opus.webm"))
    #expect(throws: LensFault.unknownFormat) { try PacketTrack.find(in: vorbis) }
    // A table of no samples, and no fragments.
    let empty = try Array(Self.sample("fragments.mp4").prefix(733))
    #expect(throws: LensFault.damaged) { try PacketTrack.find(in: empty) }
    for other in [[], Array("OggS, and more than that".utf8), [UInt8](repeating: 0xFF, count: 900)] {
      #expect(try PacketTrack.find(in: other) == nil)
    }
  }

  private static func replaced(_ from: String, by to: String, in file: [UInt8]) throws -> [UInt8] {
    let place = try #require(file.indices.first { file[$0...].starts(with: from.utf8) })
    return file[..<place] + Array(to.utf8) + file[(place + to.utf8.count)...]
  }

  /// A box that claims any number of packets takes no more memory than a million of them, and no time.
  @Test func claimsOfAnySizeAreBelievedNoFurtherThanTheFileGoes() throws {
    let m4a = try Self.sample("tone.m4a")
    let sizes = try #require(m4a.indices.first { m4a[$0...].starts(with: "stsz".utf8) })
    var many = m4a
    // Samples of one byte each, four thousand million of them.
    many.replaceSubrange(sizes + 8..<sizes + 16, with: [0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF])
    #expect(try (PacketTrack.find(in: many)?.packets.count ?? 0) <= m4a.count)
    var fragments = try Self.sample("fragments.mp4")
    let run = try #require(fragments.indices.first { fragments[$0...].starts(with: "trun".utf8) })
    fragments.replaceSubrange(run + 4..<run + 12, with: [0, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF])
    #expect(try (PacketTrack.find(in: fragments)?.packets.count ?? 0) <= fragments.count)
  }

  @Test func changedFilesAreReadOrRefused() throws {
    let seed = Seed(for: "changed packets")
    var mangler = Mangler(
      seed,
      pieces: [
        "ftyp", "moov", "moof", "trak", "traf", "tkhd", "mdia", "minf", "stbl", "stsd", "stsz", "stsc", "stco", "co64",
        "mp4a", "Opus", "esds", "wave", "tfhd", "trun", "trex", "A_OPUS", "A_AAC", "\u{0}\u{0}\u{0}\u{0}",
        "\u{7F}\u{7F}\u{7F}\u{7F}", "\u{0}\u{0}\u{0}\u{1}",
      ])
    let samples = try Self.names.map(Self.sample)
    var read = 0, refused = 0
    let count = fuzzCount(3_000)
    for iteration in 0..<count {
      let sample = samples[iteration % samples.count]
      var bytes = mangler.changed(sample)
      if mangler.below(2) == 0 { bytes = mangler.changed(Array(sample.prefix(900))) + sample.dropFirst(900) }
      do {
        guard let track = try PacketTrack.find(in: bytes) else { continue }
        read += 1
        #expect(track.packets.allSatisfy { !$0.isEmpty && $0.upperBound <= bytes.count }, "\(seed), \(iteration)")
      } catch { refused += 1 }
    }
    #expect(read > 0 && refused > 0, "\(seed)")
    if count != 3_000 { print("changed packets, \(seed): \(read) read, \(refused) refused") }
  }
}
