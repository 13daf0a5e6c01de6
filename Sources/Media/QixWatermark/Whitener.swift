internal import Glibc

/// Turns a recording into what a matched filter correlates: each bin weighted by the mark's amplitude that the music
/// leads to expect there, over the power that stands against it.
///
/// Two resolutions are added: long frames part the mark from steady tones, short ones from beats.
struct Whitener: Sendable {
  private let parts = [
    FrameWhitener(size: 1_024, taps: 10, across: 9, down: 3), FrameWhitener(size: 4_096, taps: 3, across: 5, down: 5),
  ]

  /// - Parameter samples: a clip at `MarkFormat.rate`.
  func whiten(_ samples: [Float]) -> [Float] {
    var sum = [Float](repeating: 0, count: samples.count)
    for part in parts {
      let white = part.whiten(samples)
      for index in sum.indices { sum[index] += white[index] }
    }
    return limited(sum)
  }

  /// Power of a spectral line over its neighbourhood's above which the line is a tone of the music.
  private static let excess: Float = 8
  /// Width of the neighbourhood, Hz.
  private static let neighbourhood = 40.0

  /// Brings lines that stand out of the whole clip's spectrum down to their neighbourhood.
  ///
  /// A tone held for seconds is coherent from block to block as the mark is, and would be taken for it. The mark's own
  /// lines don't stand out: with a score of 10, each has less than 1 % of its neighbourhood's power.
  private func limited(_ samples: [Float]) -> [Float] {
    let size = RealFourier.powerOfTwo(atLeast: samples.count)
    let transform = RealFourier(size: size)
    var spectrum = transform.forward(samples + [Float](repeating: 0, count: size - samples.count))
    let across = Int(Self.neighbourhood * Double(size) / Double(MarkFormat.rate)) | 1
    for _ in 0..<2 {
      let power = spectrum.map(\.power)
      let mean = BoxFilter.mean(power, columns: power.count, across: across, down: 1)
      for bin in spectrum.indices where power[bin] > Self.excess * mean[bin] {
        spectrum[bin] = spectrum[bin] * (Self.excess * mean[bin] / power[bin]).squareRoot()
      }
    }
    return Array(transform.inverse(spectrum).prefix(samples.count))
  }
}

/// Whitening at one resolution.
struct FrameWhitener: Sendable {
  let dereverberation: Dereverberation
  /// Frames and bins over which power is averaged.
  let across: Int
  let down: Int
  /// Percentile of a bin's band power that is taken for the noise's.
  let percentile = 0.05
  /// Least share of the power that is taken for the music's.
  let leastShare: Float = 0.03

  private let transform: ShortTimeTransform

  /// - Parameters:
  ///   - size: samples of a frame; frames advance by half of it.
  ///   - taps: frames that foretell reverberation.
  init(size: Int, taps: Int, across: Int, down: Int) {
    transform = ShortTimeTransform(size: size, hop: size / 2)
    dereverberation = Dereverberation(taps: taps)
    self.across = across
    self.down = down
  }

  func whiten(_ samples: [Float]) -> [Float] {
    let rate = MarkFormat.rate
    let bins = transform.bins(MarkFormat.band, rate: rate)
    let margin = transform.bins(60..<7_600, rate: rate)
    var x = dereverberation.apply(to: transform.analyse(samples, bins: margin))
    let frames = x.frames
    var power = x.power
    let floor = 1e-7 * power.reduce(0, +) / Float(power.count) + 1e-20
    for index in power.indices { power[index] += floor }
    let local = BoxFilter.mean(power, columns: frames, across: across, down: down)
    let host = hostPower(power, frames: frames, first: margin.lowerBound)
    // Powers grow with the frame's size; what comes out doesn't.
    let scale = Float(transform.size).squareRoot()
    for row in 0..<margin.count {
      let isInside = bins.contains(margin.lowerBound + row)
      for place in row * frames..<(row + 1) * frames {
        let weight = isInside ? scale * host[place].squareRoot() / local[place] : 0
        x.re[place] *= weight
        x.im[place] *= weight
      }
    }
    return transform.synthesise(x, count: samples.count)
  }

  /// Power of a strong band's excess by which it counts less: half the embedder's, as the recording's energies are of
  /// noise and reverberation too.
  private static let tilt = Embedder.Settings().tilt / 2

  /// Power within half a Bark of each bin, less what is there at the quietest moments, and lowered where the embedder
  /// lowers the mark.
  private func hostPower(_ power: [Float], frames: Int, first: Int) -> [Float] {
    let rows = power.count / frames
    let width = Double(MarkFormat.rate) / Double(transform.size)
    let reach = BarkScale.neighbours(bins: first + rows, width: width)
    // Sums over rows so far, so that any band's is a difference.
    var sums = [Double](repeating: 0, count: (rows + 1) * frames)
    for row in 0..<rows {
      for t in 0..<frames { sums[(row + 1) * frames + t] = sums[row * frames + t] + Double(power[row * frames + t]) }
    }
    var host = power
    var inner = [Float](repeating: 0, count: max(0, frames - 4))
    var total = [Float](repeating: 0, count: frames)
    var widths = [Float](repeating: 0, count: rows)
    for row in 0..<rows {
      let range = reach[first + row]
      let low = max(0, range.lowerBound - first), high = min(rows, range.upperBound - first)
      let start = row * frames
      for t in 0..<frames {
        host[start + t] = Float((sums[high * frames + t] - sums[low * frames + t]) / Double(high - low))
      }
      widths[row] = Float(high - low)
      if frames > 8 {
        for t in 2..<frames - 2 { inner[t - 2] = host[start + t] }
        let noise = Vector.value(rank: Int(percentile * Double(inner.count - 1)), of: &inner)
        for t in 0..<frames { host[start + t] = max(host[start + t] - noise, leastShare * host[start + t]) }
      }
      for t in 0..<frames { total[t] += host[start + t] }
    }
    // Energies of half critical bands over their mean, as `MarkShape` has them.
    let span = BarkScale.rate(Double(first + rows) * width) - BarkScale.rate(Double(first) * width)
    for row in 0..<rows {
      let bands = widths[row] * Float(span)
      for t in 0..<frames {
        let energy = host[row * frames + t] * bands
        if energy > total[t] { host[row * frames + t] *= powf(energy / total[t], -Self.tilt) }
      }
    }
    return host
  }
}
