internal import QixModule

/// The settings of the modules in force, as the commands find and show them.
struct Settings {
  let all: [any DeclaredSetting]

  init(_ registry: Registry) { all = registry.settings }

  /// - Throws: `Failure` of code `upkeep.setting-not-found`.
  func find(_ name: String) throws(Failure) -> any DeclaredSetting {
    if let setting = all.first(where: { $0.name == name }) { return setting }
    // Most people know the second half, or begin with it.
    let words = all.map(\.name)
    let meant =
      Suggestion.best(for: name, among: words)
      ?? words.first { $0.split(separator: ".").last.map { $0 == name } ?? false }
    throw Failure(
      "upkeep.setting-not-found", .notFound,
      "there is no setting '\(name)'\(meant.map { "; did you mean '\($0)'?" } ?? "")",
      hint: "See them all with `qix setting list`.")
  }

  /// Makes sure that a text can be a setting's value.
  /// - Throws: `Failure` of code `upkeep.setting-value`.
  static func check(_ text: String, for setting: any DeclaredSetting) throws(Failure) {
    func unfit(_ problem: String, _ hint: Sentence?) -> Failure {
      Failure(
        "upkeep.setting-value", .usage, "\(setting.name): \(problem)",
        hint: hint ?? "See what it means with `qix setting show \(setting.name)`.")
    }
    // The limit of the table.
    guard text.unicodeScalars.count <= 10_000 else { throw unfit("the value is longer than 10000 characters", nil) }
    do throws(SettingError) {
      try setting.check(text)
    } catch {
      throw unfit(error.description, error.hint)
    }
  }

  static let setAction = "upkeep.setting-set"
  static let resetAction = "upkeep.setting-reset"

  static let changed: [Field<(setting: any DeclaredSetting, before: String, after: String)>] = [
    Field("setting", .text) { $0.setting.name },
    Field("before", .text) { $0.before },
    Field("after", .text) { $0.after },
    Field("default", .text) { $0.setting.defaultText },
  ]

  /// Sets a setting, or with nil gives it back its default; the audit log gets both values.
  static func change(
    _ setting: any DeclaredSetting, to text: String?, in context: Context
  ) throws -> Document {
    guard context.principal.isOwner || !setting.kind.isForOwner else {
      throw GateError.ownerOnly(context.principal.name, "setting \(text == nil ? "reset" : "set") \(setting.name)")
    }
    let author = SettingAuthor(name: context.database.actor, at: context.clock.now())
    return try context.change(text == nil ? resetAction : setAction) { connection, change in
      let stored = try connection.text(ofSetting: setting.name)
      let (before, after) = (stored ?? setting.defaultText, text ?? setting.defaultText)
      change.subject = "\(setting.name): '\(before)' -> '\(after)'"
      // A value that is set already leaves no entry.
      if stored != text { try connection.set(setting, to: text, by: author) }
      var document = Document(
        "setting.change/1", Self.changed, of: (setting: setting, before: before, after: after))
      document.primary = after
      if !context.isDryRun, before == after { document.note("The setting already had that value.") }
      return document
    }
  }
}

extension Context {
  /// Returns the name of a setting's author as in the audit log, with a note where their right has ended since.
  func name(of author: SettingAuthor?) throws -> Cell {
    guard let author else { return .missing }
    let ended = try service(ifProvided: Principal.authenticator)?.standing(of: author.name, in: self)?.ending
    return .text(author.name + (ended.map { " (\($0))" } ?? ""))
  }
}
