internal import QixKernel
internal import QixLibraries

/// A phone number that can exist, in the form of ITU-T E.164.
package struct PhoneNumber: Sendable, Hashable {
  /// `+` and up to fifteen digits: `+491701234567`.
  package let e164: String
  /// ISO 3166-1, two letters; nil where it isn't known.
  package let region: String?
  package let kind: Kind
  /// Whether the installed library's tables know such a number; nil without it. They are as old as the library
  /// (Debian 12: of 2022), so a number that they don't know, or that is longer than those of its country then were,
  /// deserves a warning and no refusal.
  package let isKnown: Bool?
  /// The number in international form: `+49 170 1234567`.
  private let international: String

  /// What is to be pointed out of a number that is taken.
  package enum Doubt: Sendable, CaseIterable {
    /// It isn't in the tables.
    case unknown
    /// It was read as a number of the region. With a plus in front the tables know it, too: the plus may be missing.
    case countryCode
  }
  package let doubt: Doubt?

  package enum Kind: String, Sendable {
    case fixed, mobile, voip, other, unknown
    case fixedOrMobile = "fixed-or-mobile"
    case tollFree = "toll-free"
    /// The caller or writer pays extra.
    case premium
  }

  /// The longest text that is looked at, in bytes of UTF-8.
  package static let longestText = 250

  /// Reads a number as people write it.
  /// - Parameter region: ISO 3166-1, two letters, for numbers without a country code; nil takes none without.
  /// - Throws: a `phone.…` error, which does not repeat the number.
  package init(_ text: String, region: String? = nil) throws {
    guard text.utf8.count <= Self.longestText else { throw PhoneNumberError.tooLong }
    guard text.unicodeScalars.allSatisfy(Self.isTaken) else { throw PhoneNumberError.notANumber }
    let library: PhoneLibrary
    do throws(LibraryError) {
      library = try PhoneLibrary.load()
    } catch {
      try self.init(strict: text, without: error.description)
      return
    }
    try self.init(text, region: region, library)
  }

  init(
    e164: String, region: String?, kind: Kind, isKnown: Bool?, international: String, isAmbiguous: Bool = false
  ) {
    doubt = isAmbiguous ? .countryCode : isKnown == false ? .unknown : nil
    self.e164 = e164
    self.region = region
    self.kind = kind
    self.isKnown = isKnown
    self.international = international
  }

  /// Without the library: E.164 as it is written there, and nothing else.
  /// - Parameter reason: why libphonenumber isn't there.
  init(strict text: String, without reason: String) throws {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "+"), (7...15).contains(digits.count), digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else {
      throw Failure(
        "phone.only-e164", .usage, "only phone numbers such as +491701234567 can be read here: \(reason)",
        hint: """
          Write it with + and country code and without blanks. To read other forms, install what `qix doctor` lists.
          """)
    }
    self.init(e164: text, region: nil, kind: .unknown, isKnown: nil, international: text)
  }

  /// Digits of any script, and what stands between them. No letters: what spells a word or says `ext.` is not a number
  /// that a code can be sent to.
  private static func isTaken(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.numericType == .decimal { return true }
    switch scalar {
    case "+", "\u{FF0B}", "-", ".", "/", "(", ")", " ", "\u{A0}", "\u{202F}", "\u{2010}"..."\u{2015}", "\u{2212}",
      "\u{3000}", "\u{FF08}", "\u{FF09}", "\u{FF0D}", "\u{FF0E}":
      return true
    default: return false
    }
  }

  /// The number with all but its country code and its last two digits hidden: `+49 ••• •••••67`.
  package var masked: String {
    let digits = international.filter(\.isNumber).count
    // Without the library the end of the country code is unknown.
    let country = international.contains(" ") ? international.prefix { $0 != " " }.count - 1 : 0
    var index = 0
    return String(
      international.map { character in
        guard character.isNumber else { return character }
        index += 1
        return index <= country || index > digits - 2 ? character : "•"
      })
  }
}
