internal import QixModule

/// `qix setting reset`
struct ResetSetting: Command {
  static let declaration = Declaration(
    "reset", "Give a setting back its default.", roles: .adminsOnly,
    examples: [Example("qix setting reset coins.approval-above", "back to its default")],
    answer: AnswerShape("setting.change/1", Settings.changed), effect: .changes, needsFreshSignIn: true)

  private let setting = SettingNamed()

  func run(in context: Context) throws -> Document {
    try Settings.change(setting.found(in: context), to: nil, in: context)
  }
}
