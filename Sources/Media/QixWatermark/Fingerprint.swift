internal import Glibc

/// Rises of a clip's level in 33 bands, frame by frame of 32 ms: what reverberation and noise leave of its rhythm.
struct Fingerprint: Sendable {
  static let hop = 512
  static let bands = 33
  private static let transform = ShortTimeTransform(size: 2_048, hop: hop)
  /// Edges of the bands between 200 Hz and 6 kHz, evenly spaced in pitch.
  private static let edges = (0...bands).map { 200 * pow(30, Double($0) / Double(bands)) }

  let frames: Int
  /// Rises less their mean over a second, [band · frames + frame]; frame t's window ends at sample t · `hop`.
  let rises: [Float]
  /// Sum of the squares of all frames before each.
  let energy: [Double]

  /// - Parameter samples: at `MarkFormat.rate`.
  init(_ samples: [Float]) {
    let width = Double(MarkFormat.rate) / Double(Self.transform.size)
    let first = Int((Self.edges[0] / width).rounded()), last = Int((Self.edges[Self.bands] / width).rounded())
    let spectra = Self.transform.analyse(samples, bins: first..<last)
    let frames = spectra.frames, power = spectra.power
    let floor = 1e-6 * power.reduce(0, +) / Float(max(1, power.count)) + 1e-20
    var rises = [Float](repeating: 0, count: Self.bands * frames)
    for band in 0..<Self.bands {
      let low = Int((Self.edges[band] / width).rounded()), high = Int((Self.edges[band + 1] / width).rounded())
      var level = [Float](repeating: 0, count: frames)
      for t in 0..<frames {
        var sum = floor
        for bin in low..<max(low + 1, high) where bin < last { sum += power[(bin - first) * frames + t] }
        level[t] = log2f(sum)
      }
      for t in 2..<frames { rises[band * frames + t] = min(3, max(0, level[t] - level[t - 2])) }
    }
    let mean = BoxFilter.mean(rises, columns: frames, across: 31, down: 1)
    for index in rises.indices { rises[index] -= mean[index] }
    var energy = [Double](repeating: 0, count: frames + 1)
    for t in 0..<frames {
      var sum = 0.0
      for band in 0..<Self.bands { sum += Double(rises[band * frames + t] * rises[band * frames + t]) }
      energy[t + 1] = energy[t] + sum
    }
    self.frames = frames
    self.rises = rises
    self.energy = energy
  }
}
