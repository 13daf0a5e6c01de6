import Glibc
import QixLibraries
import QixTesting
import Testing

@testable import QixWatermark
@testable import QixWatermarkChannels

/// Sums that are made many values at a time, against the same sums value by value.
@Suite(.needs(.library(.fftw, packages: "libfftw3-single3"))) struct SumsTests {
  private static let period = MarkFormat.period

  private static func noise(_ count: Int, seed: UInt64 = 1) -> [Float] {
    var random = RandomNumbers(seed: seed)
    return random.normal(count)
  }

  @Test(arguments: [(0, 32_000), (31_990, 32_000), (20_000, 4_801), (-3, 7)])
  func `rows are read from their places on and around their ends`(first: Int, count: Int) {
    let period = Self.period, rows = Self.noise(3 * period), places = [0, 31_999, -40_007],
      amplitudes: [Float] = [1, 2, 3]
    var sums = [Float](repeating: 0, count: count)
    rows.withUnsafeBufferPointer { rows in
      let turned = (0..<3).map {
        TurnedSum.Row(values: rows.start + $0 * period, place: places[$0], amplitude: amplitudes[$0])
      }
      TurnedSum.write(turned, from: first, to: &sums, count: count)
    }
    for index in 0..<count {
      var sum: Float = 0
      for row in 0..<3 {
        let place = ((places[row] + first + index) % period + period) % period
        sum += amplitudes[row] * rows[row * period + place]
      }
      #expect(sums[index] == sum)
    }
  }

  @Test func `two sequences come back from one transform`() {
    let period = Self.period, forward = RealFourier(size: period)
    let a = Self.noise(period), b = Self.noise(period, seed: 2)
    var both = [Complex](repeating: .zero, count: period)
    for (index, (x, y)) in zip(forward.forward(a), forward.forward(b)).enumerated() {
      both[index] = Complex(x.re - y.im, x.im + y.re)
      if index > 0 && index < period / 2 { both[period - index] = Complex(x.re + y.im, y.re - x.im) }
    }
    var pairs = both
    PairFourier(size: period).inverse(both, into: &pairs)
    var (re, im) = (a, b)
    Vector.part(pairs, into: &re, &im, period)
    for index in stride(from: 0, to: period, by: 7) {
      #expect(abs(re[index] / Float(period) - a[index]) < 1e-5 && abs(im[index] / Float(period) - b[index]) < 1e-5)
    }
  }

  @Test func `values around a delay are those at each delay`() {
    let book = SipHash.book("sums"), word: [UInt8] = [3, 255, 128, 0, 77]
    let correlations = BlockCorrelations(
      Self.noise(3 * BlockCorrelations.size), filters: .init(book: book, dispersion: 410), transforms: .init())
    let sums = PathSum(correlations, words: [word])
    let rows = sums.rows(word: word), reach = DelayTracker.reach, period = Self.period
    var halves = [Float](repeating: 0, count: 2 * reach + 1)
    for (block, lag) in [(0, 0), (1, 31_996), (2, -3), (2, 12_345)] {
      let eight = sums.eight(block, word: 0, from: lag)
      sums.halves(block, word: 0, around: lag, into: &halves)
      for index in 0..<8 {
        let place = ((lag + index) % period + period) % period
        #expect(eight[index] == sums.value(block, word: 0, quarters: 4 * (lag + index)))
        #expect(eight[index] == rows[block * period + place])
      }
      for offset in -reach...reach {
        let value = sums.value(block, word: 0, quarters: 4 * lag + 2 * offset)
        #expect(abs(halves[offset + reach] - value) < 1e-3 * sums.variances[block].squareRoot())
      }
    }
  }

  @Test func `a straight line of delays is found among noise`() {
    let blocks = 21, period = Self.period, slope = 1.1
    var rows = Self.noise(blocks * period)
    for block in 0..<blocks {
      let lag = 31_990 + Int((slope * (Double(block) + 0.5)).rounded())
      // A line may be off by a sample in a block.
      for near in lag - 1...lag + 1 { rows[block * period + near % period] += 3 }
    }
    let best = DriftSearch().peaks(rows, blocks: blocks, deviation: Float(blocks).squareRoot())
      .max { $0.score < $1.score }
    #expect(best.map { abs($0.lag - 31_990) <= 1 && abs($0.slope - slope) < 0.11 && $0.score > 10 } == true)
  }

  @Test(arguments: [1, 2, 7, 500]) func `the value of a rank is the one that sorting puts there`(count: Int) {
    // Many are the same.
    let values = Self.noise(count).map { ($0 * 4).rounded() }, sorted = values.sorted()
    for rank in Set([0, count / 20, count / 2, count - 1]) {
      var own = values
      #expect(Vector.value(rank: rank, of: &own) == sorted[rank])
    }
  }
}
