internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix setting list`
struct ListSettings: Command {
  private static let changed = Flag("changed", "Only those that are not at their default")

  static let declaration = Declaration(
    "list", "List the settings, their values, and which are not at their default.",
    roles: [.operator, .support, .auditor], parameters: [changed],
    examples: [
      Example("qix setting list", "all of them"),
      Example("qix setting list --changed", "what differs from an installation that is new"),
    ])

  private let onlyChanged: Bool

  init(_ arguments: Arguments) throws { onlyChanged = arguments[Self.changed] }

  func run(in context: Context) throws {
    let settings = Settings(context.registry).all
    let (stored, others) = try context.database.read { connection in
      let rows = try connection.rows("SELECT name, value FROM qix_settings") { ($0.text(0), $0.text(1)) }
      let stored = Dictionary(rows) { first, _ in first }
      return (stored, stored.keys.filter { name in !settings.contains { $0.name == name } }.sorted())
    }
    let shown = settings.filter { !onlyChanged || Self.isChanged($0, stored) }
    var document = Document("setting.list/1")
    document.table(
      "settings",
      columns: [
        Column("setting", "SETTING"), Column("value", "VALUE"), Column("changed", "CHANGED"),
        Column("default", "DEFAULT"), Column("summary", "WHAT IT DOES"),
      ],
      rows: shown.map {
        [
          .text($0.name), .text(stored[$0.name] ?? $0.defaultText), .boolean(Self.isChanged($0, stored)),
          .text($0.defaultText), .text($0.summary),
        ]
      })
    try context.terminal.emit(document)
    if !others.isEmpty {
      context.terminal.note("Kept for modules that are switched off: \(others.joined(separator: ", ")).")
    }
    if shown.isEmpty { context.terminal.note(onlyChanged ? "All have their defaults." : "There are no settings.") }
  }

  private static func isChanged(_ setting: any DeclaredSetting, _ stored: [String: String]) -> Bool {
    stored[setting.name].map { $0 != setting.defaultText } ?? false
  }
}
