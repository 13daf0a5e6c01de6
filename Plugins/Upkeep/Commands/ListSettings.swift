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
    answer: """
      setting.list/1: settings [setting text, value text?, changed boolean, default text, summary text, kind text,
      set_by text?, set_at time?]
      """)

  @Flag("changed", "Only settings that differ from their default") private var onlyChanged: Bool

  func run(in context: Context) throws -> Document {
    let settings = Settings(context.registry).all
    let (stored, others) = try context.database.read { connection in
      let stored = try connection.storedSettings()
      return (stored, stored.keys.filter { name in !settings.contains { $0.name == name } }.sorted())
    }
    let shown = settings.filter { !onlyChanged || Self.isChanged($0, stored) }
    var document = Document("setting.list/1")
    document.table(
      "settings",
      columns: [
        Column("setting", "SETTING"), Column("value", "VALUE"), Column("changed", "CHANGED", isAside: true),
        Column("default", "DEFAULT", isAside: true), Column("summary", "WHAT IT DOES"),
        Column("kind", "KIND", isAside: true), Column("set_by", "SET BY", isAside: true),
        Column("set_at", "SET", isAside: true),
      ],
      rows: try shown.map { setting in
        let author = stored[setting.name]?.author
        return [
          .text(setting.name), context.value(of: setting, stored: stored[setting.name]?.value),
          .boolean(Self.isChanged(setting, stored)), .text(setting.defaultText), .text(setting.summary),
          .text(setting.kind.rawValue), try context.name(of: author),
          .timestamp(author?.at),
        ]
      })
    if !others.isEmpty {
      document.note("Kept for disabled modules: \(others.joined(separator: ", ")).")
    }
    if shown.isEmpty { document.note(onlyChanged ? "All settings have their defaults." : "There are no settings.") }
    return document
  }

  private static func isChanged(
    _ setting: any DeclaredSetting, _ stored: [String: (value: String, author: SettingAuthor?)]
  ) -> Bool {
    stored[setting.name].map { $0.value != setting.defaultText } ?? false
  }
}
