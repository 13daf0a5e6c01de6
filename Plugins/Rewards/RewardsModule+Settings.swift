package import QixModule

extension RewardsModule: SettingProviding {
  package static var settings: [any DeclaredSetting] { [refundGrace] }

  /// Nil for `none`.
  static let refundGrace = Setting<Period?>(
    "rewards.refund-grace", .rule,
    "How long expired coins are valid again after a refund or a cancellation; none: they stay expired.",
    placeholder: "PERIOD", default: "P30D"
  ) { text throws(SettingError) in
    if text == "none" { return nil }
    guard let period = Period(iso8601: text) else {
      throw SettingError("it must be a period of ISO 8601 such as P30D or P2M, or none")
    }
    return period
  }
}
