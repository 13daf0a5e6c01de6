internal import Glibc

/// Takes known music out of a recording, and gathers what is left along the same paths.
///
/// Each bin of the recording is predicted from the music's frames of the last 0.6 s by weighted least squares; what
/// remains, over its variance and back through the conjugate paths (a RAKE receiver), is what the mark was before the
/// room.
struct HostRemoval: Sendable {
  /// Frames of the music that lead and that lag.
  private static let ahead = 1
  private static let behind = 20
  private let transform = ShortTimeTransform(size: 2_048, hop: 512)

  struct Result {
    /// The mark's estimate, on the music's time.
    var mark: [Float]
    /// Power that the music explains over power that it doesn't, dB, for each frame of 32 ms.
    var ratio: [Double]
    /// Mean power of each tap of the paths, 32 ms apart, the first a frame ahead.
    var taps: [Double]
  }

  /// A recording beside the music that may be in it.
  struct Pair {
    fileprivate let x: Spectrogram
    fileprivate let y: Spectrogram
    /// Frames that are predicted, of which the first have all that they are predicted from.
    fileprivate let range: Range<Int>
    fileprivate let taps: Int
  }

  /// - Parameters:
  ///   - recording: on the music's time, as long as the music.
  ///   - music: at `MarkFormat.rate`.
  ///   - lead: samples of the music at the beginning that the recording doesn't have; it is silent there.
  func pair(_ recording: [Float], music: [Float], lead: Int) -> Pair {
    let bins = transform.bins(MarkFormat.band, rate: MarkFormat.rate)
    let x = transform.analyse(music, bins: bins), y = transform.analyse(recording, bins: bins)
    let first = (lead + transform.hop - 1) / transform.hop + 4, last = x.frames - 8
    let behind = min(Self.behind, max(2, (last - first) / 12))
    return Pair(x: x, y: y, range: first..<last, taps: behind + Self.ahead)
  }

  /// Bins between those by which a fit is judged.
  private static let judged = 8

  /// How much of the recording the music explains, over what other music would by as many unknowns: about 1 where it
  /// isn't at its place. Takes a tenth of what `apply` does.
  func fit(_ pair: Pair) -> Double {
    let smooth = BoxFilter.mean(pair.y.power, columns: pair.y.frames, across: 5, down: 5)
    var paths = [Complex](repeating: .zero, count: pair.x.bins.count * pair.taps)
    let rows = stride(from: Self.judged / 2, to: pair.x.bins.count, by: Self.judged)
    let shares = rows.map { solve(pair.x, pair.y, $0, smooth, pair.range, pair.taps, &paths) }
    return shares.reduce(0, +) / Double(shares.count) * Double(pair.range.count) / Double(pair.taps)
  }

  func apply(_ pair: Pair, count: Int) -> Result {
    let (x, y, taps) = (pair.x, pair.y, pair.taps)
    let frames = x.frames, bins = x.bins, first = pair.range.lowerBound, last = pair.range.upperBound
    var rest = y
    var paths = [Complex](repeating: .zero, count: bins.count * taps)
    for _ in 0..<2 {
      let smooth = BoxFilter.mean(rest.power, columns: frames, across: 5, down: 5)
      for row in 0..<bins.count {
        _ = solve(x, y, row, smooth, first..<last, taps, &paths)
        subtract(x, y, row, paths, taps, &rest)
      }
    }
    var variance = BoxFilter.mean(rest.power, columns: frames, across: 3, down: 5)
    for index in variance.indices { variance[index] += 1e-12 }
    let ratio = (0..<frames).map { t in
      var whole = 0.0, left = 1e-20
      for row in 0..<bins.count {
        let place = row * frames + t
        whole += Double(y.re[place] * y.re[place] + y.im[place] * y.im[place])
        left += Double(rest.re[place] * rest.re[place] + rest.im[place] * rest.im[place])
      }
      return t >= first && t < last ? 10 * log10(max(whole - left, 1e-3 * left) / left) : -.infinity
    }
    let powers = (0..<taps).map { tap in
      (0..<bins.count).reduce(0.0) { $0 + Double(paths[$1 * taps + tap].power) } / Double(bins.count)
    }
    let mark = gather(rest, variance, paths, taps, first..<last)
    return Result(mark: transform.synthesise(mark, count: count), ratio: ratio, taps: powers)
  }

  /// Predicts one bin.
  /// - Returns: the share of its weighted power that is explained.
  private func solve(
    _ x: Spectrogram, _ y: Spectrogram, _ row: Int, _ smooth: [Float], _ range: Range<Int>, _ taps: Int,
    _ paths: inout [Complex]
  ) -> Double {
    let frames = x.frames, start = row * frames, count = range.count
    var mean: Float = 0
    for t in range { mean += smooth[start + t] }
    let floor = 1e-3 * mean / Float(count) + 1e-12
    // Weights, with room for lags; products of the music with itself, a row for each difference of lags.
    let room = count + taps
    var weight = [Float](repeating: 0, count: count)
    for t in 0..<count { weight[t] = 1 / (smooth[start + range.lowerBound + t] + floor) }
    var system = HermitianSystem(size: taps)
    var re = [Float](repeating: 0, count: room), im = re
    // Music from the frame that the longest lag reaches.
    let base = range.lowerBound - (taps - 1 - Self.ahead)
    func at(_ t: Int) -> Int? { t >= 0 && t < frames ? start + t : nil }
    var mr = [Float](repeating: 0, count: room), mi = mr
    for t in 0..<room { if let place = at(base + t) { (mr[t], mi[t]) = (x.re[place], x.im[place]) } }
    for difference in 0..<taps {
      // P(t) = X(t) · conj X(t − difference), so that R of lags a and a + difference is Σ w(t) conj P(t − a).
      for t in 0..<room {
        guard t >= difference else {
          (re[t], im[t]) = (0, 0)
          continue
        }
        re[t] = mr[t] * mr[t - difference] + mi[t] * mi[t - difference]
        im[t] = mi[t] * mr[t - difference] - mr[t] * mi[t - difference]
      }
      for a in 0..<taps - difference {
        // Lag of tap a: a − ahead; frame range.lowerBound + t − lag is index t + taps − 1 − a.
        let offset = taps - 1 - a
        let (p, q) = re.withUnsafeBufferPointer { re in
          im.withUnsafeBufferPointer { im in
            (
              Vector.dot(weight, re.start + offset, count), Vector.dot(weight, im.start + offset, count)
            )
          }
        }
        // Σ w conj X(t − b) X(t − a) with b = a + difference: row b, column a of the lower triangle.
        system.re[(a + difference) * taps + a] = Double(p)
        system.im[(a + difference) * taps + a] = Double(q)
      }
    }
    var whole: Float = 0
    for t in 0..<count {
      let place = start + range.lowerBound + t
      whole += weight[t] * (y.re[place] * y.re[place] + y.im[place] * y.im[place])
      re[t] = weight[t] * y.re[place]
      im[t] = weight[t] * y.im[place]
    }
    for a in 0..<taps {
      let offset = taps - 1 - a
      mr.withUnsafeBufferPointer { mr in
        mi.withUnsafeBufferPointer { mi in
          let r = mr.start + offset, i = mi.start + offset
          system.rightRe[a] = Double(Vector.dot(re, r, count) + Vector.dot(im, i, count))
          system.rightIm[a] = Double(Vector.dot(im, r, count) - Vector.dot(re, i, count))
        }
      }
    }
    var explained = 0.0
    let right = (re: system.rightRe, im: system.rightIm)
    for (tap, value) in system.solve(loading: 1e-3).enumerated() {
      paths[row * taps + tap] = value
      explained += Double(value.re) * right.re[tap] + Double(value.im) * right.im[tap]
    }
    return explained / max(Double(whole), 1e-20)
  }

  /// Subtracts what the music explains of one bin.
  private func subtract(
    _ x: Spectrogram, _ y: Spectrogram, _ row: Int, _ paths: [Complex], _ taps: Int, _ rest: inout Spectrogram
  ) {
    let frames = x.frames, start = row * frames
    for t in 0..<frames { (rest.re[start + t], rest.im[start + t]) = (y.re[start + t], y.im[start + t]) }
    for tap in 0..<taps {
      let lag = tap - Self.ahead, g = paths[row * taps + tap]
      for t in max(0, lag)..<min(frames, frames + lag) {
        let place = start + t - lag
        rest.re[start + t] -= g.re * x.re[place] - g.im * x.im[place]
        rest.im[start + t] -= g.re * x.im[place] + g.im * x.re[place]
      }
    }
  }

  private func gather(
    _ rest: Spectrogram, _ variance: [Float], _ paths: [Complex], _ taps: Int, _ range: Range<Int>
  ) -> Spectrogram {
    let frames = rest.frames
    var mark = Spectrogram(frames: frames, bins: rest.bins)
    for row in 0..<rest.bins.count {
      let start = row * frames
      for tap in 0..<taps {
        let lag = tap - Self.ahead, g = paths[row * taps + tap]
        for t in max(0, range.lowerBound - lag)..<min(frames, range.upperBound - lag) {
          let place = start + t + lag
          let (a, b) = (rest.re[place] / variance[place], rest.im[place] / variance[place])
          mark.re[start + t] += a * g.re + b * g.im
          mark.im[start + t] += b * g.re - a * g.im
        }
      }
    }
    return mark
  }
}
