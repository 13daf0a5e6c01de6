package import QixKernel

/// Why a text is no phone number. It does not repeat the text.
package enum PhoneNumberError: Failing, Equatable {
  case notANumber
  case tooShort
  case tooLong

  static let region =
    "One that doesn't begin with + and a country code is read as one of the country in `identity.phone-region`."

  package var failure: Failure {
    switch self {
    case .notANumber:
      Failure(
        "phone.not-a-number", .usage,
        "this is no phone number: it may have digits, a plus in front, and blanks, hyphens and the like")
    case .tooShort:
      Failure("phone.too-short", .usage, "the phone number is too short", hint: Self.region)
    case .tooLong:
      Failure("phone.too-long", .usage, "the phone number is too long", hint: Self.region)
    }
  }
}
