/// Short-time spectra of a clip, a row of frames for each bin of a range.
struct Spectrogram: Sendable {
  let frames: Int
  let bins: Range<Int>
  /// Real and imaginary parts, [(bin − first bin) · frames + frame].
  var re: [Float]
  var im: [Float]

  init(frames: Int, bins: Range<Int>) {
    self.frames = frames
    self.bins = bins
    re = [Float](repeating: 0, count: frames * bins.count)
    im = re
  }

  /// Powers, laid out as the parts.
  var power: [Float] {
    var power = re
    for index in power.indices { power[index] = re[index] * re[index] + im[index] * im[index] }
    return power
  }
}

/// Short-time transform with sine windows.
struct ShortTimeTransform: Sendable {
  let size: Int
  let hop: Int
  private let transform: RealFourier
  private let window: [Float]

  /// - Parameter hop: divides the size, at most half of it.
  init(size: Int, hop: Int) {
    precondition(size % hop == 0 && hop * 2 <= size)
    self.size = size
    self.hop = hop
    transform = RealFourier(size: size)
    window = SineWindow.values(size)
  }

  /// Frames of a clip; the first begins a frame's size before the clip, the last ends behind it.
  func frames(of count: Int) -> Int { (count + size + hop) / hop + 1 }

  /// Bins that a range of frequencies in Hz covers.
  func bins(_ band: Range<Double>, rate: Int) -> Range<Int> {
    let width = Double(rate) / Double(size)
    return Int((band.lowerBound / width).rounded(.up))..<Int((band.upperBound / width).rounded(.up))
  }

  func analyse(_ samples: [Float], bins: Range<Int>) -> Spectrogram {
    let count = frames(of: samples.count)
    var result = Spectrogram(frames: count, bins: bins)
    var frame = [Float](repeating: 0, count: size)
    var spectrum = [Complex](repeating: .zero, count: transform.bins)
    result.re.withUnsafeMutableBufferPointer { re in
      result.im.withUnsafeMutableBufferPointer { im in
        for number in 0..<count {
          let start = number * hop - size
          for index in 0..<size {
            let place = start + index
            frame[index] = place >= 0 && place < samples.count ? samples[place] * window[index] : 0
          }
          transform.forward(&frame, into: &spectrum)
          for bin in bins {
            let place = (bin - bins.lowerBound) * count + number
            re[place] = spectrum[bin].re
            im[place] = spectrum[bin].im
          }
        }
      }
    }
    return result
  }

  func synthesise(_ spectra: Spectrogram, count: Int) -> [Float] {
    var output = [Float](repeating: 0, count: count)
    var frame = [Float](repeating: 0, count: size)
    var spectrum = [Complex](repeating: .zero, count: transform.bins)
    let factor = 2 * Float(hop) / Float(size) / Float(size)
    for number in 0..<spectra.frames {
      for index in spectrum.indices { spectrum[index] = .zero }
      for bin in spectra.bins {
        let place = (bin - spectra.bins.lowerBound) * spectra.frames + number
        spectrum[bin] = Complex(spectra.re[place], spectra.im[place])
      }
      transform.inverse(&spectrum, into: &frame)
      let start = number * hop - size
      for index in max(0, -start)..<max(max(0, -start), min(size, count - start)) {
        output[start + index] += frame[index] * window[index] * factor
      }
    }
    return output
  }
}
