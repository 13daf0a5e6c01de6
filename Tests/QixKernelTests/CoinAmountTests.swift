import QixKernel
import Testing

@Suite struct CoinAmountTests {
  private func parse(_ text: String) -> Result<Int64, CoinAmountError> {
    Array(text.utf8).withUnsafeBytes { CoinAmount.parse($0) }
  }

  @Test(arguments: [
    ("1", 1), ("500", 500), ("9223372036854775807", Int64.max), ("007", 7), ("0009223372036854775807", Int64.max),
  ])
  func readsWholePositiveAmounts(_ text: String, _ amount: Int64) {
    #expect(parse(text) == .success(amount))
  }

  @Test(
    arguments: [
      ("", .empty), ("0", .zero), ("000", .zero), ("-1", .negative), ("-0", .negative), ("\u{2212}1", .negative),
      ("-", .negative), ("+5", .signed), ("1e3", .exponential), ("1E3", .exponential), ("4.9E+11", .exponential),
      ("4,9E+11", .exponential), ("4.9E-3", .exponential), ("4.9E", .fractional), ("1.2.3e4", .fractional),
      ("1,000", .separated),
      ("1_000", .separated), ("1'000", .separated), ("1.50", .fractional), ("1.000", .fractional), (".5", .notANumber),
      ("9223372036854775808", .tooLarge), ("99999999999999999999999999", .tooLarge), ("NaN", .notANumber),
      ("inf", .notANumber), ("0x10", .notANumber), ("e3", .notANumber), ("ten", .notANumber), ("5 ", .spaced),
      (" 5", .spaced), ("1\u{A0}000", .spaced), ("5\n", .spaced), ("\u{665}\u{660}", .foreignDigits),
      ("1\u{660}", .foreignDigits), ("\u{FF15}", .foreignDigits), ("5\u{0}", .notANumber),
      ("9223372036854775808.5", .fractional), ("99999999999999999999e3", .exponential),
    ] as [(String, CoinAmountError)])
  func refusesEachMalformedFormInItsOwnWords(_ text: String, _ error: CoinAmountError) {
    #expect(parse(text) == .failure(error))
  }

  @Test func bytesThatAreNoTextAreRefused() {
    for bytes: [UInt8] in [[0xFF], [0x31, 0xC3], [0x80, 0x31], [0x31, 0xED, 0xA0, 0x80]] {
      #expect(bytes.withUnsafeBytes { CoinAmount.parse($0) } == .failure(.notANumber))
    }
  }

  @Test func everyErrorHasItsOwnSentence() {
    let sentences = Set(CoinAmountError.allCases.map(\.description))
    #expect(sentences.count == CoinAmountError.allCases.count)
  }
}
