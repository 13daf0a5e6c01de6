internal import Glibc

/// Powers that the mark has in half critical bands, from what the music masks there.
struct MarkShape: Sendable {
  /// Bins of each band that lie within the mark's band; nil outside.
  let bandOfBin: [Int?]
  /// Half critical bands, marked or not.
  var bands: Int { isMarked.count }

  private let settings: Embedder.Settings
  private var model: MaskingModel
  private var lastThreshold: [Float]
  private let isMarked: [Bool]

  /// - Parameters:
  ///   - rate: samples a second.
  ///   - size: samples of a frame; frames advance by half of it.
  init(rate: Int, size: Int, settings: Embedder.Settings) {
    self.settings = settings
    model = MaskingModel(rate: rate, size: size)
    bandOfBin = model.bandOfBin(bins: size / 2 + 1).enumerated().map { bin, band in
      MarkFormat.band.contains(Double(bin) * Double(rate) / Double(size)) ? band : nil
    }
    lastThreshold = Array(repeating: 0, count: model.bands.count)
    var isMarked = [Bool](repeating: false, count: model.bands.count)
    for case let band? in bandOfBin { isMarked[band] = true }
    self.isMarked = isMarked
  }

  /// Takes the next frame's spectrum.
  /// - Parameter extra: dB that are added to the margin.
  /// - Returns: the mark's power in each band, and the music's in all marked ones.
  mutating func powers(_ spectrum: [Complex], extra: Double = 0) -> (mark: [Float], host: Float) {
    let frame = model.frame(spectrum)
    var host: Float = 0, count: Float = 0
    for band in isMarked.indices where isMarked[band] {
      host += frame.energy[band]
      count += 1
    }
    let mean = host / max(1, count)
    let margin = powf(10, -Float(settings.margin + extra) / 10), ceiling = powf(10, Float(settings.ceiling) / 10)
    var mark = frame.energy
    for band in isMarked.indices {
      guard isMarked[band] else {
        mark[band] = 0
        continue
      }
      let threshold = min(frame.threshold[band], settings.onset * lastThreshold[band] + 1e-9)
      let strong = powf(max(1, frame.energy[band] / (mean + 1e-20)), -settings.tilt)
      mark[band] = min(threshold * margin, frame.energy[band] * ceiling) * strong
    }
    lastThreshold = frame.threshold
    return (mark, host)
  }
}
