internal import Glibc

/// Simultaneous masking of one channel, frame by frame.
///
/// Energies in half critical bands are spread over their neighbours (Schroeder, Atal and Hall, 1979) and lowered by an
/// offset between that of a tone masking noise, 14.5 + z dB, and of noise masking a tone, 5.5 dB (Johnston, 1988),
/// according to how well two frames predict the third (the unpredictability of ISO/IEC 11172-3, annex D, model 2).
struct MaskingModel: Sendable {
  /// Bands are half a Bark wide; below this rate they mask each other by 27 dB a Bark, above by 12 dB a Bark.
  static let bandsPerBark = 2
  private static let risingSlope = 27.0
  private static let fallingSlope = 12.0

  /// Bins of each band, from 0 Hz upward.
  let bands: [Range<Int>]
  /// Middle of each band, Bark.
  let centres: [Double]

  private let spreading: [[Float]]
  private var last: [Complex]
  private var beforeLast: [Complex]

  /// A frame's energies and thresholds, a value a band; power summed over the band's bins.
  struct Frame: Sendable {
    var energy: [Float]
    var threshold: [Float]
  }

  /// - Parameters:
  ///   - rate: samples a second.
  ///   - size: samples of a frame; frames advance by half of it.
  init(rate: Int, size: Int) {
    let bins = size / 2 + 1
    var bands: [Range<Int>] = []
    var first = 1
    // 21 Bark are 9.6 kHz: beyond the mark, as what lies above it masks it little.
    for number in 0..<21 * Self.bandsPerBark {
      var end = first
      while end < bins,
        BarkScale.rate(Double(end) * Double(rate) / Double(size)) * Double(Self.bandsPerBark)
          < Double(number + 1)
      { end += 1 }
      if end > first { bands.append(first..<end) }
      first = end
    }
    self.bands = bands
    let width = Double(rate) / Double(size)
    let centres = bands.map { BarkScale.rate(Double($0.lowerBound + $0.upperBound - 1) / 2 * width) }
    self.centres = centres
    spreading = centres.map { masked in
      let row = centres.map { masker in
        let distance = masked - masker
        return pow(10, -(distance < 0 ? -distance * Self.risingSlope : distance * Self.fallingSlope) / 10)
      }
      let sum = row.reduce(0, +)
      return row.map { Float($0 / sum) }
    }
    last = Array(repeating: .zero, count: bins)
    beforeLast = last
  }

  /// Band of each bin; nil outside all.
  func bandOfBin(bins: Int) -> [Int?] {
    var numbers = [Int?](repeating: nil, count: bins)
    for (number, band) in bands.enumerated() { for bin in band where bin < bins { numbers[bin] = number } }
    return numbers
  }

  /// Takes the next frame's spectrum.
  mutating func frame(_ spectrum: [Complex]) -> Frame {
    var energy = [Float](repeating: 0, count: bands.count)
    var offset = energy
    for (number, band) in bands.enumerated() {
      var sum: Float = 0, unpredictable: Float = 0
      for bin in band {
        let power = spectrum[bin].power
        sum += power
        unpredictable += power * unpredictability(spectrum[bin], last[bin], beforeLast[bin])
      }
      energy[number] = sum
      let measure = sum > 0 ? unpredictable / sum : 1
      let tonality = min(1, max(0, -0.299 - 0.43 * logf(max(measure, 1e-3))))
      offset[number] = tonality * (14.5 + Float(centres[number])) + (1 - tonality) * 5.5
    }
    beforeLast = last
    last = spectrum
    var threshold = energy
    for number in bands.indices {
      var sum: Float = 0
      let row = spreading[number]
      for other in bands.indices { sum += row[other] * energy[other] }
      threshold[number] = sum * powf(10, -offset[number] / 10)
    }
    return Frame(energy: energy, threshold: threshold)
  }

  /// Distance of a value from what two values before it foretell: 0 for a steady tone, towards 1 for noise.
  private func unpredictability(_ now: Complex, _ last: Complex, _ beforeLast: Complex) -> Float {
    let (a, b) = (last.power.squareRoot(), beforeLast.power.squareRoot())
    guard a > 0, b > 0 else { return 1 }
    let unit = last * (1 / a)
    let predicted = unit * unit * beforeLast.conjugate * ((2 * a - b) / b)
    return (now - predicted).power.squareRoot() / max(now.power.squareRoot() + abs(2 * a - b), 1e-20)
  }
}
