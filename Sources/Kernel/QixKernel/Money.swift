/// An amount of a currency, exact: so many of its smallest units.
package struct Money: Hashable, Sendable {
  /// The amount in the currency's smallest unit: 200 for 2.00 EUR, 200 for 200 JPY.
  package let minorUnits: Int64
  package let currency: Currency

  package init(minorUnits: Int64, currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// Reads `2 EUR`, `2.5 EUR`, `2.50 EUR` or `EUR 2.50`: a point before the decimals, no separators, no sign.
  /// - Throws: `MoneyError`.
  package init(_ text: String) throws(MoneyError) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2 else { throw .form(text) }
    let (number, code) =
      words[0].first.map { $0.isASCII && $0.isLetter } == true ? (words[1], words[0]) : (words[0], words[1])
    guard let currency = Currency(String(code)) else { throw .currency(String(code)) }
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    func isDigits(_ text: Substring) -> Bool { !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    guard isDigits(parts[0]), parts.count == 1 || isDigits(parts[1]) else { throw .form(text) }
    let decimals = parts.count == 2 ? parts[1] : ""
    guard decimals.utf8.count <= currency.decimals else { throw .decimals(currency) }
    let padding = String(repeating: "0", count: currency.decimals - decimals.utf8.count)
    guard let units = Int64(parts[0] + decimals + padding) else { throw .tooLarge }
    self.init(minorUnits: units, currency: currency)
  }
}

extension Money: CustomStringConvertible {
  /// `2.50 EUR`
  package var description: String {
    let digits = String(minorUnits.magnitude)
    let sign = minorUnits < 0 ? "-" : ""
    guard currency.decimals > 0 else { return "\(sign)\(digits) \(currency)" }
    let padded = String(repeating: "0", count: max(0, currency.decimals + 1 - digits.utf8.count)) + digits
    return "\(sign)\(padded.dropLast(currency.decimals)).\(padded.suffix(currency.decimals)) \(currency)"
  }
}

/// A currency in use, by its code of ISO 4217.
package struct Currency: Hashable, Sendable, CustomStringConvertible {
  /// Three capital letters.
  package let code: String
  /// The decimals of its smallest unit: 0 to 4.
  package let decimals: Int

  /// - Returns: nil where there is no such currency.
  package init?(_ code: String) {
    let named = { (list: String) in list.split(separator: " ").contains { $0 == code } }
    if named(Self.withTwo) {
      decimals = 2
    } else if named(Self.withNone) {
      decimals = 0
    } else if named(Self.withThree) {
      decimals = 3
    } else if named(Self.withFour) {
      decimals = 4
    } else {
      return nil
    }
    self.code = code
  }

  package var description: String { code }

  // ISO 4217, list one (of 2024), without funds' codes, metals and those for testing.
  private static let withTwo = """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP \
    CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR \
    JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN \
    NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP \
    SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR ZMW ZWG
    """
  private static let withNone = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
  private static let withThree = "BHD IQD JOD KWD LYD OMR TND"
  private static let withFour = "CLF UYW"
}

/// Why a text is no amount of money.
package enum MoneyError: Error, Equatable, Sendable, CustomStringConvertible {
  case form(String)
  case currency(String)
  case decimals(Currency)
  case tooLarge

  package var description: String {
    switch self {
    case .form(let text):
      "'\(text)' is not an amount of money; write digits, a decimal point if needed, and the currency: 2.50 EUR"
    case .currency(let code): "'\(code)' is not a currency; write its three capital letters of ISO 4217, such as EUR"
    case .decimals(let currency): "\(currency) has \(currency.decimals.counted("decimal"))"
    case .tooLarge: "the amount is too large"
    }
  }
}
