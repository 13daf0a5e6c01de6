import QixGS1
import QixTesting
import Testing

/// Numbers of products.
@Suite struct GTINTests {
  /// GS1 General Specifications, 7.9 and 5.2.2.4, and numbers that stand on packs.
  @Test(arguments: [
    ("6291041500213", "06291041500213", "6291041500213"), ("4006381333931", "04006381333931", "4006381333931"),
    ("036000291452", "00036000291452", "036000291452"), ("0036000291452", "00036000291452", "036000291452"),
    ("96385074", "00000096385074", "96385074"), ("10614141000415", "10614141000415", "10614141000415"),
    (" 4 006381-333931 ", "04006381333931", "4006381333931"), ("00012345600012", "00012345600012", "012345600012"),
  ])
  func allLengthsAreOneNumber(_ text: String, _ digits: String, _ short: String) throws {
    let gtin = try GTIN(text)
    #expect(gtin.digits == digits && gtin.short == short)
    #expect(try GTIN(gtin.short) == gtin && GTIN(digits) == gtin)
  }

  @Test(arguments: [
    ("4006381333932", GTIN.Fault.checkDigit(expected: 1)), ("400638133393", .checkDigit(expected: 0)), ("", .length(0)),
    ("123", .length(3)), ("40063813339310", .checkDigit(expected: 4)), ("400638133393a", .characters),
    ("٤006381333931", .characters), ("+4006381333931", .characters), ("0000000000000", .zero), ("00000000", .zero),
    ("400638133393111", .length(15)), (String(repeating: "1", count: 5_000), .length(41)),
  ])
  func whatIsNoneIsRefused(_ text: String, _ fault: GTIN.Fault) {
    #expect(throws: fault) { try GTIN(text) }
  }

  /// The rows of figure 5.2.2.4-2 of the specifications: each of the last digits that say where the zeros were.
  @Test(arguments: [
    ("01234505", "012000003455"), ("04252614", "042100005264"), ("01234531", "012300000451"),
    ("01234543", "012340000053"), ("01234558", "012345000058"), ("01234565", "012345000065"),
    ("01278907", "012000007897"), ("11234562", "112345000062"),
  ])
  func upcEIsExpanded(_ short: String, _ long: String) throws {
    #expect(try GTIN(upcE: short) == GTIN(long), "\(short)")
  }

  /// Eight digits below bars may be either.
  @Test func whatIsTypedMayBeAUPCE() throws {
    #expect(ScannedItem.typed("0123 4565").map(\.gtin) == [try GTIN("01234565"), try GTIN("012345000065")])
    #expect(ScannedItem.typed("96385074").map(\.gtin) == [try GTIN("96385074")])
    #expect(ScannedItem.typed("01234566").isEmpty && ScannedItem.typed("").isEmpty)
  }

  @Test func upcEHasItsOwnForm() {
    #expect(throws: GTIN.Fault.self) { try GTIN(upcE: "21234565") }
    #expect(throws: GTIN.Fault.self) { try GTIN(upcE: "0123456") }
    #expect(throws: GTIN.Fault.self) { try GTIN(upcE: "0123456a") }
    #expect(throws: GTIN.Fault.checkDigit(expected: 5)) { try GTIN(upcE: "01234566") }
  }

  @Test(arguments: [
    ("4006381333931", GTIN.Range.tradeItem), ("9780306406157", .book), ("9771144875007", .serial),
    ("2012345678900", .restricted), ("0212345678901", .restricted), ("9811234567898", .coupon),
    ("9901234567893", .coupon), ("0512345678908", .coupon), ("0412345678905", .company), ("20123451", .company),
    ("96385074", .tradeItem), ("10614141000415", .packing), ("9520001000019", .demonstration),
    ("9801234567891", .refund),
  ])
  func rangesAreTold(_ text: String, _ range: GTIN.Range) throws {
    let body = text.dropLast().utf8.map { $0 - 48 }
    let number = String(text.dropLast()) + String(GTIN.checkDigit(of: body))
    #expect(try GTIN(number).range == range, "\(number)")
  }

  @Test func whatIsWeighedIsTakenApart() throws {
    let gtin = try GTIN("2012345012349")
    let variable = try #require(gtin.variable)
    #expect(variable.prefix == "20" && variable.article == "12345" && variable.value == 1_234)
    #expect(variable.base.digits.dropLast() == "0201234500000")
    #expect(try GTIN("4006381333931").variable == nil)
  }

  @Test func aPackingHoldsItsUnit() throws {
    #expect(try GTIN("14006381333938").unit == GTIN("4006381333931"))
    #expect(try GTIN("4006381333931").unit == GTIN("4006381333931"))
  }

  /// Any digit that is changed is found, and any two neighbours that are exchanged and don't differ by five.
  @Test func theCheckDigitChecks() throws {
    let seed = Seed(for: "check digits")
    var random = SeededGenerator(seed)
    for _ in 0..<2_000 {
      var digits = (0..<13).map { _ in UInt8.random(in: 0...9, using: &random) }
      digits[0] = UInt8.random(in: 1...9, using: &random)
      digits.append(UInt8(GTIN.checkDigit(of: digits)))
      func text(_ digits: [UInt8]) -> String { digits.map { String($0) }.joined() }
      #expect((try? GTIN(text(digits))) != nil, "\(seed)")
      let place = Int.random(in: 0..<14, using: &random)
      var other = digits
      other[place] = (other[place] + UInt8.random(in: 1...9, using: &random)) % 10
      #expect((try? GTIN(text(other))) == nil, "\(seed): \(other)")
      let left = Int.random(in: 0..<13, using: &random)
      let difference = abs(Int(digits[left]) - Int(digits[left + 1]))
      digits.swapAt(left, left + 1)
      if difference != 0, difference != 5 { #expect((try? GTIN(text(digits))) == nil, "\(seed): \(digits)") }
    }
  }
}
