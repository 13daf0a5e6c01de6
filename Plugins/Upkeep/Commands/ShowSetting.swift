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
    answer: """
      setting.show/1: setting text, value text?, default text, changed boolean, kind text, set_by text?, set_at time?,
      takes text, summary text
      """)

  private let setting = SettingNamed()

  func run(in context: Context) throws -> Document {
    let setting = try setting.found(in: context)
    let found = try context.database.read { try $0.storedSettings()[setting.name] }
    let stored = found?.value
    var document = Document("setting.show/1")
    let value = context.value(of: setting, stored: stored)
    if value != .withheld { document.primary = stored ?? setting.defaultText }
    document.field("setting", .text(setting.name))
    document.field("value", value)
    document.field("default", .text(setting.defaultText))
    document.field("changed", .boolean(stored.map { $0 != setting.defaultText } ?? false))
    document.field("kind", .text(setting.kind.rawValue))
    document.field("set_by", try context.name(of: found?.author))
    document.field("set_at", "set", .timestamp(found?.author?.at))
    document.field("takes", .text(setting.placeholder))
    document.field("summary", "what it does", .text(setting.summary))
    if setting.kind.isForOwner { document.note("Only the owner of the data folder can change it.") }
    if value == .withheld { document.note("Only operators and auditors see its value.") }
    document.note("Change it with `qix setting set \(setting.name) \(setting.placeholder)`.")
    return document
  }
}

extension Context {
  /// The value of a setting, where the caller may know it.
  func value(of setting: any DeclaredSetting, stored: String?) -> Cell {
    if setting.kind.isForOwner, !principal.mayKnow(.machine) { return .withheld }
    return .text(stored ?? setting.defaultText)
  }
}
