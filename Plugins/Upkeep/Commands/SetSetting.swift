internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix setting set`
struct SetSetting: OldCommand {
  private static let value = OldPositional(
    "value", .text, "What it is to be; see what it takes with `qix setting show`")

  // Settings hold rules that operators are subject to, so operators can't change them.
  static let declaration = Declaration(
    "set", "Change a setting; the audit log keeps the value before and after.", roles: .adminsOnly,
    parameters: [ShowSetting.name, value],
    examples: [
      Example("qix setting set coins.approval-above 50000 --reason 'audit of 2027'", "a rule for everybody")
    ], effect: .changes)

  private let name: String
  private let value: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(ShowSetting.name)
    value = try arguments.require(Self.value)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let setting = try Settings(context.registry).find(name)
    try Settings.check(value, for: setting)
    let texts = try Settings.change(setting, to: value, reason: reason, isDryRun: isDryRun, in: context)
    try emitSettingChange(setting, texts, isDryRun: isDryRun, to: context.terminal)
  }
}
