import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixLens
import QixLibraries
import QixSound
import QixTerminal
import QixTesting
import Testing

@testable import StadiumShake

/// Recordings of whoever means harm, listened to by real workers.
@Suite(
  .needs(.program), .needs(.library(.fftw, packages: "libfftw3-single3")),
  .needs(.library(.sound, packages: "libsndfile1-dev")),
  .needs(.library(.packets, packages: "libfaad-dev and libopus-dev")))
struct HostileSoundTests {
  static func lens() -> Lens { Lens([HearOperation.self, StudyOperation.self], executable: Requirement.programPath) }

  static func sample(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples")
    return Array(try Data(contentsOf: folder.appending(path: name)))
  }

  static let names = ["tone.wav", "alaw.wav", "tone.flac", "vorbis.ogg", "opus.ogg", "tone.mp3"] + packets
  static let packets = ["tone.m4a", "fragments.mp4", "opus.mp4", "opus.webm", "tone.aac"]

  /// Few words, so that most of the time goes into decoding.
  static let target = SearchOrder.Target(
    event: 1, slotSeconds: 10, sequences: [UInt8](repeating: 7, count: 32), first: 0, words: [[1, 2, 3, 4, 5]],
    moment: 5)

  static func look(_ sound: [UInt8], by operation: String = HearOperation.name, lens: Lens) throws -> JSONObject {
    try Handover.look(operation, sound, for: [target], originals: [], lens: lens)
  }

  @Test func aWorkerHearsWhatThisProcessHears() throws {
    let lens = Self.lens()
    try Recording.load()
    for name in Self.names where name != "alaw.wav" {
      let reading = try #require(HearReading(Self.look(Self.sample(name), lens: lens)), "\(name)")
      let recording = try Recording.decode(Self.sample(name), most: 300, kept: 30)
      #expect(reading.head == RecordingHead(recording), "\(name)")
      #expect((2_100...2_400).contains(reading.head.milliseconds) && reading.found == nil, "\(name)")
      #expect(recording.samples.contains { abs($0) > 0.1 }, "\(name)")
    }
  }

  /// Phones' and browsers' recorders say the same sound as a WAV file of it.
  @Test func packetsAreTheSoundThatTheyWereMadeOf() throws {
    try Recording.load()
    let wave = try Recording.decode(Self.sample("tone.wav"), most: 300, kept: 30)
    func level(_ recording: Recording) -> Float {
      let middle = recording.samples.dropFirst(recording.rate / 2).prefix(recording.rate)
      return (middle.reduce(0) { $0 + $1 * $1 } / Float(middle.count)).squareRoot()
    }
    for (name, format, rate) in [
      // A stream's headers can't say that there is no other half of the band: twice the rate is made of it.
      ("tone.m4a", Recording.Format.mp4, 16_000), ("fragments.mp4", .mp4, 16_000), ("tone.aac", .aac, 32_000),
      ("opus.mp4", .mp4, 48_000), ("opus.webm", .webm, 48_000),
    ] {
      let recording = try Recording.decode(Self.sample(name), most: 300, kept: 30)
      #expect(recording.format == format && recording.rate == rate && recording.channels <= 2, "\(name)")
      #expect((0.8...1.25).contains(level(recording) / level(wave)), "\(name): \(level(recording)), \(level(wave))")
      #expect(throws: LensFault.tooLongToHear) { try Recording.decode(Self.sample(name), most: 1, kept: 1) }
    }
  }

  /// Opus is always at 48 kHz; its own header says what the sound was before.
  @Test func ratesAndFormatsAreTold() throws {
    try Recording.load()
    let opus = try Recording.decode(Self.sample("opus.ogg"), most: 300, kept: 30)
    #expect(opus.format == .ogg && opus.channels == 1 && [16_000, 48_000].contains(opus.rate))
    let end = try Recording.decode(Self.sample("tone.flac"), most: 300, kept: 1)
    let whole = try Recording.decode(Self.sample("tone.flac"), most: 300, kept: 30)
    #expect(end.samples.count == 16_000 && end.frames == whole.samples.count)
    #expect(Array(whole.samples.suffix(16_000)) == end.samples)
    #expect(throws: LensFault.tooLongToHear) { try Recording.decode(Self.sample("tone.mp3"), most: 1, kept: 1) }
  }

  @Test func whatIsNoSoundIsRefusedByName() throws {
    let lens = Self.lens()
    var eight = try Self.sample("tone.wav")
    eight[24...27] = [0x40, 0x1F, 0, 0]
    var many = try Self.sample("tone.wav")
    many[22] = 200
    var fast = try Self.sample("tone.wav")
    fast[24...27] = [0, 0, 0, 0x7F]
    let cases: [([UInt8], [String])] = [
      ([], ["lens.unknown-format"]), (Array("no sound at all, but some text".utf8), ["lens.unknown-format"]),
      // Formats that libsndfile would read, too.
      (Array("FORM\u{0}\u{0}\u{1}\u{0}AIFFCOMM".utf8), ["lens.unknown-format"]),
      (Array(".snd\u{0}\u{0}\u{0}\u{18}\u{0}\u{0}\u{0}\u{8}".utf8), ["lens.unknown-format"]),
      (eight, ["lens.unfit-rate"]), (many, ["lens.too-many-channels", "lens.damaged"]),
      (fast, ["lens.unfit-rate", "lens.damaged"]),
      (try Array(Self.sample("tone.m4a").prefix(2_000)), ["lens.unknown-format"]),
      (try Array(Self.sample("opus.webm").prefix(300)), ["lens.unknown-format", "lens.damaged"]),
      (try Self.sample("alaw.wav"), ["lens.too-short-to-hear"]),
      (Array(try Self.sample("tone.flac").prefix(60)), ["lens.damaged"]),
    ]
    for (bytes, codes) in cases {
      let error = #expect(throws: LensError.self) { try Self.look(bytes, lens: lens) }
      #expect(codes.contains(error?.code ?? ""), "\(bytes.prefix(8)): \(error as Any)")
      #expect(error?.category == .usage)
    }
  }

  @Test(arguments: [Float.nan, .infinity, 3e38, 0, .leastNonzeroMagnitude])
  func whatIsNoNumberAndWhatIsTooLoudHasNoMark(_ value: Float) throws {
    let shape = SoundShape(format: .f32le, rate: 16_000, channels: 1, hasHeader: true, frames: 80_000)
    let bytes = shape.header + shape.data([[Float](repeating: value, count: 80_000)])
    let reading = try #require(HearReading(Self.look(bytes, lens: Self.lens())))
    #expect(reading.head.milliseconds == 5_000 && reading.found == nil)
  }

  /// Hours of silence in a few kilobytes take no more than a refusal.
  @Test func aLongSilenceIsRefused() throws {
    // FLAC's frames of one value: a header of 4,096 samples each, subframe "constant".
    let path = FileManager.default.temporaryDirectory.appending(path: "qix-silence-\(UUID().uuidString).wav").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let shape = SoundShape(format: .s16le, rate: 16_000, channels: 1, hasHeader: true, frames: 16_000 * 310)
    try Data(shape.header + [UInt8](repeating: 0, count: 2 * 16_000 * 310)).write(to: URL(filePath: path))
    let lens = Self.lens()
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let error = #expect(throws: LensError.self) { try Self.look(bytes, lens: lens) }
    #expect(error?.code == "lens.too-long-to-hear")
    #expect(try HearReading(Self.look(Self.sample("tone.wav"), lens: lens)) != nil)
  }

  /// Each byte may be anything: an answer or a refusal, within the limits; and the one who asks lives.
  @Test func anythingIsRefusedOrHeard() throws {
    let seed = Seed(for: "hostile recordings")
    var mangler = Mangler(
      seed,
      pieces: [
        "RIFF", "WAVE", "fmt ", "data", "fact", "LIST", "fLaC", "OggS", "OpusHead", "OpusTags", "\u{1}vorbis",
        "\u{3}vorbis", "\u{5}vorbis", "ID3\u{4}", "TIT2", "Xing", "LAME", "ftyp", "moov", "moof", "stsz", "esds",
        "trun", "A_OPUS", "A_AAC", "\u{0}\u{0}\u{0}\u{0}",
        "\u{7F}\u{7F}\u{7F}\u{7F}",
      ])
    let samples = try Self.names.map(Self.sample)
    let lens = Self.lens()
    var counts: [String: Int] = [:]
    let count = fuzzCount(120)
    for iteration in 0..<count {
      let sample = samples[iteration % samples.count]
      var bytes = iteration < samples.count ? sample : mangler.changed(sample)
      // Headers are what decoders stumble over; half of the time nothing behind them changes.
      if iteration >= samples.count, mangler.below(2) == 0 {
        bytes = mangler.changed(Array(sample.prefix(200))) + sample.dropFirst(200)
      }
      do {
        let reading = try Self.look(bytes, lens: lens)
        #expect(HearOperation.accepts(reading), "\(seed), iteration \(iteration)")
        counts["heard", default: 0] += 1
      } catch let error as LensError {
        #expect(error.category == .usage, "\(seed), iteration \(iteration): \(error)")
        counts[error.code, default: 0] += 1
      }
    }
    if count != 120 { print("hostile recordings, \(seed): \(counts.sorted { $0.key < $1.key })") }
    #expect((counts["heard"] ?? 0) > 0 && counts.count > 1, "\(seed): \(counts)")
    #expect(counts["lens.unreadable"] ?? 0 == 0, "\(seed): a worker was ended: \(counts)")
  }

  /// A worker that says anything is none: what it may say is narrow.
  @Test func noReadingOfAnotherFormIsTaken() {
    let good: JSONObject = [
      "milliseconds": 10_000, "rate": 48_000, "channels": 1, "format": "ogg",
      "found": [
        "event": 1, "slot": 2, "last": 2, "score": 12.5, "threshold": 7.5, "clock": 3.5, "confirmed": 5,
      ],
    ]
    #expect(HearOperation.accepts(good))
    for (name, value) in [
      ("milliseconds", -1), ("rate", 8_000), ("channels", 0), ("format", "aiff"), ("found", "yes"), ("found", [:]),
    ] as [(String, JSONValue)] {
      var bad = good
      bad[name] = value
      #expect(!HearOperation.accepts(bad), "\(name)")
      bad[name] = nil
      #expect(!HearOperation.accepts(bad), "\(name)")
    }
    for (name, value) in [
      ("event", 0), ("slot", 65_536), ("last", -1), ("score", 1e300), ("confirmed", 6), ("clock", "fast"),
      ("piece", 7),
    ] as [(String, JSONValue)] {
      var found = good["found"]?.object ?? [:]
      found[name] = value
      var bad = good
      bad["found"] = .object(found)
      #expect(!HearOperation.accepts(bad), "\(name)")
    }
  }
}
