import QixKernel
import QixLibraries
import QixPhone
import QixTesting
import Testing

private let library = Requirement.library(.phone, packages: "libphonenumber-dev")

@Suite struct PhoneNumberTests {
  @Test(
    .needs(library),
    arguments: [
      ("+49 170 1234567", nil, "+491701234567"), ("0170/123 45 67", "DE", "+491701234567"),
      ("(0)170-1234567", "DE", "+491701234567"), ("00491701234567", "DE", "+491701234567"),
      ("+1 (201) 555-0123", nil, "+12015550123"), ("201.555.0123", "US", "+12015550123"),
      ("+44 7911 123456", nil, "+447911123456"), ("+39 06 698 12345", nil, "+390669812345"),
      // Digits of other scripts are digits: people type them on their own keyboards.
      ("+٤٩١٧٠١٢٣٤٥٦٧", nil, "+491701234567"), ("＋４９　１７０　１２３４５６７", nil, "+491701234567"),
    ] as [(String, String?, String)])
  func numbersAreReadAsPeopleWriteThem(_ text: String, _ region: String?, _ e164: String) throws {
    #expect(try PhoneNumber(text, region: region).e164 == e164)
  }

  @Test(
    .needs(library),
    arguments: [
      ("", "not-a-number"), ("+", "not-a-number"), ("12345678", "no-country"), ("+999 1234567", "no-country"),
      ("+49 1", "too-short"), ("+49 17012345678901234", "too-long"), ("1-800-FLOWERS", "not-a-number"),
      ("+49 170 1234567 ext. 5", "not-a-number"), ("+49 170 1234567;ext=5", "not-a-number"),
      ("+49 170 1234567 x5", "not-a-number"), ("tel:+491701234567", "not-a-number"),
      ("+49 170\u{0}1234567", "not-a-number"),
      ("+49 170\n1234567", "not-a-number"), ("\u{202E}+491701234567", "not-a-number"),
      ("+49½70 1234567", "not-a-number"),
      ("𝟘" + String(repeating: "1", count: 400), "too-long"), ("call me", "not-a-number"), ("#31#0170", "not-a-number"),
    ])
  func othersAreRefusedInWords(_ text: String, _ code: String) throws {
    let error = #expect(throws: (any Error).self) { try PhoneNumber(text) } as? any Diagnosable
    #expect(error?.code == "phone.\(code)")
    #expect(error?.description.contains("1701234567") == false)
  }

  @Test func aMegabyteIsRefusedAtOnce() {
    for piece in ["1", "+49", "(", "٤", " "] {
      let text = String(repeating: piece, count: 1 << 20)
      #expect(throws: PhoneNumberError.tooLong) { try PhoneNumber(text, region: "DE") }
    }
  }

  @Test(.needs(library))
  func kindsAndRegionsAreTold() throws {
    let mobile = try PhoneNumber("+49 170 1234567")
    #expect(mobile.kind == .mobile && mobile.region == "DE" && mobile.isKnown == true)
    #expect(try PhoneNumber("+49 900 1234567").kind == .premium)
    #expect(try PhoneNumber("+49 800 1234567").kind == .tollFree)
    #expect(try PhoneNumber("+49 30 1234567").kind == .fixed)
    // Possible, but the tables know none such: a warning, no refusal.
    #expect(try PhoneNumber("+49 111 1234567").isKnown == false)
  }

  /// Numbers that came into use behind the tables of 2022, and longer ones than any table knows.
  @Test(
    .needs(library),
    arguments: [
      ("+229 01 97 12 34 56", nil, "+2290197123456"), ("01 97 12 34 56", "BJ", "+2290197123456"),
      ("+2290121345678", nil, "+2290121345678"), ("00 229 01 95 12 34 56", "DE", "+2290195123456"),
      // Area codes of 2024 and 2025.
      ("+1 324 555 0123", nil, "+13245550123"), ("+1 621 555 0123", nil, "+16215550123"),
      ("+1 201 555 01234", nil, "+120155501234"), ("+376 123 4567", nil, "+3761234567"),
    ] as [(String, String?, String)])
  func whatTheTablesDontKnowIsTaken(_ text: String, _ region: String?, _ e164: String) throws {
    let number = try PhoneNumber(text, region: region)
    #expect(number.e164 == e164 && number.isKnown != nil)
    #expect(number.masked.filter(\.isNumber).count <= 5 && number.masked.hasSuffix(String(e164.suffix(2))))
    // No table will ever know an eleventh digit of North America.
    if e164.hasPrefix("+1"), e164.count == 13 { #expect(number.isKnown == false) }
  }

  /// With or without its country code it would be a number: somebody has to look.
  @Test(
    .needs(library),
    arguments: [
      ("49 151 12345678", "DE", PhoneNumber.Doubt.countryCode), ("4915112345678", "DE", .countryCode),
      ("0151 12345678", "DE", nil), ("+49 151 12345678", "DE", nil), ("151 12345678", "DE", nil),
      ("0049 151 12345678", "DE", nil), ("030 1234567", "DE", nil), ("+49 111 1234567", nil, .unknown),
    ] as [(String, String?, PhoneNumber.Doubt?)])
  func aPlusThatMayBeMissingIsPointedOut(_ text: String, _ region: String?, _ doubt: PhoneNumber.Doubt?) throws {
    #expect(try PhoneNumber(text, region: region).doubt == doubt)
  }

  @Test(.needs(library), arguments: ["12345", "123456", "1 2 3 4 5"])
  func aFewDigitsAreNoNumber(_ text: String) throws {
    let error = #expect(throws: PhoneNumberError.tooShort) { try PhoneNumber(text, region: "DE") }
    #expect(error?.hint?.contains("identity.phone-region") == true)
  }

  /// Fewer digits than any number of the country has are a slip.
  @Test(.needs(library), arguments: [("+229 9712", "too-short"), ("+1 555 0123", "local")])
  func tooFewDigitsAreRefused(_ text: String, _ code: String) {
    let error = #expect(throws: (any Error).self) { try PhoneNumber(text) } as? any Diagnosable
    #expect(error?.code == "phone.\(code)")
  }

  @Test(.needs(library))
  func maskingLeavesTheCountryAndTwoDigits() throws {
    #expect(try PhoneNumber("+491701234567").masked == "+49 ••• •••••67")
    #expect(try PhoneNumber("+12015550123").masked == "+1 •••-•••-••23")
  }

  @Test(.needs(library))
  func regionsAreChecked() throws {
    try PhoneNumber.check(region: "DE")
    for region in ["", "de", "ZZ", "XX", "DEU", "D", "D\u{0}", "٤٩"] {
      let error = #expect(throws: Failure.self) { try PhoneNumber.check(region: region) }
      #expect(error?.code == "phone.region")
    }
  }

  /// Whatever comes in (pieces thrown together, and good numbers that were changed), what comes out is E.164, and reads
  /// as itself. `QIX_FUZZ` says how often.
  @Test(.needs(library))
  func rubbishNeverBecomesAnotherNumber() throws {
    let seed = Seed(for: "PhoneNumberTests")
    let pieces = Array("0123456789+-() ./٠٩０９ax;#*,\u{0}\u{202E}é²").map(String.init) + ["+49", "0170", "001", "+1"]
    let good = [
      "+49 170 1234567", "(0)170-1234567", "+39 06 698 12345", "201.555.0123", "+٤٩١٧٠١٢٣٤٥٦٧", "+22997123456",
    ]
    var mangler = Mangler(seed, pieces: pieces)
    var taken = 0
    for round in 0..<fuzzCount(30_000) {
      let bytes = round % 2 == 0 ? mangler.nonsense(21) : mangler.changed(Array(good[mangler.below(good.count)].utf8))
      let text = String(decoding: bytes, as: UTF8.self)
      let region = [nil, "DE", "US", "IT"][mangler.below(4)]
      guard let number = try? PhoneNumber(text, region: region) else { continue }
      taken += 1
      #expect(number.e164.utf8.first == 0x2B && (4...16).contains(number.e164.utf8.count), "\(seed)")
      #expect(number.e164.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }, "\(seed)")
      #expect(number.masked.filter(\.isNumber).count <= 5, "\(seed)")
      #expect((try? PhoneNumber(number.e164).e164) == number.e164, "\(seed): \(text.debugDescription)")
    }
    #expect(taken > 100, "\(seed)")
  }
}
