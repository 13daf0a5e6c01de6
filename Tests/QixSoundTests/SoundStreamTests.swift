import QixKernel
import QixTesting
import Testing

@testable import QixSound

@Suite struct SoundStreamTests {
  static let channels: [[Float]] = [[0, 0.5, -0.25, 0.999], [-1, 0.125, 0.75, -0.5]]

  /// Gives bytes in pieces of any size.
  static func stream(_ bytes: [UInt8], piece: Int = 7, raw: SoundShape? = nil) throws -> SoundStream {
    var rest = bytes[...]
    return try SoundStream(
      { buffer in
        let part = rest.prefix(min(piece, buffer.count))
        buffer.copyBytes(from: part)
        rest = rest.dropFirst(part.count)
        return part.count
      }, raw: raw)
  }

  static func all(_ stream: SoundStream) throws -> [[Float]] {
    var stream = stream
    var samples = [[Float]](repeating: [], count: stream.shape.channels)
    while let blocks = try stream.next() {
      for channel in samples.indices { samples[channel] += blocks[channel] }
    }
    return samples
  }

  @Test(arguments: SampleFormat.allCases, [1, 5, 4_096])
  func whatIsWrittenIsRead(_ format: SampleFormat, _ piece: Int) throws {
    let shape = SoundShape(format: format, rate: 44_100, channels: 2, hasHeader: true, frames: 4)
    let stream = try Self.stream(shape.header + shape.data(Self.channels), piece: piece)
    #expect(stream.shape == shape)
    let read = try Self.all(stream)
    for (a, b) in zip(read, Self.channels) {
      #expect(zip(a, b).allSatisfy { abs($0 - $1) < 1e-4 } && a.count == b.count)
    }
  }

  /// Six channels without a word of where they belong are played anyhow.
  @Test func loudspeakersKeepTheirPlaces() throws {
    let shape = SoundShape(format: .s24le, rate: 48_000, channels: 2, hasHeader: true, frames: 4, layout: 0x60F)
    let stream = try Self.stream(shape.header + shape.data(Self.channels))
    #expect(stream.shape == shape)
    #expect(try Self.all(stream)[0].count == 4)
    // The length of the whole behind the first eight bytes.
    let bytes = shape.header + shape.data(Self.channels)
    #expect(Array(bytes[4..<8]) == [UInt8(bytes.count - 8), 0, 0, 0])
  }

  @Test func samplesAloneAreReadAsTheyAreSaidToBe() throws {
    let raw = SoundShape(format: .s16le, rate: 48_000, channels: 2, hasHeader: false)
    let read = try Self.all(Self.stream(raw.data(Self.channels) + [1], raw: raw))
    #expect(read[1].count == 4 && read[1][0] == -1)
  }

  /// A header's bytes would be a click, and all that is behind it shifted.
  @Test func aFileIsNoRawSamples() throws {
    let raw = SoundShape(format: .s16le, rate: 48_000, channels: 2, hasHeader: false)
    let wave = SoundShape(format: .s16le, rate: 48_000, channels: 2, hasHeader: true, frames: 4)
    for file in [
      wave.header + wave.data(Self.channels), Array("fLaC, and more".utf8), Array("OggS, and more".utf8),
      Array("ID3 and more of it".utf8), [0, 0, 0, 28] + Array("ftypM4A more".utf8),
    ] {
      let error = #expect(throws: Failure.self) { try Self.stream(file, raw: raw) }
      #expect(error?.code == "sound.not-raw" && error?.category == .usage)
    }
    // Few samples are samples.
    for count in 0..<4 {
      let bytes = raw.data(Self.channels.map { Array($0.prefix(count)) })
      #expect(try Self.all(Self.stream(bytes, raw: raw))[0].count == count)
    }
  }

  @Test func aFileThatWasCutShortIsKnown() throws {
    let shape = SoundShape(format: .s16le, rate: 44_100, channels: 2, hasHeader: true, frames: 4)
    for (cut, isCutShort) in [(0, false), (1, true), (4, true), (16, true)] {
      var stream = try Self.stream(Array((shape.header + shape.data(Self.channels)).dropLast(cut)))
      while try stream.next() != nil {}
      #expect(stream.isCutShort == isCutShort, "\(cut)")
    }
  }

  /// A stream's writer doesn't know how long it will be.
  @Test(arguments: [0, 0xFFFF_FFFF as UInt32]) func anOpenEndIsTheEnd(_ length: UInt32) throws {
    let shape = SoundShape(format: .s16le, rate: 16_000, channels: 1, hasHeader: true)
    var header = shape.header
    for place in 0..<4 { header[40 + place] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(place))) }
    let stream = try Self.stream(header + shape.data([[0.5, 0.25]]))
    #expect(stream.shape.frames == nil)
    #expect(try Self.all(stream) == [[0.5, 0.25]])
  }

  @Test func chunksThatNobodyNeedsArePassedOver() throws {
    let shape = SoundShape(format: .s16le, rate: 16_000, channels: 1, hasHeader: true, frames: 1)
    var bytes = shape.header
    bytes.insert(contentsOf: Array("LIST".utf8) + [3, 0, 0, 0, 1, 2, 3, 0], at: 36)
    #expect(try Self.all(Self.stream(bytes + shape.data([[0.5]]))) == [[0.5]])
  }

  /// Samples go beyond full scale where music was marked that uses all of it.
  @Test func wholeNumbersEndAtFullScale() {
    #expect(SampleFormat.s16le.data([[1.5, -1.5, .nan]]) == [0xFF, 0x7F, 0x00, 0x80, 0, 0])
  }

  @Test func anythingElseIsRefusedInWords() throws {
    #expect(throws: SoundStreamError.noWave) { try Self.stream(Array("OggS, and more than that".utf8)) }
    let empty = #expect(throws: Failure.self) { try Self.stream([]) }
    #expect(empty?.code == "sound.empty" && empty?.category == .usage)
    let shape = SoundShape(format: .s16le, rate: 16_000, channels: 1, hasHeader: true, frames: 1)
    #expect(throws: SoundStreamError.damaged) { try Self.stream(Array(shape.header.prefix(40))) }
    var adpcm = shape.header
    adpcm[20] = 2
    let encoding = #expect(throws: Failure.self) { try Self.stream(adpcm) }
    #expect(encoding?.code == "sound.encoding" && encoding?.category == .usage)
  }

  @Test func mutatedFilesAreReadOrRefused() throws {
    let seed = Seed(for: "mutated WAV files")
    var mangler = Mangler(
      seed, pieces: ["RIFF", "WAVE", "fmt ", "data", "\u{0}\u{0}\u{0}\u{0}", "\u{7F}\u{7F}\u{7F}\u{7F}"])
    let shape = SoundShape(format: .s24le, rate: 16_000, channels: 2, hasHeader: true, frames: 4)
    let sample = shape.header + shape.data(Self.channels)
    for _ in 0..<fuzzCount(2_000) {
      do {
        _ = try Self.all(Self.stream(mangler.changed(sample), piece: 64))
      } catch let error as any Diagnosable {
        #expect(error.code.hasPrefix("sound."), "\(seed)")
      }
    }
  }
}
