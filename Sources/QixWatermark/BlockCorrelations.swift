internal import Glibc

/// Correlations of a whitened recording with every sequence, for each half second by itself.
///
/// A block's correlation says how well the sequence, late by so many samples modulo the period, fits the block. Blocks
/// are added later along whatever delay is supposed: a constant one, one of another clock, one of a moving hand.
struct BlockCorrelations: Sendable {
  /// Samples of a block.
  static let size = 8_000
  static let sequences = MarkFormat.symbols + 1

  /// Sequences' conjugate spectra over `MarkFormat.bins`, with a phone's phase undone.
  struct Filters: Sendable {
    let spectra: [[Complex]]

    /// - Parameter dispersion: β of the phase −β / f that is undone, rad Hz; a Butterworth edge of order 4 at f₀ has
    ///   about 2.6 f₀.
    init(book: CodeBook, dispersion: Double) {
      let width = Double(MarkFormat.rate) / Double(MarkFormat.period)
      let phases = MarkFormat.bins.map { Complex(angle: -dispersion / max(Double($0) * width, 50)) }
      spectra = book.spectra.map { zip($0, phases).map { $0.conjugate * $1 } }
    }
  }

  let blocks: Int
  /// [(block · sequences + sequence) · period + lag].
  let values: [Float]

  /// Sample in the middle of a block.
  static func middle(_ block: Int) -> Double { (Double(block) + 0.5) * Double(size) }

  /// - Parameters:
  ///   - samples: a whitened clip.
  init(_ samples: [Float], filters: Filters, transform: RealFourier) {
    let period = MarkFormat.period, sequences = Self.sequences
    precondition(transform.size == period)
    let blocks = max(1, Int((Double(samples.count) / Double(Self.size)).rounded()))
    self.blocks = blocks
    var spectrum = [Complex](repeating: .zero, count: transform.bins), product = spectrum
    var placed = [Float](repeating: 0, count: period)
    values = [Float](unsafeUninitializedCapacity: blocks * sequences * period) { output, count in
      for block in 0..<blocks {
        let start = block * Self.size
        let end = block == blocks - 1 ? samples.count : min(samples.count, start + Self.size)
        for index in placed.indices { placed[index] = 0 }
        for index in start..<max(start, end) { placed[index % period] += samples[index] }
        transform.forward(&placed, into: &spectrum)
        for sequence in 0..<sequences {
          for index in 0..<MarkFormat.bins.lowerBound { product[index] = .zero }
          for index in MarkFormat.bins.upperBound..<product.count { product[index] = .zero }
          product.withUnsafeMutableBufferPointer { product in
            spectrum.withUnsafeBufferPointer { spectrum in
              filters.spectra[sequence].withUnsafeBufferPointer { filter in
                for index in 0..<filter.count {
                  product[MarkFormat.bins.lowerBound + index] =
                    spectrum[MarkFormat.bins.lowerBound + index] * filter[index]
                }
              }
            }
          }
          transform.inverse(&product, into: output.start + (block * sequences + sequence) * period)
        }
      }
      count = blocks * sequences * period
    }
  }
}
