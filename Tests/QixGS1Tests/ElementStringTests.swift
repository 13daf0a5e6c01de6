import QixTesting
import Testing

@testable import QixGS1

/// GS1's element strings and addresses.
@Suite struct ElementStringTests {
  private static let gs = "\u{1D}"

  /// Examples of the GS1 General Specifications and of GS1's guidelines, as readers give them and as people write them.
  @Test(
    arguments: [
      ("01095011010209171719050810ABCD1234\(gs)2110", "(01)09501101020917(17)190508(10)ABCD1234(21)10"),
      ("00106141412345678908", "(00)106141412345678908"),
      ("01095201234567883103000123", "(01)09520123456788(3103)000123"),
      ("0209520123456788370012\(gs)10L1", "(02)09520123456788(37)0012(10)L1"),
      ("8005000365\(gs)10123456", "(8005)000365(10)123456"),
      ("11100224171102243102000100", "(11)100224(17)110224(3102)000100"),
      ("4140614141000012254ABC", "(414)0614141000012(254)ABC"),
      ("700312073112\(gs)21X", nil), ("421528X1\(gs)10A", "(421)528X1(10)A"), ("\(gs)10ABC", "(10)ABC"),
    ] as [(String, String?)])
  func examplesAreRead(_ raw: String, _ bracketed: String?) throws {
    guard let bracketed else {
      #expect(throws: ElementString.Fault.self) { try ElementString(raw.utf8) }
      return
    }
    let read = try ElementString(raw.utf8)
    #expect(read.bracketed == bracketed)
    #expect(try ElementString(bracketed: bracketed) == read)
    #expect(try ElementString(read.bytes) == read)
  }

  @Test(arguments: [
    ("0109501101020918", ElementString.Fault.checkDigit(code: "01")), ("17190532", .date(code: "17")),
    ("17191301", .date(code: "17")), ("10", .malformed(code: "10")), ("01095011010209", .malformed(code: "01")),
    ("05123", .unknownIdentifier(at: 0)), ("", .empty), ("\(gs)", .empty),
    ("10ABCDEFGHIJKLMNOPQRSTU", .malformed(code: "10")), ("10A~B", .malformed(code: "10")),
    ("10A\(gs)10B", .contradiction(code: "10")), ("3109000123", .unknownIdentifier(at: 0)),
    ("1719050810A\(gs)99\(String(repeating: "x", count: 91))", .malformed(code: "99")),
    ("17190508XX", .unknownIdentifier(at: 8)),
  ])
  func faultsAreNamed(_ raw: String, _ fault: ElementString.Fault) {
    #expect(throws: fault) { try ElementString(raw.utf8) }
  }

  /// Each row of the table takes data of its own form and is found by its number.
  /// Readers that are set up to name the symbology put it in front (ISO/IEC 15424).
  @Test(arguments: [
    ("]E04006381333931", "04006381333931", nil), ("]E496385074", "00000096385074", nil),
    ("]C1010950110102091721AB-1", "09501101020917", "AB-1"), ("]d2010950110102091721AB-1", "09501101020917", "AB-1"),
    ("]Q3010950110102091721AB-1", "09501101020917", "AB-1"), ("]e00109501101020917", "09501101020917", nil),
    ("]Q1https://id.gs1.org/01/09501101020917/21/AB-1", "09501101020917", "AB-1"),
  ])
  func whatNamesTheSymbologyIsTakenAway(_ text: String, _ gtin: String, _ serial: String?) throws {
    let item = try #require(ScannedItem(text))
    #expect(try item.gtin == GTIN(gtin) && item.serial == serial)
    #expect(ScannedItem.typed(text).contains(item))
  }

  @Test(arguments: ["]", "]C", "]C1", "]C1 4006381333931x", "]\u{1}14006381333931", "]E04006381333932"])
  func othersAreNoItems(_ text: String) { #expect(ScannedItem.typed(text).isEmpty) }

  @Test func theTableIsWhole() {
    #expect(ApplicationIdentifier.all.count > 450)
    for (code, identifier) in ApplicationIdentifier.all {
      #expect(identifier.code == code && (2...4).contains(code.utf8.count) && !identifier.title.isEmpty)
      #expect(!identifier.parts.isEmpty && identifier.parts.allSatisfy { $0.lengths.upperBound > 0 }, "\(code)")
      #expect(ApplicationIdentifier.leading(Array(code.utf8)[...]) == identifier, "\(code) is hidden by a shorter one")
      // What needs no FNC1 has one length (figure 7.8.5-1).
      if identifier.isPredefined { #expect(identifier.parts.allSatisfy { $0.lengths.count == 1 }, "\(code)") }
    }
  }

  @Test(arguments: [
    ("190508", 2019, 5, 8), ("240200", 2024, 2, 29), ("230200", 2023, 2, 28), ("760101", 1976, 1, 1),
    ("750101", 2075, 1, 1), ("991231", 1999, 12, 31), ("001231", 2000, 12, 31),
  ])
  func daysAreRead(_ text: String, _ year: Int, _ month: Int, _ day: Int) throws {
    let date = try #require(GS1Date(text.utf8))
    #expect((date.year, date.month, date.day) == (year, month, day))
  }

  /// Of the GS1 Digital Link standard, section 6 and its examples.
  @Test(arguments: [
    ("https://id.gs1.org/01/09520123456788", "(01)09520123456788"),
    ("https://id.gs1.org/01/09520123456788/22/2A", "(01)09520123456788(22)2A"),
    ("https://id.gs1.org/01/09520123456788/10/ABC123", "(01)09520123456788(10)ABC123"),
    (
      "https://id.gs1.org/01/09520123456788/10/ABC1/21/12345?17=180426", "(01)09520123456788(10)ABC1(21)12345(17)180426"
    ),
    ("https://id.gs1.org/00/952012345678912345", "(00)952012345678912345"),
    ("https://id.gs1.org/01/09520123456788?3103=000195", "(01)09520123456788(3103)000195"),
    ("https://example.com/some/path/01/09520123456788?linkType=gs1:pip&17=201225", "(01)09520123456788(17)201225"),
    ("HTTPS://EXAMPLE.COM/01/9520123456788/#top", "(01)09520123456788"),
    ("http://example.com/gtin/09520123456788/ser/A%2FB", "(01)09520123456788(21)A/B"),
    ("https://id.gs1.org/414/9520123456788/254/32a%2Fb", "(414)9520123456788(254)32a/b"),
  ])
  func addressesAreRead(_ text: String, _ bracketed: String) throws {
    #expect(try #require(DigitalLink(text)).elements.bracketed == bracketed)
  }

  @Test(arguments: [
    "https://example.com/", "https://example.com/01/09520123456789", "ftp://id.gs1.org/01/09520123456788",
    "https:///01/09520123456788", "https://u:p@example.com/01/09520123456788", "https://id.gs1.org/01/0952%",
    "https://id.gs1.org/01/09520123456788/21/A/10/B", "https://id.gs1.org/01/09520123456788?17=180499",
    "https://id.gs1.org/01/09520123456788/99/X", "https://id.gs1.org/ARFKk4XB", "", "01/09520123456788",
    "https://id.gs1.org/01/09520123456788?05=1",
  ])
  func whatIsNoneIsNone(_ text: String) { #expect(DigitalLink(text) == nil) }

  @Test(
    arguments: [
      ("4006381333931", "4006381333931", nil), ("(01)04006381333931(21)A1", "4006381333931", "A1"),
      ("https://id.gs1.org/01/04006381333931/21/A1", "4006381333931", "A1"),
      ("010400638133393121A1", "4006381333931", "A1"), ("0209520123456788370012", nil, nil), ("hello", nil, nil),
      ("(10)ABC", nil, nil), ("https://example.com", nil, nil),
    ] as [(String, String?, String?)])
  func whateverIsTypedIsAnItem(_ text: String, _ gtin: String?, _ serial: String?) {
    let item = ScannedItem(text)
    #expect(item?.gtin.short == gtin && item?.serial == serial)
  }
}
