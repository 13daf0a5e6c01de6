internal import IdentityContract
package import QixModule
internal import QixPhone

extension IdentityModule: SettingProviding {
  package static var settings: [any DeclaredSetting] {
    [signedRequires, proRequires, minimumAge, phoneRegion, PlaceFinds.setting, Dispute.perDay] + codeSettings
      + Finds.Limit.allCases.map(\.setting)
      + DailyLimit.allCases.flatMap { limit in
        Mode.allCases.map { self.limit(limit, of: $0) }
      }
  }

  static let signedRequires = requirement(
    "identity.signed-requires",
    "What account level signed requires: fields, proofs and accounts, with 'and' or 'or' between.",
    default: "proved-phone and gender")

  static let proRequires = requirement(
    "identity.pro-requires", "What account level pro requires in addition to signed.",
    default: "account or (given-name and family-name and birth-date and email and interests)")

  /// Years; 0 for no limit.
  static let minimumAge = Setting.integer(
    "identity.minimum-age", "Years below which no birth date is accepted; 0 for any age.", placeholder: "YEARS",
    default: 0, in: 0...120)

  /// Nil takes no number without a country code.
  static let phoneRegion = Setting<String?>(
    "identity.phone-region", .rule,
    "The country of phone numbers without a country code, in two letters of ISO 3166-1, or none.",
    placeholder: "REGION", default: "none"
  ) { text throws(SettingError) in
    if text == "none" { return nil }
    let region = text.uppercased()
    do throws(Failure) {
      try PhoneNumber.check(region: region)
    } catch {
      throw SettingError(error.sentence)
    }
    return region
  }

  /// Nil for no limit.
  static func limit(_ limit: DailyLimit, of mode: Mode) -> Setting<Int64?> {
    Setting(
      "identity.\(mode.name)-\(limit.rawValue)-limit", .rule,
      "Coins that a user at account level \(mode.name) can \(limit.rawValue) in a day, or none.", placeholder: "COINS",
      default: "none"
    ) { text throws(SettingError) in
      if text == "none" { return nil }
      guard let coins = Int64(text), coins >= 0, "\(coins)" == text else {
        throw SettingError("it must be a whole number of coins, or 'none'")
      }
      return coins
    }
  }

  private static func requirement(_ name: String, _ summary: String, default text: String) -> Setting<Requirement> {
    Setting(name, .rule, summary, placeholder: "WORDS", default: text) { text throws(SettingError) in
      try Requirement(parsing: text)
    }
  }
}
