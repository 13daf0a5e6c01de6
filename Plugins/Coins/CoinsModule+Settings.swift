package import QixModule

extension CoinsModule: SettingProviding {
  package static var settings: [any DeclaredSetting] {
    [
      approvalAbove, approvalHours, approvalsAtOnce, mostPerOperation, datedBackDays, goodwillPerDay, goodwillPerUser,
      goodwillBudget, lowBudget, noticeDays, reminderText, reminderSubject, value, expires,
    ]
  }

  /// Coins; 0 switches approvals off.
  static let approvalAbove = Setting.integer(
    "coins.approval-above",
    "New coins that one person may issue in a day without four-eyes approval; 0 for any number.",
    placeholder: "COINS", default: 0, in: 0...Int64.max)

  /// A thousandth of a thousandth of what can be counted at most, so that no slip can use it up.
  static let mostPerOperation = Setting.integer(
    "coins.most-per-operation",
    "Most coins, or items of a reward, that one operation may issue.",
    placeholder: "COINS", default: 1_000_000_000, in: 1...1_000_000_000_000)

  /// A month and no more: further back lie months whose reports were read.
  static let datedBackDays = Setting.integer(
    "coins.dated-back-days",
    "Most days that a grant may be dated back. Older dates need an operator and a reason.",
    placeholder: "DAYS", default: 31, in: 0...36_500)

  /// Coins; 0 switches goodwill off.
  static let goodwillPerDay = Setting.integer(
    "coins.goodwill-per-day",
    "Coins that all support staff together may give as goodwill in a day; 0 for none.",
    placeholder: "COINS", default: 0, in: 0...Int64.max)

  static let goodwillPerUser = Setting.integer(
    "coins.goodwill-per-user",
    "Coins that support may give one user as goodwill in a day.", placeholder: "COINS", default: 100,
    in: 1...Int64.max)

  static let goodwillBudget = Setting<String>.text(
    "coins.goodwill-budget", .rule, "The budget that pays for goodwill.", placeholder: "BUDGET", default: "goodwill")

  static let lowBudget = Setting.integer(
    "coins.budget-low", "A budget with fewer coins left sends the event budget.low.", placeholder: "COINS",
    default: 1_000, in: 0...Int64.max)

  /// Each value counts from when it was set until the next (`CoinValues`).
  static let value = Setting<CoinValue?>(
    "coins.value", .rule,
    "What a coin is worth from now on, such as 0.01 EUR; none for no value. Reports and journals show it beside coins.",
    placeholder: "MONEY", default: "none", keepsHistory: true
  ) { text throws(SettingError) in text == "none" ? nil : try CoinValue(text) }

  /// Nil for `none`. No part of a grant's fingerprint or meaning: what was done under a key stays as it was.
  static let expires = Setting<Period?>(
    "coins.expires", .rule,
    "How long coins last if granted without an expiry, such as P12M; none if they never expire.", placeholder: "PERIOD",
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
    "coins.reminder-text", "The reminder to a user whose {coins} coins expire, the first on {date}.", most: 1_000,
    default: "{coins} of your coins expire soon, the first on {date}.")

  static let reminderSubject = words(
    "coins.reminder-subject", "The subject of the email that reminds of expiring coins.", most: 100,
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
    "Hours that a request waits for approval, and hours that an approval can be used.",
    placeholder: "HOURS", default: 72, in: 1...8_760)

  /// What nobody could look through would be approved unseen.
  static let approvalsAtOnce = Setting.integer(
    "coins.approvals-at-once", "Requests of one person, or program, that may wait for approval at the same time.",
    default: 100, in: 1...10_000)
}
