import QixFormats
import QixTesting
import Testing

@testable import ReceiptShake

/// What the desk finds when somebody asks after a receipt.
@Suite struct FindTests {
  /// A user reads out what is printed; somebody else's receipt has other numbers.
  @Test func aReceiptIsFoundByItsPrintedNumber() throws {
    try Till.with { till in
      let first = try till.hand(Paper())
      let other = try till.hand(
        Paper(date: "2027-01-10", number: "0042-9911", total: 900, items: [], others: ["R 5566771"], shot: 2), by: "ben"
      )
      func found(_ number: String) throws -> [String?] {
        let reply = try till.run(["receipt", "find", "--number", number])
        #expect(reply.exitCode == 0, "\(reply)")
        return reply.document["receipts"]?.array?.map { $0["receipt"]?.string } ?? []
      }
      #expect(try found("0042-7781") == [first.receipt])
      #expect(try found("card 4417112233") == [first.receipt])
      #expect(try found("5566771") == [other.receipt])
      #expect(try found("0042-9911 5566771") == [other.receipt])
      #expect(try found("4417112233 5566771").isEmpty)
      for words in [["--number", "42"], [], ["--number", "0042-7781", "--image", "x.jpg"]] {
        #expect(try till.run(["receipt", "find"] + words).exitCode == 2, "\(words)")
      }
    }
  }
}
