internal import QixModule

/// `qix setting list`
struct ListSettings: Command {
  static let declaration = Declaration(
    "list", "List the settings with their values and defaults.",
    roles: [.operator, .support, .auditor],
    examples: [
      Example("qix setting list", "all of them"),
      Example("qix setting list --changed", "what differs from a new installation"),
    ],
    answer: AnswerShape("setting.list/1", "settings", rows: ShownSetting.columns))

  @Flag("changed", "Only settings that differ from their default") private var onlyChanged: Bool

  func run(in context: Context) throws -> Document {
    let settings = Settings(context.registry).all
    let (stored, others) = try context.database.read { connection in
      let stored = try connection.storedSettings()
      return (stored, stored.keys.filter { name in !settings.contains { $0.name == name } }.sorted())
    }
    let shown = try settings.map { try ShownSetting($0, stored[$0.name], in: context) }.filter {
      !onlyChanged || $0.isChanged
    }
    var document = Document("setting.list/1")
    document.table("settings", ShownSetting.columns, rows: shown)
    if !others.isEmpty {
      document.note("Kept for disabled modules: \(others.joined(separator: ", ")).")
    }
    if shown.isEmpty { document.note(onlyChanged ? "All settings have their defaults." : "There are no settings.") }
    return document
  }
}
