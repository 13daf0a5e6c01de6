package import QixKernel

/// Why a text is no phone number. It does not repeat the text.
package enum PhoneNumberError: Failing, Equatable {
  case notANumber
  /// It has no country code, or one that no country has.
  case noCountry
  case tooShort
  case tooLong
  /// It can be dialled from next door alone.
  case local
  case hasExtension
  /// - Parameter reason: why libphonenumber isn't there.
  case onlyE164(reason: String)
  case unknownRegion
  case failed

  private static let region =
    "One that doesn't begin with + and a country code is read as one of the country in `identity.phone-region`."

  package var failure: Failure {
    switch self {
    case .notANumber:
      Failure(
        "phone.not-a-number", .usage,
        "this is no phone number: it may have digits, a plus in front, and blanks, hyphens and the like")
    case .noCountry:
      Failure(
        "phone.no-country", .usage, "the phone number has no country code that exists",
        hint: "Begin it with the country code, such as +49, or set `identity.phone-region`.")
    case .tooShort:
      Failure("phone.too-short", .usage, "the phone number is too short", hint: Self.region)
    case .tooLong:
      Failure("phone.too-long", .usage, "the phone number is too long", hint: Self.region)
    case .local:
      Failure("phone.local", .usage, "the phone number lacks its area code", hint: Self.region)
    case .hasExtension:
      Failure("phone.extension", .usage, "the phone number has an extension, which nothing can be sent to")
    case .onlyE164(let reason):
      Failure(
        "phone.only-e164", .usage, "only a phone number such as +491701234567 can be read here: \(reason)",
        hint: "Write it with + and country code and without blanks, or install what `qix doctor` lists.")
    case .unknownRegion:
      Failure("phone.region", .usage, "the region isn't two letters of ISO 3166-1, such as DE")
    case .failed:
      Failure("phone.failed", .failed, "libphonenumber failed on the phone number")
    }
  }
}
