internal import Glibc

/// Ratio of the mark to the masking threshold, measured on what the embedder puts out.
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

  /// Critical bands, of 1 Bark, that the mark touches.
  package private(set) var bands: [Band]
  /// Each second's mean ratio in dB, minus infinity for silence, and share of tiles above 0 dB.
  package private(set) var seconds: [(mean: Double, share: Double)] = []
  /// Powers within the mark's band.
  package private(set) var hostPower = 0.0
  package private(set) var markPower = 0.0
  /// Largest sample of the sum.
  package private(set) var peak: Float = 0

  /// Share of all tiles above 0 dB.
  package var share: Double {
    Double(bands.reduce(0) { $0 + $1.above }) / Double(max(1, bands.reduce(0) { $0 + $1.tiles }))
  }
  /// Mean ratio of all tiles, dB; of silence, which has none, minus infinity.
  package var mean: Double {
    let tiles = bands.reduce(0) { $0 + $1.tiles }
    return tiles == 0 ? -.infinity : bands.reduce(0) { $0 + $1.decibels } / Double(tiles)
  }
  /// Level of the mark relative to the music within the band, dB; minus infinity where there is no mark.
  package var level: Double {
    bands.allSatisfy { $0.tiles == 0 } ? -.infinity : 10 * log10(max(markPower, 1e-30) / max(hostPower, 1e-30))
  }

  private let size: Int
  private let transform: RealFourier
  private let window: [Float]
  private let fresh: MaskingModel
  private let groups: [Int?]
  private let inside: [Bool]
  private var lanes: [Lane] = []
  private var second = (sum: 0.0, above: 0, tiles: 0, frames: 0)

  private struct Lane: Sendable {
    var model: MaskingModel
    var host: [Float] = []
    var mark: [Float] = []
  }

  /// Tiles of music this far below full scale aren't counted, dB a critical band.
  private static let floor: Float = -75

  init(rate: Int) {
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
  }

  mutating func take(host: [Float], mark: [Float], channel: Int) {
    while lanes.count <= channel { lanes.append(Lane(model: fresh)) }
    for (a, b) in zip(host, mark) { peak = max(peak, abs(a + b)) }
    lanes[channel].host += host
    lanes[channel].mark += mark
    while lanes[channel].host.count >= size {
      measure(channel)
      lanes[channel].host.removeFirst(size / 2)
      lanes[channel].mark.removeFirst(size / 2)
    }
  }

  private mutating func measure(_ channel: Int) {
    let host = transform.forward(zip(lanes[channel].host, window).map { $0 * $1 })
    let mark = transform.forward(zip(lanes[channel].mark, window).map { $0 * $1 })
    for bin in inside.indices where inside[bin] {
      hostPower += Double(host[bin].power)
      markPower += Double(mark[bin].power)
    }
    let frame = lanes[channel].model.frame(host)
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
      bands[group].tiles += 1
      bands[group].decibels += ratio
      second.sum += ratio
      second.tiles += 1
      if ratio > 0 {
        bands[group].above += 1
        second.above += 1
      }
    }
    guard channel == 0 else { return }
    second.frames += 1
    guard second.frames * 16 >= 1_000 else { return }
    let tiles = Double(second.tiles)
    seconds.append(second.tiles == 0 ? (-.infinity, 0) : (second.sum / tiles, Double(second.above) / tiles))
    second = (0, 0, 0, 0)
  }
}
