internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// The settings of the modules in force, as the commands find and show them.
struct Settings {
  let all: [any DeclaredSetting]

  init(_ registry: Registry) { all = registry.settings }

  /// - Throws: `UpkeepError.noSetting`.
  func find(_ name: String) throws(UpkeepError) -> any DeclaredSetting {
    if let setting = all.first(where: { $0.name == name }) { return setting }
    // Most people know the second half, or begin with it.
    let words = all.map(\.name)
    let meant =
      Suggestion.best(for: name, among: words)
      ?? words.first { $0.split(separator: ".").last.map { $0 == name } ?? false }
    throw .noSetting(name, meant: meant)
  }

  /// Makes sure that a text can be a setting's value.
  /// - Throws: `UpkeepError.settingValue`.
  static func check(_ text: String, for setting: any DeclaredSetting) throws(UpkeepError) {
    // What the table takes.
    guard text.unicodeScalars.count <= 10_000 else {
      throw .settingValue(name: setting.name, problem: "the value is longer than 10000 characters", hint: nil)
    }
    do throws(SettingError) {
      try setting.check(text)
    } catch {
      throw .settingValue(name: setting.name, problem: error.description, hint: error.hint)
    }
  }

  static let setAction = "upkeep.setting-set"
  static let resetAction = "upkeep.setting-reset"

  /// Sets a setting, or with nil gives it back its default; the audit log gets both values.
  /// - Returns: the texts before and after.
  static func change(
    _ setting: any DeclaredSetting, to text: String?, reason: String?, isDryRun: Bool, in context: Context
  ) throws -> (before: String, after: String) {
    guard context.principal.isOwner || !setting.kind.isForOwner else {
      throw GateError.ownerOnly(context.principal.name, "setting \(text == nil ? "reset" : "set") \(setting.name)")
    }
    let author = SettingAuthor(name: context.database.actor, at: context.clock.now())
    let action = Change(text == nil ? Self.resetAction : Self.setAction, reason: reason)
    return try context.database.write(action, isDryRun: isDryRun) { connection, change in
      let stored = try connection.text(ofSetting: setting.name)
      let (before, after) = (stored ?? setting.defaultText, text ?? setting.defaultText)
      change.subject = "\(setting.name): '\(before)' -> '\(after)'"
      // What is as asked already leaves no entry.
      if stored != text { try connection.set(setting, to: text, by: author) }
      return (before, after)
    }
  }
}

/// What both commands that change a setting say.
func emitSettingChange(
  _ setting: any DeclaredSetting, _ texts: (before: String, after: String), isDryRun: Bool, to terminal: Terminal
) throws {
  var document = Document("setting.change/1")
  document.primary = texts.after
  document.field("setting", "setting", .text(setting.name))
  document.field("before", "before", .text(texts.before))
  document.field("after", "after", .text(texts.after))
  document.field("default", "default", .text(setting.defaultText))
  document.field("dry_run", "dry run", .boolean(isDryRun))
  try terminal.emit(document)
  if isDryRun {
    terminal.note("Nothing was changed.")
  } else if texts.before == texts.after {
    terminal.note("It had that value before.")
  }
}

extension Context {
  /// Who has set a setting: as the audit log calls them, and that their right has ended since where it has.
  func name(of author: SettingAuthor?) throws -> Cell {
    guard let author else { return .missing }
    let ended = try authenticator()?.standing(of: author.name, in: self)?.ending
    return .text(author.name + (ended.map { " (\($0))" } ?? ""))
  }

  private func authenticator() throws -> (any Authenticator)? {
    do { return try service(Principal.authenticator) } catch ServiceError.missing { return nil }
  }
}
