internal import QixModule

/// `qix setting set`
struct SetSetting: Command {
  // Settings hold rules that operators are subject to, so operators can't change them.
  static let declaration = Declaration(
    "set", "Change a setting; the audit log keeps the value before and after.", roles: .adminsOnly,
    examples: [
      Example("qix setting set coins.approval-above 50000 --reason 'audit of 2027'", "a rule for everybody")
    ],
    answer: "setting.change/1: setting text, before text, after text, default text", effect: .changes)

  private let setting = SettingNamed()
  @Positional("value", .text, "What it is to be; see what it takes with `qix setting show`") private var value: String

  func run(in context: Context) throws -> Document {
    let setting = try setting.found(in: context)
    try Settings.check(value, for: setting)
    return try Settings.change(setting, to: value, in: context)
  }
}
