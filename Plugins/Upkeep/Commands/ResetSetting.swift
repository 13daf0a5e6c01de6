internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix setting reset`
struct ResetSetting: OldCommand {
  static let declaration = Declaration(
    "reset", "Give a setting back its default.", roles: .adminsOnly, parameters: [ShowSetting.name],
    examples: [Example("qix setting reset coins.approval-above", "as it was at first")], effect: .changes)

  private let name: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(ShowSetting.name)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let setting = try Settings(context.registry).find(name)
    let texts = try Settings.change(setting, to: nil, reason: reason, isDryRun: isDryRun, in: context)
    try emitSettingChange(setting, texts, isDryRun: isDryRun, to: context.terminal)
  }
}
