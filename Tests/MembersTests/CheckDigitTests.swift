import QixCrypto
import QixKernel
import QixTesting
import Testing

@testable import Members

/// Member numbers and their check digit.
@Suite struct CheckDigitTests {
  /// The example of the standard, and a German tax number, which has the same check digit.
  @Test(arguments: ["07945", "86095742719"]) func knownNumbersAreRight(_ text: String) {
    let digits = text.utf8.map { $0 - UInt8(ascii: "0") }
    #expect(CheckDigit.isRight(digits))
    #expect(CheckDigit.of(digits.dropLast()) == digits.last)
  }

  private func numbers(_ count: Int) -> [MemberNumber] {
    let random = SeededRandomSource()
    return (0..<count).map { _ in MemberNumber.random(from: random) }
  }

  private func digits(_ number: MemberNumber) -> [UInt8] { "\(number)".utf8.map { $0 - UInt8(ascii: "0") } }

  /// Every single wrong digit at every place of a thousand numbers.
  @Test func everySingleWrongDigitIsFound() {
    for number in numbers(1_000) {
      let right = digits(number)
      #expect(right.count == 12 && MemberNumber(right) == number)
      for place in right.indices {
        for other in UInt8(0)...9 where other != right[place] {
          var wrong = right
          wrong[place] = other
          #expect(MemberNumber(wrong) == nil, "\(number) at \(place)")
        }
      }
    }
  }

  /// Not all, as with a check digit of one symbol from ten; but nine of ten.
  @Test func mostSwappedNeighboursAreFound() {
    var (swapped, found) = (0, 0)
    for number in numbers(1_000) {
      let right = digits(number)
      for place in right.indices.dropLast() where right[place] != right[place + 1] {
        var wrong = right
        wrong.swapAt(place, place + 1)
        swapped += 1
        if MemberNumber(wrong) == nil { found += 1 }
      }
    }
    #expect(Double(found) > 0.9 * Double(swapped), "\(found) of \(swapped)")
  }

  @Test func numbersAreOfTwelveDigitsAndDiffer() throws {
    let numbers = numbers(5_000)
    #expect(Set(numbers).count == numbers.count)
    #expect(numbers.contains { "\($0)".hasPrefix("0") })
    for number in numbers { #expect(try MemberNumber(stored: number.value) == number) }
    #expect(throws: (any Error).self) { try MemberNumber(stored: numbers[0].value + 1) }
    #expect(throws: (any Error).self) { try MemberNumber(stored: -1) }
    #expect(MemberNumber([0, 7, 9, 4, 5]) == nil)
  }

  /// What scanners and people put around the digits doesn't count; anything else is no code.
  @Test func aCodeIsReadAsItIsTyped() throws {
    let number = numbers(1)[0]
    let text = "\(number)12345678"
    for typed in [text, "]C1\(text)", "]Q3\(text)\r\n", "\(number) 1234 5678", "\(number)-1234-5678\t"] {
      let code = try MemberCode(SecretBytes(copying: Array(typed.utf8)))
      #expect(code.number == number && code.code == Array("12345678".utf8), "\(typed)")
    }
    for typed in ["", "12", String(text.dropLast()), "\(text)1", "\(number)1234567x", "\(number)١٢٣٤٥٦٧٨"] {
      let failure = #expect(throws: Failure.self) { try MemberCode(SecretBytes(copying: Array(typed.utf8))) }
      #expect(failure?.code == "members.code-malformed", "\(typed)")
    }
    let wrong = "\(number)".hasPrefix("1") ? "2\(text.dropFirst())" : "1\(text.dropFirst())"
    let failure = #expect(throws: Failure.self) { try MemberCode(SecretBytes(copying: Array(wrong.utf8))) }
    #expect(failure?.code == "members.code-mistyped")
  }
}
