import Glibc
import QixLibraries
import QixTesting
import Testing

@testable import QixWatermark
@testable import QixWatermarkChannels

@Suite(.needs(.library(.fftw, packages: "libfftw3-single3"))) struct PartsTests {
  @Test func `SipHash agrees with its authors' vector`() {
    // Appendix A of the paper: key 00…0f, message 00…0e.
    let value = SipHash.digest((0..<16).map { UInt8($0) }, (0..<15).map { UInt8($0) })
    #expect(value == 0xa129_ca61_49be_45e5)
  }

  @Test func `a transform and its inverse give back the samples`() {
    var random = RandomNumbers(seed: 1)
    for size in [640, 1_764, 32_000] {
      let samples = random.normal(size), transform = RealFourier(size: size)
      let back = transform.inverse(transform.forward(samples))
      #expect(zip(samples, back).allSatisfy { abs($0 - $1) < 1e-4 })
    }
  }

  @Test func `short-time spectra give back the samples`() {
    var random = RandomNumbers(seed: 2)
    let samples = random.normal(5_000)
    for (size, hop) in [(1_024, 512), (2_048, 512)] {
      let transform = ShortTimeTransform(size: size, hop: hop)
      let back = transform.synthesise(transform.analyse(samples, bins: 0..<size / 2 + 1), count: samples.count)
      #expect(zip(samples, back).allSatisfy { abs($0 - $1) < 1e-3 })
    }
  }

  @Test func `a period has power 1 at any rate`() {
    for rate in [16_000, 44_100] {
      let period = Music.book.period(word: [1, 2, 3, 4, 5], rate: rate)
      let power = period.reduce(0) { $0 + $1 * $1 } / Float(period.count)
      #expect(period.count == 2 * rate && abs(power - 1) < 0.05)
    }
  }

  @Test func `a Hermitian system is solved`() {
    var system = HermitianSystem(size: 2)
    // [[2, j], [−j, 2]] · [1, 1] = [2 + j, 2 − j]; the lower triangle is stored.
    system.re = [2, 0, 0, 2]
    system.im = [0, 0, -1, 0]
    system.rightRe = [2, 2]
    system.rightIm = [1, -1]
    let x = system.solve(loading: 0)
    #expect(x.allSatisfy { abs($0.re - 1) < 1e-5 && abs($0.im) < 1e-5 })
  }

  @Test func `a tone keeps its place at another rate`() {
    let tone = (0..<44_100).map { Float(sin(2 * .pi * 1_000 * Double($0) / 44_100)) }
    let other = Resampler.convert(tone, from: 44_100, to: 16_000)
    #expect(abs(other.count - 16_000) <= 2)
    for index in 2_000..<14_000 {
      #expect(abs(other[index] - Float(sin(2 * .pi * 1_000 * Double(index) / 16_000))) < 0.01)
    }
  }

  @Test func `the tracker follows a swing that a straight line misses`() {
    let blocks = 20, width = 2 * DelayTracker.reach + 1
    var values = [Float](repeating: 0, count: blocks * width)
    for block in 0..<blocks {
      let place = DelayTracker.reach + Int((4 * sin(0.94 * Double(block))).rounded())
      values[block * width + place] = 0.5
    }
    #expect(DelayTracker().best(values, blocks: blocks).sum > 8)
  }

  @Test func `slots follow each other within a clip`() {
    let candidates = Candidates(event: 1, slots: 10...12)
    let timelines = candidates.timelines(blocks: 20, lag: 0, slope: 0)
    #expect(timelines.allSatisfy { zip($0.words, $0.words.dropFirst()).allSatisfy { $1 == $0 || $1 == $0 + 1 } })
    // Ten seconds lie within one slot or in two: three slots at phase 0, two pairs at four phases each.
    #expect(timelines.count == 11)
  }

  @Test func `thresholds grow with the list and shrink with what is allowed`() {
    let few = Threshold.score(falseAccepts: 1e-5, words: 4, clocks: 1, seconds: 10)
    let many = Threshold.score(falseAccepts: 1e-5, words: 4_000, clocks: 1, seconds: 10)
    let strict = Threshold.score(falseAccepts: 1e-8, words: 4, clocks: 1, seconds: 10)
    #expect(few < many && few < strict)
    #expect(abs(Threshold.tail(0.0013498980316300933) - 3) < 1e-6)
  }

  @Test func `air takes what ISO 9613-1 says`() {
    // Table 1 of the standard, 20 °C, 50 %: 4.66 dB/km at 1 kHz, 105 dB/km at 8 kHz.
    #expect(abs(Air.attenuation(1_000) * 1_000 - 4.66) < 0.1)
    #expect(abs(Air.attenuation(8_000) * 1_000 - 105) < 2)
  }
}
