package import QixModule

extension CoinsModule: SettingProviding {
  package static var settings: [any DeclaredSetting] {
    [
      approvalAbove, approvalHours, approvalsAtOnce, mostPerOperation, datedBackDays, goodwillPerDay, goodwillPerUser,
      goodwillBudget, lowBudget, reminderText, reminderSubject, value, expires,
    ]
  }

  /// Coins; 0 switches approvals off.
  static let approvalAbove = Setting.integer(
    "coins.approval-above",
    "Coins that one person may bring into being in a day without a second person's approval; 0 for any number.",
    placeholder: "COINS", default: 0, in: 0...Int64.max)

  /// A thousandth of a thousandth of what can be counted at most, so that no slip can use it up.
  static let mostPerOperation = Setting.integer(
    "coins.most-per-operation",
    "Coins, or pieces of a reward, that one operation may bring into being.",
    placeholder: "COINS", default: 1_000_000_000, in: 1...1_000_000_000_000)

  /// A month and no more: further back lie months whose reports were read.
  static let datedBackDays = Setting.integer(
    "coins.dated-back-days",
    "Days that a grant may be dated back by anybody who grants; further back it takes an operator and a reason.",
    placeholder: "DAYS", default: 31, in: 0...36_500)

  /// Coins; 0 switches goodwill off.
  static let goodwillPerDay = Setting.integer(
    "coins.goodwill-per-day",
    "Coins that all who have the role support may give users as goodwill in a day; 0 for none.",
    placeholder: "COINS", default: 0, in: 0...Int64.max)

  static let goodwillPerUser = Setting.integer(
    "coins.goodwill-per-user",
    "Coins that support may give one user as goodwill in a day.", placeholder: "COINS", default: 100,
    in: 1...Int64.max)

  static let goodwillBudget = Setting<String>.text(
    "coins.goodwill-budget", .rule, "The budget that goodwill comes from.", placeholder: "BUDGET", default: "goodwill")

  static let lowBudget = Setting.integer(
    "coins.budget-low", "Coins; whoever follows events is told of a budget that has fewer left.", placeholder: "COINS",
    default: 1_000, in: 0...Int64.max)

  /// Each value counts from when it was set until the next (`CoinValues`).
  static let value = Setting<CoinValue?>(
    "coins.value", .rule,
    "What a coin is worth from now on, such as 0.01 EUR, which reports and journals tell beside coins; none for nothing.",
    placeholder: "MONEY", default: "none", keepsHistory: true
  ) { text throws(SettingError) in text == "none" ? nil : try CoinValue(text) }

  /// Nil for `none`. No part of a grant's fingerprint or meaning: what was done under a key stays as it was.
  static let expires = Setting<Period?>(
    "coins.expires", .rule,
    "How long coins are good that are granted without an expiry, such as P12M; none for ever.", placeholder: "PERIOD",
    default: "none"
  ) { text throws(SettingError) in
    if text == "none" { return nil }
    guard let period = Period(text), Timestamp(microseconds: 0).adding(period) <= mostLasting else {
      throw SettingError("it must be a period such as P90D or P12M, P100Y at most, or none")
    }
    return period
  }

  private static let mostLasting = Timestamp(microseconds: 0).adding(Period(months: 1_200))

  /// Read whenever users are told, so what can't be sent is refused here.
  static let reminderText = words(
    "coins.reminder-text", "What a user is told whose {coins} coins expire, the first on {date}.", most: 1_000,
    default: "{coins} of your coins expire soon, the first on {date}.")

  static let reminderSubject = words(
    "coins.reminder-subject", "The subject of an email that tells of coins that expire.", most: 100,
    default: "Your coins expire")

  private static func words(_ name: String, _ summary: String, most: Int, default text: String) -> Setting<String> {
    Setting<String>(name, .words, summary, placeholder: "TEXT", default: text) { text throws(SettingError) in
      guard !text.isEmpty, text.utf8.count <= most, PlainText.isUncontrolled(text) else {
        throw SettingError("it must be one line of 1 to \(most) bytes")
      }
      return text
    }
  }

  static let approvalHours = Setting.integer(
    "coins.approval-hours",
    "How long a request waits for approval, and how long an approval waits for being used, in hours.",
    placeholder: "HOURS", default: 72, in: 1...8_760)

  /// What nobody could look through would be approved unseen.
  static let approvalsAtOnce = Setting.integer(
    "coins.approvals-at-once", "Requests of one person, or program, that may wait for approval at once.",
    default: 100, in: 1...10_000)
}
