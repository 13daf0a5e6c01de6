import DrawsContract
import Foundation
import QixCrypto
import QixKernel
import QixShake
import QixTesting
import Testing

@testable import Draws

@Suite struct NumberTests {
  private static let secret = Array(0..<32).map(UInt8.init)

  private static func key() -> DrawKey { DrawKey(SecretBytes(copying: secret)) }

  /// Computed by a program of a few lines of Python that was written from docs/draws.md alone. The last five take 2, 3,
  /// 4, 5 and 9 words: the last two lie behind one counter and two.
  @Test(
    arguments: [
      (0, 1, 0), (1, 2, 0), (2, 3, 2), (3, 6, 0), (4, 100, 49), (5, 1_000, 794), (6, 4_294_967_296, 254_784_107),
      (7, 1_000_000_000_039, 167_589_627_498), (8, 4_611_686_018_427_387_905, 690_205_684_132_219_214),
      (9, 6_148_914_691_236_517_206, 536_390_954_906_135_829),
      (10, 9_223_372_036_854_775_783, 8_760_699_452_508_669_435),
      (11, 9_223_372_036_854_775_808, 2_497_689_279_014_563_129),
      (102, 6_148_914_691_236_517_206, 1_728_900_726_206_655_476),
      (103, 6_148_914_691_236_517_206, 4_420_777_900_670_115_837),
      (107, 6_148_914_691_236_517_206, 4_400_753_608_205_308_665),
      (125, 6_148_914_691_236_517_206, 1_000_279_443_232_437_209),
      (1_834, 6_148_914_691_236_517_206, 1_504_515_835_937_543_292),
    ] as [(UInt64, UInt64, UInt64)])
  func numbersAreThoseOfTheReference(_ shake: UInt64, _ bound: UInt64, _ value: UInt64) {
    #expect(Self.key().number(below: bound, for: Booth.shake(shake), of: Booth.campaign) == value)
  }

  /// Campaign and shake both count, and nothing else.
  @Test func otherShakesAndCampaignsDrawOtherNumbers() {
    let key = Self.key()
    let other = CampaignID(high: Booth.campaign.high, low: Booth.campaign.low + 1)
    let first = key.number(below: 1 << 63, for: Booth.shake(1), of: Booth.campaign)
    #expect(key.number(below: 1 << 63, for: Booth.shake(1), of: Booth.campaign) == first)
    #expect(key.number(below: 1 << 63, for: Booth.shake(2), of: Booth.campaign) != first)
    #expect(key.number(below: 1 << 63, for: Booth.shake(1), of: other) != first)
  }

  /// Whether the numbers are as even as chance makes them: χ² of up to 64 equal parts of the range. Its chance to be
  /// beyond six standard deviations, by the cube root of Wilson and Hilferty, is one in a thousand million.
  ///
  /// `QIX_LONG=1` draws a million for each bound, else a million for one and fewer for the others.
  @Test(
    arguments: [
      2, 3, 7, 100, 1_000, 1 << 32, 4_611_686_018_427_387_905, 6_148_914_691_236_517_206, (1 << 63) - 25, 1 << 63,
    ] as [UInt64])
  func numbersAreEven(_ bound: UInt64) {
    let seed = Seed(for: "numbers below \(bound)")
    var generator = SeededGenerator(seed)
    let key = DrawKey(SecretBytes(copying: (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }))
    let draws = LongForm.isAsked || bound == 1_000 ? 1_000_000 : 50_000
    let parts = min(bound, 64)
    var counts = [Int](repeating: 0, count: Int(parts))
    for index in 0..<draws {
      let number = key.number(below: bound, for: Booth.shake(UInt64(index)), of: Booth.campaign)
      guard number < bound else {
        Issue.record("\(number) is not below \(bound)")
        return
      }
      let part = UInt128(number) * UInt128(parts) / UInt128(bound)
      counts[Int(part)] += 1
    }
    // Where the range isn't a multiple of the parts, they differ by one number.
    let sizes = (0..<parts).map { part -> Double in
      func start(_ part: UInt64) -> UInt128 {
        (UInt128(part) * UInt128(bound) + UInt128(parts) - 1) / UInt128(parts)
      }
      return Double(start(part + 1) - start(part))
    }
    let score = ChiSquare.score(counts, weights: sizes)
    #expect(abs(score) < 6, "χ² is \(score) standard deviations off; \(seed)")
  }
}

/// How far counts are from what weights let expect.
enum ChiSquare {
  /// In standard deviations of a normal distribution (Wilson and Hilferty 1931).
  static func score(_ counts: [Int], weights: [Double]) -> Double {
    let draws = Double(counts.reduce(0, +))
    let total = weights.reduce(0, +)
    var sum = 0.0
    for (count, weight) in zip(counts, weights) {
      let expected = draws * weight / total
      sum += (Double(count) - expected) * (Double(count) - expected) / expected
    }
    let freedom = Double(counts.count - 1)
    return (cbrt(sum / freedom) - (1 - 2 / (9 * freedom))) / (2 / (9 * freedom)).squareRoot()
  }
}
