internal import Glibc

/// Ratio of the mark to the masking threshold, measured on what the embedder puts out: in each channel, and in the mean
/// of all, which a hall with one set of loudspeakers plays.
///
/// Frames of 32 ms at their own places, so that what the embedder did in its frames of 40 ms is seen between them too.
package struct NoiseToMask: Sendable {
  /// A critical band's tiles.
  package struct Band: Sendable {
    /// Middle of the band, Hz.
    package let hertz: Double
    package var tiles = 0
    package var above = 0
    var decibels = 0.0
    /// Mean of the tiles' ratios, dB.
    package var mean: Double { tiles == 0 ? -.infinity : decibels / Double(tiles) }
    /// Share of tiles above 0 dB.
    package var share: Double { tiles == 0 ? 0 : Double(above) / Double(tiles) }
  }

  /// What was measured of a channel, of all together, or of their mean.
  package struct Figures: Sendable {
    var tiles = 0
    var above = 0
    var decibels = 0.0
    var hostPower = 0.0
    var markPower = 0.0

    /// Share of the tiles above 0 dB.
    package var share: Double { Double(above) / Double(max(1, tiles)) }
    /// Mean ratio of the tiles, dB; of silence, which has none, minus infinity.
    package var mean: Double { tiles == 0 ? -.infinity : decibels / Double(tiles) }
    /// Level of the mark relative to the music within the band, dB; minus infinity where there is no music.
    package var level: Double {
      tiles == 0 ? -.infinity : 10 * log10(max(markPower, 1e-30) / max(hostPower, 1e-30))
    }

    static func + (a: Figures, b: Figures) -> Figures {
      Figures(
        tiles: a.tiles + b.tiles, above: a.above + b.above, decibels: a.decibels + b.decibels,
        hostPower: a.hostPower + b.hostPower, markPower: a.markPower + b.markPower)
    }
  }

  /// Critical bands, of 1 Bark, that the mark touches, in all channels.
  package private(set) var bands: [Band]
  /// Each second's mean ratio in dB, minus infinity for silence, and share of tiles above 0 dB, in all channels; and
  /// the share in their mean.
  package private(set) var seconds: [(mean: Double, share: Double, mixShare: Double)] = []
  /// Each channel's figures.
  package private(set) var channels: [Figures]
  /// Figures of the channels' mean; nil where there is one channel.
  package private(set) var mix: Figures?
  /// Largest sample of the marked music.
  package private(set) var peak: Float = 0

  /// All channels' figures together.
  package var all: Figures { channels.reduce(Figures(), +) }
  /// The highest level, ratio and share that a channel has.
  package var worst: (level: Double, mean: Double, share: Double) {
    channels.reduce((-.infinity, -.infinity, 0)) {
      (max($0.level, $1.level), max($0.mean, $1.mean), max($0.share, $1.share))
    }
  }
  /// Share of all tiles above 0 dB.
  package var share: Double { all.share }
  /// Mean ratio of all tiles, dB; of silence, which has none, minus infinity.
  package var mean: Double { all.mean }
  /// Level of the mark relative to the music within the band, dB; minus infinity where there is no music.
  package var level: Double { all.level }

  private let size: Int
  private let transform: RealFourier
  private let window: [Float]
  private let fresh: MaskingModel
  private let groups: [Int?]
  private let inside: [Bool]
  /// Of each channel, and behind them of their mean.
  private var models: [MaskingModel]
  /// Samples of each channel that aren't measured yet.
  private var hosts: [[Float]]
  private var marks: [[Float]]
  private var second = (all: Figures(), mix: Figures(), frames: 0)

  /// Tiles of music this far below full scale aren't counted, dB a critical band.
  private static let floor: Float = -75

  init(rate: Int, channels: Int) {
    size = Int((0.016 * Double(rate)).rounded()) * 2
    transform = RealFourier(size: size)
    window = SineWindow.values(size)
    fresh = MaskingModel(rate: rate, size: size)
    let width = Double(rate) / Double(size)
    inside = (0..<transform.bins).map { MarkFormat.band.contains(Double($0) * width) }
    let isMarked = fresh.bands.map { [inside] band in band.allSatisfy { inside[$0] } }
    let numbers = zip(fresh.centres, isMarked).map { $1 ? Int($0) : nil }
    let first = numbers.compactMap { $0 }.min() ?? 0
    groups = numbers.map { $0.map { $0 - first } }
    let count = (groups.compactMap { $0 }.max() ?? -1) + 1
    bands = (0..<count).map { [fresh, groups] group in
      let members = fresh.bands.indices.filter { groups[$0] == group }
      let low = members.map { fresh.bands[$0].lowerBound }.min() ?? 0
      let high = members.map { fresh.bands[$0].upperBound }.max() ?? 0
      return Band(hertz: Double(low + high - 1) / 2 * width)
    }
    hosts = Array(repeating: [], count: channels)
    marks = hosts
    self.channels = Array(repeating: Figures(), count: channels)
    mix = channels > 1 ? Figures() : nil
    models = Array(repeating: fresh, count: channels + (channels > 1 ? 1 : 0))
  }

  /// Takes as many samples of each channel's music and of its mark.
  mutating func take(hosts: [[Float]], marks: [[Float]]) {
    for channel in channels.indices {
      for (a, b) in zip(hosts[channel], marks[channel]) { peak = max(peak, abs(a + b)) }
      self.hosts[channel] += hosts[channel]
      self.marks[channel] += marks[channel]
    }
    while self.hosts[0].count >= size {
      measure()
      for channel in channels.indices {
        self.hosts[channel].removeFirst(size / 2)
        self.marks[channel].removeFirst(size / 2)
      }
    }
  }

  /// Measures the next frame of all channels.
  private mutating func measure() {
    func spectrum(_ samples: [Float]) -> [Complex] { transform.forward(zip(samples, window).map { $0 * $1 }) }
    let hosts = self.hosts.map(spectrum), marks = self.marks.map(spectrum)
    for channel in channels.indices {
      let found = figures(hosts[channel], marks[channel], model: channel)
      channels[channel] = channels[channel] + found
      second.all = second.all + found
    }
    if let before = mix {
      let found = figures(Complex.mean(hosts), Complex.mean(marks), model: channels.count)
      mix = before + found
      second.mix = second.mix + found
    }
    second.frames += 1
    guard second.frames * 16 >= 1_000 else { return }
    seconds.append((second.all.mean, second.all.share, second.mix.share))
    second = (Figures(), Figures(), 0)
  }

  /// Figures of one frame; those of channels count for the bands, too.
  private mutating func figures(_ host: [Complex], _ mark: [Complex], model: Int) -> Figures {
    var found = Figures()
    for bin in inside.indices where inside[bin] {
      found.hostPower += Double(host[bin].power)
      found.markPower += Double(mark[bin].power)
    }
    let frame = models[model].frame(host)
    var threshold = [Float](repeating: 0, count: bands.count), noise = threshold, energy = threshold
    for (number, band) in fresh.bands.enumerated() {
      guard let group = groups[number] else { continue }
      threshold[group] += frame.threshold[number]
      energy[group] += frame.energy[number]
      for bin in band { noise[group] += mark[bin].power }
    }
    // A sine of full scale has the power (size / 4)² · 2 · (2 / π)² in a frame of this window, about size² / 20.
    let least = Float(size) * Float(size) / 20 * powf(10, Self.floor / 10)
    for group in bands.indices where energy[group] > least {
      let ratio = 10 * Double(log10f(max(noise[group], 1e-20) / max(threshold[group], 1e-20)))
      found.tiles += 1
      found.decibels += ratio
      if ratio > 0 { found.above += 1 }
      guard model < channels.count else { continue }
      bands[group].tiles += 1
      bands[group].decibels += ratio
      if ratio > 0 { bands[group].above += 1 }
    }
    return found
  }
}
