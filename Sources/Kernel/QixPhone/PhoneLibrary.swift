internal import CPhone
package import QixKernel
internal import QixLibraries

/// libphonenumber behind `qix_phone.h`, loaded at the first number.
struct PhoneLibrary: Sendable {
  private typealias Parse =
    @convention(c) (
      UnsafePointer<CChar>?, Int, UnsafePointer<CChar>?, UnsafeMutablePointer<qix_phone>?
    ) -> Int32
  private typealias KnowsRegion = @convention(c) (UnsafePointer<CChar>?) -> Int32

  private let parse: Parse
  private let knows: KnowsRegion

  private static let loaded = Result { () throws(LibraryError) in try PhoneLibrary() }

  /// - Throws: `LibraryError` where it is missing, or made for another qix.
  static func load() throws(LibraryError) -> PhoneLibrary { try loaded.get() }

  private init() throws(LibraryError) {
    let library = try LateLibrary.phone.load()
    let interface = try library.function("qix_phone_interface", as: (@convention(c) () -> Int32).self)
    guard interface() == QIX_PHONE_INTERFACE else { throw .unfit(.phone, lacks: "interface \(QIX_PHONE_INTERFACE)") }
    parse = try library.function("qix_phone_parse", as: Parse.self)
    knows = try library.function("qix_phone_knows_region", as: KnowsRegion.self)
  }

  func knows(region: String) -> Bool { region.withCString { knows($0) } == 1 }

  func number(_ text: String, region: String?) throws -> qix_phone {
    var result = qix_phone()
    var text = text
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        (region ?? "").withCString { parse(bytes.baseAddress, bytes.count, $0, &result) }
      }
    }
    switch Int(code) {
    case QIX_PHONE_OK: return result
    case QIX_PHONE_NO_NUMBER: throw PhoneNumberError.notANumber
    case QIX_PHONE_NO_COUNTRY:
      throw Failure(
        "phone.no-country", .usage, "the phone number has no existing country code",
        hint: "Write the country code first, such as +49, or set `identity.phone-region`.")
    case QIX_PHONE_TOO_SHORT: throw PhoneNumberError.tooShort
    case QIX_PHONE_TOO_LONG: throw PhoneNumberError.tooLong
    // It can be dialled only from next door.
    case QIX_PHONE_LOCAL:
      throw Failure("phone.local", .usage, "the phone number lacks its area code", hint: PhoneNumberError.region)
    case QIX_PHONE_EXTENSION:
      throw Failure("phone.extension", .usage, "the phone number has an extension, so no message can reach it")
    default: throw Failure("phone.failed", .failed, "libphonenumber failed on the phone number")
    }
  }
}

extension PhoneNumber {
  init(_ text: String, region: String?, _ library: PhoneLibrary) throws {
    var number = try library.number(text, region: region)
    // Digits that need a region, and none to be dialled before: with a plus they may be a number all the same.
    let first = text.unicodeScalars.first { $0.properties.numericType == .decimal }
    let isBare = region != nil && !text.contains { "+\u{FF0B}".contains($0) } && first?.properties.numericValue != 0
    let digits = text.unicodeScalars.count { $0.properties.numericType == .decimal }
    if isBare, number.is_valid == 0, digits < Self.fewestDigits { throw PhoneNumberError.tooShort }
    var isAmbiguous = false
    if isBare, var other = try? library.number("+" + text, region: nil) {
      isAmbiguous = other.is_valid != 0 && Self.text(&other.region) == region
    }
    let region = Self.text(&number.region)
    self.init(
      e164: Self.text(&number.e164), region: region.isEmpty ? nil : region, kind: Kind(number.kind),
      isKnown: number.is_valid != 0, international: Self.text(&number.international),
      isAmbiguous: isAmbiguous)
  }

  /// Digits of a number without a country code that no table knows: with fewer it is an extension, or a slip.
  private static let fewestDigits = 7

  private static func text<Characters>(_ characters: inout Characters) -> String {
    withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Makes sure that a region can be the one of numbers without a country code.
  /// - Throws: `phone.region`. Without the library any two capital letters pass.
  package static func check(region: String) throws(Failure) {
    let isCode =
      region.utf8.count == 2 && region.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    guard isCode, (try? PhoneLibrary.load())?.knows(region: region) ?? true else {
      throw Failure("phone.region", .usage, "the region must be two letters of ISO 3166-1, such as DE")
    }
  }
}

extension PhoneNumber.Kind {
  fileprivate init(_ code: Int32) {
    self =
      switch Int(code) {
      case QIX_PHONE_FIXED: .fixed
      case QIX_PHONE_MOBILE: .mobile
      case QIX_PHONE_FIXED_OR_MOBILE: .fixedOrMobile
      case QIX_PHONE_TOLL_FREE: .tollFree
      case QIX_PHONE_PREMIUM: .premium
      case QIX_PHONE_VOIP: .voip
      case QIX_PHONE_OTHER: .other
      default: .unknown
      }
  }
}
