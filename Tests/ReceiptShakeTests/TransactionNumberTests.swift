import Testing

@testable import ReceiptShake

@Suite struct TransactionNumberTests {
  @Test(arguments: [
    ("443788", "443788"), ("DOC 443788", "443788"), ("0443788", "443788"), ("DOC. N. 0443-788", "443788"),
    ("CS00443788", "443788"), ("OO42/778l", "427781"), ("0042-7781", "427781"), ("ABC", "ABC"), ("000", "0"),
  ])
  func numbersAreComparedByTheirDigits(_ text: String, _ plain: String) {
    #expect(String(decoding: TransactionNumber.plain(text), as: UTF8.self) == plain)
  }
}
