package import QixModule

extension AccessModule: SettingProviding {
  package static var settings: [any DeclaredSetting] { [grantedPerDay] }

  /// Coins; 0 bounds nothing, so that tokens of before 0.7.0 go on.
  static let grantedPerDay = Setting.integer(
    "access.granted-per-day",
    "Coins that a token without --most-per-day may grant in a day; 0 for any number.",
    placeholder: "COINS", default: 0, in: 0...Int64.max)
}
