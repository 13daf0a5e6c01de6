internal import Glibc

/// Delay of a recording against the music, to half a sample, for each half second.
struct Aligner: Sendable {
  /// Samples to either side of the guess that are searched.
  private static let reach = 2_000
  /// Largest clock difference, samples a block: 1,100 parts in a million.
  private static let steepest = 8.8
  private let transform = ShortTimeTransform(size: 1_024, hop: 512)
  let forward = RealFourier(size: 16_384)

  struct Alignment: Sendable {
    /// Place in the music, in samples, of the middle of each of the recording's blocks.
    let places: [Double]
    /// Correlation along the path over its deviation.
    let score: Double
    /// Mean clock difference, parts in a million.
    let partsPerMillion: Double
    /// Delays off a straight line, samples.
    let wander: [Double]
  }

  /// A clip with its spectrum made flat, so that correlations peak sharply.
  func flattened(_ samples: [Float]) -> [Float] {
    var x = transform.analyse(samples, bins: transform.bins(250..<6_000, rate: MarkFormat.rate))
    let power = x.power
    let floor = 1e-5 * power.reduce(0, +) / Float(power.count) + 1e-20
    let smooth = BoxFilter.mean(power, columns: x.frames, across: 9, down: 1)
    for index in power.indices {
      let weight = 1 / (smooth[index] + floor).squareRoot()
      x.re[index] *= weight
      x.im[index] *= weight
    }
    return transform.synthesise(x, count: samples.count)
  }

  /// Spectra of a flattened recording's blocks.
  func blocks(_ recording: [Float]) -> [[Complex]] {
    let size = BlockCorrelations.size
    return (0..<recording.count / size).map { block in
      forward.forward(recording[block * size..<(block + 1) * size] + [Float](repeating: 0, count: forward.size - size))
    }
  }

  /// - Parameters:
  ///   - recording: its blocks' spectra.
  ///   - music: flattened.
  ///   - start: guess of the recording's first sample in the music.
  func align(_ recording: [[Complex]], to music: [Float], start: Int) -> Alignment? {
    let size = BlockCorrelations.size, blocks = recording.count
    guard blocks >= 2 else { return nil }
    let width = 2 * Self.reach + 1
    var rows = [Float](repeating: 0, count: blocks * width), wide = rows
    rows.withUnsafeMutableBufferPointer { rows in
      wide.withUnsafeMutableBufferPointer { wide in
        for block in 0..<blocks {
          correlate(recording[block], music, start + block * size, into: rows.start + block * width)
          // Peaks made wider, so that a moving hand stays on the line.
          for place in 2..<width - 2 {
            let row = rows.start + block * width + place
            wide[block * width + place] = max(max(max(row[-2], row[-1]), max(row[1], row[2])), row[0])
          }
        }
      }
    }
    let (place, slope) = Self.line(wide, blocks: blocks, width: width)
    let reach = DelayTracker.reach, scale = 1 / Float(blocks).squareRoot()
    var around = [Float](repeating: 0, count: blocks * (2 * reach + 1))
    let middles = (0..<blocks).map { place + Int((slope * (Double($0) + 0.5)).rounded()) }
    for block in 0..<blocks {
      let row = Array(rows[block * width..<(block + 1) * width])
      for offset in -reach...reach {
        let value = Warp.value(row, at: Double(middles[block]) + Double(offset) / 2)
        around[block * (2 * reach + 1) + offset + reach] = value * scale
      }
    }
    let path = DelayTracker().best(around, blocks: blocks)
    let delays = (0..<blocks).map { Double(middles[$0] - Self.reach) + Double(path.offsets[$0]) / 2 }
    let drift = Self.slope(delays)
    let mean = delays.reduce(0, +) / Double(blocks)
    return Alignment(
      places: delays.enumerated().map { Double(start) + BlockCorrelations.middle($0) + $1 }, score: Double(path.sum),
      partsPerMillion: drift / Double(size) * 1e6,
      wander: delays.enumerated().map { $1 - mean - drift * (Double($0) - Double(blocks - 1) / 2) })
  }

  /// Least squares' slope of values one apart.
  private static func slope(_ values: [Double]) -> Double {
    let middle = Double(values.count - 1) / 2
    var above = 0.0, below = 1e-12
    for (index, value) in values.enumerated() {
      above += (Double(index) - middle) * value
      below += (Double(index) - middle) * (Double(index) - middle)
    }
    return above / below
  }

  /// Straight line along which the blocks' correlations add up to most.
  private static func line(_ rows: [Float], blocks: Int, width: Int) -> (place: Int, slope: Double) {
    let step = 3 / Double(blocks - 1), count = Int(steepest / step)
    var best = (value: -Float.infinity, place: 0, slope: 0.0)
    var total = [Float](repeating: 0, count: width)
    rows.withUnsafeBufferPointer { rows in
      total.withUnsafeMutableBufferPointer { total in
        for index in -count...count {
          let slope = Double(index) * step
          for place in 0..<width { total[place] = 0 }
          for block in 0..<blocks {
            let shift = Int((slope * (Double(block) + 0.5)).rounded()), row = rows.start + block * width + shift
            for place in max(0, -shift)..<min(width, width - shift) { total[place] += row[place] }
          }
          for place in 0..<width where total[place] > best.value { best = (total[place], place, slope) }
        }
      }
    }
    return (best.place, best.slope)
  }

  /// One block's correlation with the music around a place, of deviation 1.
  private func correlate(
    _ block: [Complex], _ music: [Float], _ start: Int, into row: UnsafeMutablePointer<Float>
  ) {
    let reach = Self.reach
    var b = [Float](repeating: 0, count: forward.size)
    for index in 0..<BlockCorrelations.size + 2 * reach {
      let place = start - reach + index
      if place >= 0 && place < music.count { b[index] = music[place] }
    }
    var spectrum = forward.forward(b)
    for bin in spectrum.indices { spectrum[bin] = spectrum[bin] * block[bin].conjugate }
    forward.inverse(&spectrum, into: &b)
    let width = 2 * reach + 1
    var squares: Float = 0
    for index in 0..<width { squares += b[index] * b[index] }
    let factor = 1 / max(1e-12, (squares / Float(width)).squareRoot())
    for index in 0..<width { row[index] = b[index] * factor }
  }
}
