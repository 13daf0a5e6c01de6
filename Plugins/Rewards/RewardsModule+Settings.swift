package import QixModule

extension RewardsModule: SettingProviding {
  package static var settings: [any DeclaredSetting] { [refundGrace] }

  /// Nil for `none`.
  static let refundGrace = Setting<Period?>(
    "rewards.refund-grace", .rule,
    "How long coins are good that come back by a refund or a cancellation when they have expired already; none to let "
      + "them expire.", placeholder: "PERIOD", default: "P30D"
  ) { text throws(SettingError) in
    if text == "none" { return nil }
    guard let period = Period(iso8601: text) else {
      throw SettingError("it must be a period of ISO 8601 such as P30D or P2M, or none")
    }
    return period
  }
}
