import QixKernel
import Testing

@Suite struct MoneyTests {
  @Test(
    arguments: [
      ("2 EUR", 200, "2.00 EUR"), ("2.5 EUR", 250, "2.50 EUR"), ("EUR 0.05", 5, "0.05 EUR"),
      ("200 JPY", 200, "200 JPY"),
      ("1.234 KWD", 1234, "1.234 KWD"), ("0 EUR", 0, "0.00 EUR"),
      ("92233720368547758.07 EUR", Int64.max, "92233720368547758.07 EUR"),
    ] as [(String, Int64, String)])
  func readsAndWrites(_ text: String, _ units: Int64, _ written: String) throws {
    let money = try Money(text)
    #expect(money.minorUnits == units)
    #expect("\(money)" == written)
    #expect(try Money(written) == money)
  }

  @Test(arguments: [
    "", "2", "EUR", "2,50 EUR", "1'000 EUR", "-2 EUR", "+2 EUR", "2. EUR", ".5 EUR", "2  EUR", "2 eur", "2 EUR ",
    "2e3 EUR",
    "2.505 EUR", "2.5 JPY", "2 XXX", "92233720368547758.08 EUR", "٢ EUR",
  ])
  func refuses(_ text: String) { #expect(throws: MoneyError.self) { try Money(text) } }

  @Test func belowOneUnitTheSignStaysInFront() throws {
    #expect("\(Money(minorUnits: -5, currency: try #require(Currency("EUR"))))" == "-0.05 EUR")
  }
}
