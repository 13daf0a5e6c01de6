internal import QixModule

/// `qix setting set`
struct SetSetting: Command {
  // Settings hold rules that operators are subject to, so operators can't change them.
  static let declaration = Declaration(
    "set", "Change a setting. The audit log keeps the old and the new value.", roles: .adminsOnly,
    examples: [
      Example("qix setting set coins.approval-above 50000 --reason 'audit of 2027'", "for everyone")
    ],
    answer: AnswerShape("setting.change/1", Settings.changed), effect: .changes, needsFreshSignIn: true)

  private let setting = SettingNamed()
  @Positional("value", .text, "The new value; `qix setting show` says what is allowed") private var value: String

  func run(in context: Context) throws -> Document {
    let setting = try setting.found(in: context)
    try Settings.check(value, for: setting)
    return try Settings.change(setting, to: value, in: context)
  }
}
