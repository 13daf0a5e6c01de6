import CoinsContract
import Testing

@testable import Rewards

/// Figures of reports are whole-number arithmetic: the same on every machine, and right where a product leaves 64 bits.
@Suite struct ShareTests {
  @Test(
    arguments: [
      (100, 820, 0.1219), (1, 3, 0.3333), (2, 3, 0.6666), (0, 5, 0), (5, 5, 1), (7, 2, 3.5),
      (Int64.max, Int64.max, 1), (1, Int64.max, 0),
    ] as [(Int64, Int64, Double)])
  func aShareIsRoundedDown(_ part: Int64, _ whole: Int64, _ value: Double) {
    #expect(Share(part, of: whole).value == value)
  }

  @Test func aShareOfNothingIsNone() {
    #expect(Share(0, of: 0).value == nil)
    #expect(Share(5, of: 0).value == nil)
  }

  @Test func productsBeyond64BitsAreExact() {
    #expect(Share.scale(.max, by: .max, per: .max) == .max)
    #expect(Share.scale(.max, by: 2, per: 4) == .max / 2)
    #expect(Share.scale(.max, by: 2, per: 1) == nil)
    #expect(Share.scale(.max, by: .max, per: 1) == nil)
    #expect(Share.scale(10, by: 1, per: 3) == 3)
    #expect(Share.scale(10, by: 1, per: 3, up: true) == 4)
    #expect(Share.scale(9, by: 1, per: 3, up: true) == 3)
    #expect(Share.scale(.max, by: 3, per: 2, up: true) == nil)
  }
}
