internal import Glibc

/// Correlations of a whitened recording with every sequence, for each half second by itself.
///
/// A block's correlation says how well the sequence, late by so many samples modulo the period, fits the block. Blocks
/// are added later along whatever delay is supposed: a constant one, one of another clock, one of a moving hand.
struct BlockCorrelations: Sendable {
  /// Samples of a block.
  static let size = 8_000
  static let sequences = MarkFormat.symbols + 1

  /// Sequences' conjugate spectra A over `MarkFormat.bins`, with a phone's phase undone, two sequences at a time.
  struct Filters: Sendable {
    /// A + j B for the frequencies above 0, and A* + j B* for those below.
    let pairs: [(above: [Complex], below: [Complex])]

    /// - Parameter dispersion: β of the phase −β / f that is undone, rad Hz; a Butterworth edge of order 4 at f₀ has
    ///   about 2.6 f₀.
    init(book: CodeBook, dispersion: Double) {
      let width = Double(MarkFormat.rate) / Double(MarkFormat.period)
      let phases = MarkFormat.bins.map { Complex(angle: -dispersion / max(Double($0) * width, 50)) }
      let spectra = book.spectra.map { zip($0, phases).map { $0.conjugate * $1 } }
      pairs = stride(from: 0, to: BlockCorrelations.sequences, by: 2).map { first in
        let both = zip(spectra[first], spectra[first + 1])
        return (
          both.map { Complex($0.re - $1.im, $0.im + $1.re) }, both.map { Complex($0.re + $1.im, $1.re - $0.im) }
        )
      }
    }
  }

  /// Of a period's length.
  struct Transforms: Sendable {
    let forward = RealFourier(size: MarkFormat.period)
    let inverse = PairFourier(size: MarkFormat.period)
  }

  let blocks: Int
  /// [(block · sequences + sequence) · period + lag].
  let values: [Float]

  /// Sample in the middle of a block.
  static func middle(_ block: Int) -> Double { (Double(block) + 0.5) * Double(size) }

  /// - Parameters:
  ///   - samples: a whitened clip.
  ///   - room: what former correlations' values lay in, or nothing. Memory that was written before isn't fetched from
  ///     the system page by page.
  init(_ samples: [Float], filters: Filters, transforms: Transforms, room: inout [Float]) {
    let period = MarkFormat.period
    let blocks = max(1, Int((Double(samples.count) / Double(Self.size)).rounded()))
    self.blocks = blocks
    let count = blocks * Self.sequences * period
    var values = room.count >= count ? room : [Float](unsafeUninitializedCapacity: count) { $1 = count }
    room = []
    var spectrum = [Complex](repeating: .zero, count: transforms.forward.bins)
    var placed = [Float](repeating: 0, count: period)
    var product = [Complex](repeating: .zero, count: period), pairs = product
    values.withUnsafeMutableBufferPointer { values in
      for block in 0..<blocks {
        let start = block * Self.size
        let end = block == blocks - 1 ? samples.count : min(samples.count, start + Self.size)
        for index in placed.indices { placed[index] = 0 }
        for index in start..<max(start, end) { placed[index % period] += samples[index] }
        transforms.forward.forward(&placed, into: &spectrum)
        for (number, pair) in filters.pairs.enumerated() {
          Self.multiply(spectrum, pair, into: &product)
          transforms.inverse.inverse(&product, into: &pairs)
          let first = values.start + (block * Self.sequences + 2 * number) * period
          Vector.part(&pairs, into: first, first + period, period)
        }
      }
    }
    self.values = values
  }

  init(_ samples: [Float], filters: Filters, transforms: Transforms) {
    var room: [Float] = []
    self.init(samples, filters: filters, transforms: transforms, room: &room)
  }

  /// A block's spectrum times the filters of two sequences; values outside of the mark's band stay 0.
  private static func multiply(
    _ spectrum: [Complex], _ pair: (above: [Complex], below: [Complex]), into product: inout [Complex]
  ) {
    let first = MarkFormat.bins.lowerBound, last = product.count - first
    product.withUnsafeMutableBufferPointer { product in
      spectrum.withUnsafeBufferPointer { spectrum in
        pair.above.withUnsafeBufferPointer { above in
          pair.below.withUnsafeBufferPointer { below in
            for index in 0..<above.count {
              let value = spectrum[first + index]
              product[first + index] = value * above[index]
              product[last - index] = value.conjugate * below[index]
            }
          }
        }
      }
    }
  }
}
