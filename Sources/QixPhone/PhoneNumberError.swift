package import QixKernel

/// Why a text is no phone number. It does not repeat the text.
package enum PhoneNumberError: Diagnosable, Equatable {
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

  package var category: ErrorCategory {
    switch self {
    case .failed: .failed
    default: .usage
    }
  }

  package var code: String {
    switch self {
    case .notANumber: "phone.not-a-number"
    case .noCountry: "phone.no-country"
    case .tooShort: "phone.too-short"
    case .tooLong: "phone.too-long"
    case .local: "phone.local"
    case .hasExtension: "phone.extension"
    case .onlyE164: "phone.only-e164"
    case .unknownRegion: "phone.region"
    case .failed: "phone.failed"
    }
  }

  package var description: String {
    switch self {
    case .notANumber: "this is no phone number: it may have digits, a plus in front, and blanks, hyphens and the like"
    case .noCountry: "the phone number has no country code that exists"
    case .tooShort: "the phone number is too short"
    case .tooLong: "the phone number is too long"
    case .local: "the phone number lacks its area code"
    case .hasExtension: "the phone number has an extension, which nothing can be sent to"
    case .onlyE164(let reason): "only a phone number such as +491701234567 can be read here: \(reason)"
    case .unknownRegion: "the region is none of the two letters of ISO 3166-1, such as DE"
    case .failed: "libphonenumber failed on the phone number"
    }
  }

  package var hint: String? {
    switch self {
    case .noCountry: "Begin it with the country code, such as +49, or set `identity.phone-region`."
    case .onlyE164: "Write it with + and country code and without blanks, or install what `qix doctor` lists."
    default: nil
    }
  }
}
