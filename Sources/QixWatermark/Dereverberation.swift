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
    var system = HermitianSystem(size: taps)
    var weightedRe = [Float](repeating: 0, count: count), weightedIm = weightedRe
    let inputRe = re.start + start, inputIm = im.start + start, scale = weight.start + start
    /// Weighted conjugate of the frames at a lag, times those at others.
    func fill(_ lag: Int) {
      for t in 0..<count {
        weightedRe[t] = scale[reach + t] * inputRe[reach + t - lag]
        weightedIm[t] = scale[reach + t] * inputIm[reach + t - lag]
      }
    }
    func product(_ lag: Int) -> (re: Double, im: Double) {
      let r = inputRe + reach - lag, i = inputIm + reach - lag
      let real = Vector.dot(weightedRe, r, count) + Vector.dot(weightedIm, i, count)
      let imaginary = Vector.dot(weightedRe, i, count) - Vector.dot(weightedIm, r, count)
      return (Double(real), Double(imaginary))
    }
    for a in 0..<taps {
      fill(delay + a)
      for b in 0...a { (system.re[a * taps + b], system.im[a * taps + b]) = product(delay + b) }
      (system.rightRe[a], system.rightIm[a]) = product(0)
    }
    let g = system.solve(loading: 1e-3)
    for t in 0..<frames {
      var a = re[start + t], b = im[start + t]
      for tap in 0..<taps where t >= delay + tap {
        let p = start + t - delay - tap
        a -= g[tap].re * re[p] - g[tap].im * im[p]
        b -= g[tap].re * im[p] + g[tap].im * re[p]
      }
      x.re[start + t] = a
      x.im[start + t] = b
    }
  }
}
