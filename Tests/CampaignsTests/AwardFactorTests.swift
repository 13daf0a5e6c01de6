import CampaignsContract
import QixTesting
import Testing

@Suite struct AwardFactorTests {
  @Test(
    arguments: [
      (0, 150, 0), (1, 100, 1), (1, 199, 1), (10, 150, 15), (11, 150, 16), (3, 133, 3), (.max, 100, .max),
      (.max, 101, .max), (.max, .max, .max), (.max / 2, 200, .max - 1), (.max / 2 + 1, 200, .max),
    ] as [(Int64, Int64, Int64)])
  func productsAreRoundedDownAndCutOff(_ coins: Int64, _ hundredths: Int64, _ product: Int64) {
    #expect(AwardFactor(hundredths: hundredths).applied(to: coins) == product)
  }

  @Test func itIsTheProductOfAnySize() {
    let seed = Seed(for: "itIsTheProductOfAnySize")
    var generator = SeededGenerator(seed)
    for _ in 0..<2_000 {
      let coins = Int64.random(in: 0...(.max), using: &generator) >> Int64.random(in: 0...62, using: &generator)
      let hundredths = Int64.random(in: 100...100_000, using: &generator)
      // In 128 bits nothing is cut off.
      let product = min(Int128(coins) * Int128(hundredths) / 100, Int128(Int64.max))
      #expect(Int128(AwardFactor(hundredths: hundredths).applied(to: coins)) == product, "\(seed)")
    }
  }

  @Test(arguments: [(100, "1"), (150, "1.5"), (125, "1.25"), (205, "2.05"), (10_000, "100")] as [(Int64, String)])
  func itIsWrittenShort(_ hundredths: Int64, _ text: String) {
    #expect(AwardFactor(hundredths: hundredths).text == text)
  }
}
