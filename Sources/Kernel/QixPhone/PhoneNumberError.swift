package import QixKernel

/// Why a text is no phone number. It does not repeat the text.
package enum PhoneNumberError: Failing, Equatable {
  case notANumber
  case tooShort
  case tooLong

  static let region: Sentence =
    "Without + and a country code, the number is read as one of the country in `identity.phone-region`."

  package var failure: Failure {
    switch self {
    case .notANumber:
      Failure(
        "phone.not-a-number", .usage,
        "this is not a phone number; write digits, with a plus in front, and blanks or hyphens if you like")
    case .tooShort:
      Failure("phone.too-short", .usage, "the phone number is too short", hint: Self.region)
    case .tooLong:
      Failure("phone.too-long", .usage, "the phone number is too long", hint: Self.region)
    }
  }
}
