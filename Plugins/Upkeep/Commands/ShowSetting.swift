internal import QixModule

/// The one subject of every setting command.
struct SettingNamed {
  @Positional("setting", .text, "Its name, such as coins.approval-above") private var name: String

  func found(in context: Context) throws -> any DeclaredSetting { try Settings(context.registry).find(name) }
}

/// `qix setting show`
struct ShowSetting: Command {
  static let declaration = Declaration(
    "show", "Show a setting's value, default and purpose.", roles: [.operator, .support, .auditor],
    examples: [
      Example("qix setting show coins.approval-above", "one setting"),
      Example("qix setting show coins.approval-above --quiet", "only its value, for a script"),
    ],
    answer: AnswerShape("setting.show/1", ShownSetting.fields))

  private let setting = SettingNamed()

  func run(in context: Context) throws -> Document {
    let setting = try setting.found(in: context)
    let found = try context.database.read { try $0.storedSettings()[setting.name] }
    let shown = try ShownSetting(setting, found, in: context)
    var document = Document("setting.show/1", ShownSetting.fields, of: shown)
    if shown.value != .withheld { document.primary = found?.value ?? setting.defaultText }
    if setting.kind.isForOwner { document.note("Only the owner of the data folder can change it.") }
    if shown.value == .withheld { document.note("Only operators and auditors see its value.") }
    document.note("Change it with `qix setting set \(setting.name) \(setting.placeholder)`.")
    return document
  }
}

/// A setting with all that its reader may know of it.
struct ShownSetting {
  let setting: any DeclaredSetting
  let value: Cell
  let isChanged: Bool
  /// As in the audit log, with a note where their right has ended since.
  let author: Cell
  let at: Timestamp?

  init(
    _ setting: any DeclaredSetting, _ stored: (value: String, author: SettingAuthor?)?, in context: Context
  ) throws {
    self.setting = setting
    let isWithheld = setting.kind.isForOwner && !context.principal.mayKnow(.machine)
    value = isWithheld ? .withheld : .text(stored?.value ?? setting.defaultText)
    isChanged = stored.map { $0.value != setting.defaultText } ?? false
    author = try context.name(of: stored?.author)
    at = stored?.author?.at
  }

  private static let named: [Field<ShownSetting>] = [
    Field("setting", .text) { $0.setting.name },
    Field("value", .cell(.text).orNull) { $0.value },
  ]
  private static let standard = Field<ShownSetting>("default", .text) { $0.setting.defaultText }
  private static let changed = Field<ShownSetting>("changed", .boolean) { $0.isChanged }
  private static let origin: [Field<ShownSetting>] = [
    Field("kind", .text) { $0.setting.kind.rawValue },
    Field("set_by", .cell(.text).orNull) { $0.author },
    Field("set_at", .time, "SET") { $0.at },
  ]
  private static let summary = Field<ShownSetting>("summary", .text, "WHAT IT DOES") { $0.setting.summary }

  static let fields: [Field<ShownSetting>] =
    named + [standard, changed] + origin + [Field("takes", .text) { $0.setting.placeholder }, summary]
  static let columns: [Field<ShownSetting>] =
    named + [changed.aside, standard.aside, summary] + origin.map(\.aside)
}
