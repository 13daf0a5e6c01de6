/// Removal of late reverberation by weighted linear prediction in each bin (Nakatani and others, 2010).
struct Dereverberation: Sendable {
  /// Frames that predict.
  var taps = 6
  /// Frames between the latest of them and the one that is predicted.
  var delay = 2
  var iterations = 2

  func apply(to y: Spectrogram) -> Spectrogram {
    let frames = y.frames, taps = min(self.taps, frames / 16)
    guard taps > 0 else { return y }
    var x = y
    for _ in 0..<iterations {
      var weight = BoxFilter.mean(x.power, columns: frames, across: 3, down: 3)
      for row in 0..<y.bins.count {
        let range = row * frames..<(row + 1) * frames
        var mean: Float = 0
        for place in range { mean += weight[place] }
        let floor = 1e-3 * mean / Float(frames) + 1e-20
        for place in range { weight[place] = 1 / (weight[place] + floor) }
      }
      y.re.withUnsafeBufferPointer { re in
        y.im.withUnsafeBufferPointer { im in
          weight.withUnsafeBufferPointer { weight in
            for row in 0..<y.bins.count { predict(row, taps, re, im, weight, &x) }
          }
        }
      }
    }
    return x
  }

  /// Takes out of one bin what earlier frames foretell of it.
  private func predict(
    _ row: Int, _ taps: Int, _ re: UnsafeBufferPointer<Float>, _ im: UnsafeBufferPointer<Float>,
    _ weight: UnsafeBufferPointer<Float>, _ x: inout Spectrogram
  ) {
    let frames = x.frames, start = row * frames
    let reach = delay + taps - 1, count = frames - reach
    let inputRe = re.start + start, inputIm = im.start + start, scale = weight.start + start + reach
    var system = HermitianSystem(size: taps)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * count) { weighted in
      let weightedRe = weighted.start, weightedIm = weighted.start + count
      for a in 0..<taps {
        // Weighted frames at a lag, whose conjugate times those at others is summed.
        let lagRe = inputRe + reach - delay - a, lagIm = inputIm + reach - delay - a
        for t in 0..<count {
          weightedRe[t] = scale[t] * lagRe[t]
          weightedIm[t] = scale[t] * lagIm[t]
        }
        for b in 0...a {
          let lag = delay + b
          let sum = Vector.product(weightedRe, weightedIm, inputRe + reach - lag, inputIm + reach - lag, count)
          (system.re[a * taps + b], system.im[a * taps + b]) = (Double(sum.re), Double(sum.im))
        }
        let right = Vector.product(weightedRe, weightedIm, inputRe + reach, inputIm + reach, count)
        (system.rightRe[a], system.rightIm[a]) = (Double(right.re), Double(right.im))
      }
    }
    let g = system.solve(loading: 1e-3)
    x.re.withUnsafeMutableBufferPointer { xRe in
      x.im.withUnsafeMutableBufferPointer { xIm in
        let outputRe = xRe.start + start, outputIm = xIm.start + start
        outputRe.update(from: inputRe, count: frames)
        outputIm.update(from: inputIm, count: frames)
        for (tap, factor) in g.enumerated() {
          let lag = delay + tap
          for t in lag..<frames {
            outputRe[t] -= factor.re * inputRe[t - lag] - factor.im * inputIm[t - lag]
            outputIm[t] -= factor.re * inputIm[t - lag] + factor.im * inputRe[t - lag]
          }
        }
      }
    }
  }
}
