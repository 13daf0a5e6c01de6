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

  func embed(_ channels: [[Float]], rate: Int) -> (marked: [[Float]], report: NoiseToMask) {
    var settings = Embedder.Settings()
    settings.level = options.number("level", settings.level)
    settings.margin = options.number("margin", settings.margin)
    settings.ceiling = options.number("ceiling", settings.ceiling)
    settings.onset = Float(options.number("onset", Double(settings.onset)))
    settings.tilt = Float(options.number("tilt", Double(settings.tilt)))
    var embedder = Embedder(
      book: book, first: Payload(event: Trial.event, slot: Trial.firstSlot), rate: rate, channels: channels.count,
      settings: settings)
    let count = channels[0].count
    var out = channels.map { _ in [Float]() }
    func add(_ blocks: [[Float]]) { for (channel, block) in blocks.enumerated() { out[channel] += block } }
    for start in stride(from: 0, to: count, by: 4_096) {
      add(embedder.process(channels.map { Array($0[start..<min(count, start + 4_096)]) }))
    }
    add(embedder.finish())
    return (out.map { Array($0.dropFirst(embedder.latency)) }, embedder.report)
  }

  /// A piece's samples a second, and the samples of each channel.
  func read(_ name: String) -> (rate: Int, channels: [[Float]])? {
    guard folder.isEmpty else { return WaveFile.read(folder + "/" + name) }
    let seed = UInt64(pieces().firstIndex(of: name) ?? 0) + 1
    return (22_050, [MadeUpMusic.make(seconds: 90, rate: 22_050, seed: seed)])
  }

  func quality() {
    for name in pieces() {
      guard let (rate, channels) = read(name) else { continue }
      let before = processorSeconds()
      let (marked, report) = embed(channels, rate: rate)
      let cost = (processorSeconds() - before) / (Double(channels[0].count) / Double(rate))
      let worst = report.worst
      print(
        name, shown(worst.level, worst.mean, worst.share), "cost", text(cost, 4), "peak", text(Double(report.peak)),
        report.mix.map { "sum " + shown($0.level, $0.mean, $0.share) } ?? "")
      if options.text("bands", "") != "" {
        let bands = report.bands.map { "\(Int($0.hertz)):\(text($0.mean, 1))/\(text(100 * $0.share, 0))" }
        print(bands.joined(separator: " "))
      }
      if options.text("write", "") != "" { WaveFile.write(options.text("write", "") + "/" + name, rate: rate, marked) }
    }
  }

  private func shown(_ level: Double, _ mean: Double, _ share: Double) -> String {
    "level \(text(level)) NMR mean \(text(mean)) above \(text(100 * share)) %"
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

  /// Starts of a piece's cuts; two, or --cuts.
  func starts(_ count: Int, rate: Int, piece: Int) -> [Double] {
    let length = Double(count) / Double(rate)
    var random = RandomNumbers(seed: UInt64(1_000 + piece))
    return (0..<Int(options.number("cuts", 2))).map { _ in 4 + random.uniform() * max(0, length - 4 - 30.2) }
  }
}
