internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix setting show`
struct ShowSetting: OldCommand {
  static let name = OldPositional("setting", .text, "Its name, such as coins.approval-above")

  static let declaration = Declaration(
    "show", "Show a setting: its value, its default, what it does.", roles: [.operator, .support, .auditor],
    parameters: [name],
    examples: [
      Example("qix setting show coins.approval-above", "one setting"),
      Example("qix setting show coins.approval-above --quiet", "its value alone, for a script"),
    ])

  private let name: String

  init(_ arguments: Arguments) throws { name = try arguments.require(Self.name) }

  func run(in context: Context) throws {
    let setting = try Settings(context.registry).find(name)
    let found = try context.database.read { try $0.storedSettings()[setting.name] }
    let stored = found?.value
    var document = Document("setting.show/1")
    document.primary = stored ?? setting.defaultText
    document.field("setting", "setting", .text(setting.name))
    document.field("value", "value", .text(stored ?? setting.defaultText))
    document.field("default", "default", .text(setting.defaultText))
    document.field("changed", "changed", .boolean(stored.map { $0 != setting.defaultText } ?? false))
    document.field("kind", "kind", .text(setting.kind.rawValue))
    document.field("set_by", "set by", try context.name(of: found?.author))
    document.field("set_at", "set", found?.author.map { .timestamp($0.at) } ?? .missing)
    document.field("takes", "takes", .text(setting.placeholder))
    document.field("summary", "what it does", .text(setting.summary))
    try context.terminal.emit(document)
    if setting.kind.isForOwner { context.terminal.note("It is for the owner of the home folder alone.") }
    context.terminal.note("Change it with `qix setting set \(setting.name) \(setting.placeholder)`.")
  }
}
