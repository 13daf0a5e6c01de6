import Glibc
import QixWatermark
import QixWatermarkChannels

/// A channel of the table: effects before and behind a codec.
struct Channel {
  let name: String
  var effects: [Effect] = []
  /// ffmpeg's codec, file ending and kbit/s.
  var codec: (library: String, ending: String, rate: Int)?

  static let stadiumEffects: [Effect] = [
    .reverberation(seconds: 2.5, directToReverberant: -3), .noise(5), .clock(100), .filter(low: 300, high: 12_000),
    .peak(0.7),
  ]
  static let all: [Channel] = [
    Channel(name: "clean"),
    Channel(name: "mp3_64", codec: ("libmp3lame", "mp3", 64)),
    Channel(name: "aac_64", codec: ("aac", "m4a", 64)),
    Channel(name: "opus_64", codec: ("libopus", "opus", 64)),
    Channel(name: "pink0", effects: [.noise(0)]),
    Channel(name: "pink-6", effects: [.noise(-6)]),
    Channel(name: "rev2_0", effects: [.reverberation(seconds: 2, directToReverberant: 0)]),
    Channel(name: "rev3.5_-3", effects: [.reverberation(seconds: 3.5, directToReverberant: -3)]),
    Channel(name: "rev5_-6", effects: [.reverberation(seconds: 5, directToReverberant: -6)]),
    Channel(name: "skew100", effects: [.clock(100)]),
    Channel(name: "skew1000", effects: [.clock(1_000)]),
    Channel(name: "phone8k", effects: [.filter(low: 300, high: 8_000)]),
    Channel(name: "air50", effects: [.air(metres: 50), .noise(10)]),
    Channel(name: "stadium", effects: stadiumEffects, codec: ("aac", "m4a", 96)),
    Channel(
      name: "motion",
      effects: [
        .motion(metres: 0.05, hertz: 0.3), .reverberation(seconds: 2.5, directToReverberant: -3), .noise(5),
        .clock(100), .filter(low: 300, high: 12_000), .peak(0.7),
      ], codec: ("aac", "m4a", 96)),
    Channel(
      name: "speakers",
      effects: [
        .loudspeaker(delay: 0.04, level: 0), .reverberation(seconds: 2.5, directToReverberant: -3), .crowd(5),
        .clock(100), .filter(low: 300, high: 12_000), .peak(0.7),
      ], codec: ("aac", "m4a", 96)),
  ]

  func apply(_ x: [Float], rate: Int, seed: UInt64) -> [Float] {
    var random = RandomNumbers(seed: seed)
    var y = x
    for effect in effects { y = effect.apply(to: y, rate: rate, random: &random) }
    guard let codec else { return y }
    let base = "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/stadium-bench-\(getpid())"
    let (from, coded, to) = (base + ".a.wav", base + "." + codec.ending, base + ".b.wav")
    defer { for path in [from, coded, to] { unlink(path) } }
    WaveFile.write(from, rate: rate, [y])
    guard
      system("ffmpeg -v error -y -i \(from) -c:a \(codec.library) -b:a \(codec.rate)k \(coded)") == 0,
      system("ffmpeg -v error -y -i \(coded) -ar \(rate) -ac 1 -c:a pcm_s16le \(to)") == 0,
      let read = WaveFile.read(to)
    else { fatalError("ffmpeg failed") }
    return WaveFile.mix(read.channels)
  }
}

/// Cut of a marked piece through a channel.
struct Trial {
  let piece: String
  let channel: Channel
  /// Second of the marked piece at which the recording begins.
  let start: Double
  let seed: UInt64
  /// 30 s at `MarkFormat.rate`.
  let recording: [Float]

  /// Seconds in front of the cut that pass through the channel with it.
  static let lead = 3.0

  init(piece: String, marked: [Float], rate: Int, channel: Channel, start: Double, seed: UInt64, seconds: Double = 30) {
    self.piece = piece
    self.channel = channel
    self.start = start
    self.seed = seed
    let first = Int((start - Self.lead) * Double(rate))
    let last = min(marked.count, Int((start + seconds + 0.1) * Double(rate)))
    let sent = channel.apply(Array(marked[first..<last]), rate: rate, seed: seed)
    let cut = Array(sent.dropFirst(Int(Self.lead * Double(rate))))
    recording = Resampler.convert(cut, from: Double(rate), to: Double(MarkFormat.rate))
  }

  /// First so many seconds.
  func clip(_ seconds: Double) -> [Float] { Array(recording.prefix(Int(seconds * Double(MarkFormat.rate)))) }

  /// Slot at a second of the recording, of 10 s.
  func slot(at second: Double) -> UInt16 { UInt16((start + second) / 10) + Self.firstSlot }

  /// Whether a slot is on for a second at least within so many seconds of the recording.
  func isRight(_ slot: UInt16, length: Double) -> Bool {
    let begin = Double(Int(slot) - Int(Self.firstSlot)) * 10 - start
    return min(length, begin + 10) - max(0, begin) >= 1
  }

  static let firstSlot: UInt16 = 100
  static let event: UInt32 = 77
}
