import Glibc
import QixWatermark
import QixWatermarkChannels

/// Measurements over sets of pieces.
struct Bench {
  let options: Options
  /// Of WAV files; empty for music that is made up.
  var folder: String { options.text("music") }
  var book: CodeBook { SipHash.book("measurement key 1") }

  /// Names of pieces in alphabetical order; every eighth from the first on is tuned on, from the fifth on measured.
  func pieces() -> [String] {
    if folder.isEmpty { return ["made-up-1.wav", "made-up-2.wav"] }
    guard let directory = opendir(folder) else { fatalError("no folder of music") }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(".wav") { names.append(name) }
    }
    names.sort()
    switch options.text("set", "tuning") {
    case "tuning": return Array(names.enumerated().filter { $0.offset % 8 == 0 }.map(\.element).prefix(8))
    case "test": return Array(names.enumerated().filter { $0.offset % 8 == 4 }.map(\.element).prefix(8))
    case "rest": return names.enumerated().filter { $0.offset % 4 != 0 }.map(\.element)
    default: return names
    }
  }

  func embed(_ samples: [Float], rate: Int) -> (marked: [Float], report: NoiseToMask) {
    var settings = Embedder.Settings()
    settings.level = options.number("level", settings.level)
    settings.margin = options.number("margin", settings.margin)
    settings.ceiling = options.number("ceiling", settings.ceiling)
    settings.onset = Float(options.number("onset", Double(settings.onset)))
    settings.tilt = Float(options.number("tilt", Double(settings.tilt)))
    var embedder = Embedder(
      book: book, first: Payload(event: Trial.event, slot: Trial.firstSlot), rate: rate, channels: 1,
      settings: settings)
    var out: [Float] = []
    for start in stride(from: 0, to: samples.count, by: 4_096) {
      out += embedder.process([Array(samples[start..<min(samples.count, start + 4_096)])])[0]
    }
    out += embedder.finish()[0]
    return (Array(out.dropFirst(embedder.latency)), embedder.report)
  }

  /// A piece's samples a second, and the samples of its first channel.
  func read(_ name: String) -> (rate: Int, samples: [Float])? {
    guard folder.isEmpty else { return WaveFile.read(folder + "/" + name) }
    let seed = UInt64(pieces().firstIndex(of: name) ?? 0) + 1
    return (22_050, MadeUpMusic.make(seconds: 90, rate: 22_050, seed: seed))
  }

  func quality() {
    for name in pieces() {
      guard let (rate, samples) = read(name) else { continue }
      let before = processorSeconds()
      let (marked, report) = embed(samples, rate: rate)
      let cost = (processorSeconds() - before) / (Double(samples.count) / Double(rate))
      print(
        name, "level", text(report.level), "NMR mean", text(report.mean), "above", text(100 * report.share) + " %",
        "cost", text(cost, 4), "peak", text(Double(report.peak)))
      if options.text("bands", "") != "" {
        let bands = report.bands.map { "\(Int($0.hertz)):\(text($0.mean, 1))/\(text(100 * $0.share, 0))" }
        print(bands.joined(separator: " "))
      }
      if options.text("write", "") != "" { WaveFile.write(options.text("write", "") + "/" + name, rate: rate, marked) }
    }
  }

  /// What happens to the sound.
  static func channel(_ name: String) -> Channel {
    guard let found = Channel.all.first(where: { $0.name == name }) else {
      print(
        "stadium-bench: there is no channel '\(name)'; there are \(Channel.all.map(\.name).joined(separator: ", "))")
      exit(2)
    }
    return found
  }

  /// Starts of the two cuts of a piece.
  func starts(_ count: Int, rate: Int, piece: Int) -> [Double] {
    let length = Double(count) / Double(rate)
    var random = RandomNumbers(seed: UInt64(1_000 + piece))
    return (0..<2).map { _ in 4 + random.uniform() * max(0, length - 4 - 30.2) }
  }
}
