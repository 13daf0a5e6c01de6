package import QixKernel

/// The matter that a setting decides, and so who may change it.
package enum SettingKind: String, Sendable, CaseIterable {
  /// A limit, a word of a list, a clock: something that qix does more or less of by itself.
  case rule
  /// Words that people are told. They reach no shell and no program as anything else than a text.
  case words
  /// The program to run, or how: it runs with the rights of the home's owner.
  case program
  /// The destination of codes, messages or data, and how well the way there is guarded.
  case address
  /// The secret or key to use.
  case key

  /// Whether the owner of the home folder alone may set it: one who decides which program runs, where codes go or which
  /// key is used can act as any user, even after their token is revoked.
  package var isForOwner: Bool {
    switch self {
    case .rule, .words: false
    case .program, .address, .key: true
    }
  }
}

/// Something that operators decide, kept in the database: declared once by the module it belongs to.
///
/// A setting is no place for a secret; those are items of the vault, which a setting may name.
package struct Setting<Value: Sendable>: DeclaredSetting {
  /// The module's id, a full stop, and words with hyphens between them: `coins.approval-above`.
  package let name: String
  package let kind: SettingKind
  /// One sentence.
  package let summary: String
  /// The placeholder of the value in help: `COINS`.
  package let placeholder: String
  /// The text that is read where nothing is set.
  package let defaultText: String
  /// Whether earlier values count, too: `Connection.history(of:)`.
  package let keepsHistory: Bool
  /// - Throws: `SettingError` with a sentence about the text.
  package let parse: @Sendable (String) throws(SettingError) -> Value

  package init(
    _ name: String, _ kind: SettingKind, _ summary: String, placeholder: String, default text: String,
    keepsHistory: Bool = false, parse: @escaping @Sendable (String) throws(SettingError) -> Value
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.placeholder = placeholder
    defaultText = text
    self.keepsHistory = keepsHistory
    self.parse = parse
  }

  package func check(_ text: String) throws(SettingError) { _ = try parse(text) }
}

/// A setting with its type of value erased.
package protocol DeclaredSetting: Sendable {
  var name: String { get }
  var kind: SettingKind { get }
  var summary: String { get }
  var placeholder: String { get }
  var defaultText: String { get }
  var keepsHistory: Bool { get }
  /// Makes sure that a text can be the setting's value.
  func check(_ text: String) throws(SettingError)
}

/// A module with settings. Their names begin with the module's id and a full stop, or with that of the module that it was
/// cut out of.
package protocol SettingProviding: Module {
  static var settings: [any DeclaredSetting] { get }
  /// Names of those that commands of the module set besides `qix setting set`, under entries of their own in the audit log.
  static var settingsOfCommands: [String] { get }
}

extension SettingProviding {
  package static var settingsOfCommands: [String] { [] }
}

/// Why a text is not the value of a setting: a sentence without the setting's name, which is put before it.
package struct SettingError: Diagnosable, Equatable {
  package let sentence: Sentence
  package let hint: Sentence?

  package init(_ sentence: Sentence, hint: Sentence? = nil) {
    self.sentence = sentence
    self.hint = hint
  }

  package var category: ErrorCategory { .usage }
  package var code: String { "setting.value" }
}

extension Setting where Value == Int64 {
  /// A whole number in a range: a rule.
  package static func integer(
    _ name: String, _ summary: String, placeholder: String = "N", default value: Int64, in range: ClosedRange<Int64>
  ) -> Setting {
    Setting(name, .rule, summary, placeholder: placeholder, default: "\(value)") { text throws(SettingError) in
      guard let number = Int64(text), range.contains(number) else {
        throw SettingError("it must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }
}

extension Setting where Value == String {
  /// Any text, the empty one too.
  package static func text(
    _ name: String, _ kind: SettingKind, _ summary: String, placeholder: String = "TEXT", default text: String = ""
  ) -> Setting {
    Setting(name, kind, summary, placeholder: placeholder, default: text) { text in text }
  }
}

extension Connection {
  /// Returns what an operator has set, or the default.
  /// - Throws: `StorageError.corrupt` when what is stored can't be read as this program reads it.
  package func value<Value>(of setting: Setting<Value>) throws -> Value {
    let stored = try text(ofSetting: setting.name)
    do {
      return try setting.parse(stored ?? setting.defaultText)
    } catch {
      throw StorageError.corrupt("setting '\(setting.name)' has a value that this qix can't use: \(error)")
    }
  }

  /// The text that was set; nil where the default holds.
  package func text(ofSetting name: String) throws -> String? {
    try fetchOne("SELECT value FROM qix_settings WHERE name = \(name)")
  }

  /// Sets a setting, or with nil gives it back its default.
  /// - Parameter author: who does, and when; nil where it is unknown.
  package func set(_ setting: any DeclaredSetting, to text: String?, by author: SettingAuthor? = nil) throws {
    if let text { try setting.check(text) }
    if setting.keepsHistory, let author {
      try execute(
        "INSERT INTO qix_setting_history (name, value, since) VALUES (\(setting.name), \(text), \(author.at))")
    }
    guard let text else { return try execute("DELETE FROM qix_settings WHERE name = \(setting.name)") }
    try execute(
      """
      INSERT INTO qix_settings (name, value, set_by, set_at)
      VALUES (\(setting.name), \(text), \(author?.name), \(author?.at))
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, set_by = excluded.set_by, set_at = excluded.set_at
      """)
  }

  /// Returns the values that a setting had, and from when on, in the order in which they were set.
  package func history<Value: Sendable>(of setting: Setting<Value>) throws -> [(since: Timestamp, value: Value)] {
    try fetchAll("SELECT value, since FROM qix_setting_history WHERE name = \(setting.name) ORDER BY change") { row in
      let text = row["value"] as String? ?? setting.defaultText
      do {
        return (row["since"], try setting.parse(text))
      } catch {
        throw StorageError.corrupt("setting '\(setting.name)' was '\(text)' once, and that can't be read: \(error)")
      }
    }
  }

  /// Returns the stored settings, by name, with their authors.
  package func storedSettings() throws -> [String: (value: String, author: SettingAuthor?)] {
    let rows = try fetchAll("SELECT name, value, set_by, set_at FROM qix_settings") { row in
      let (name, time): (String?, Timestamp?) = (row["set_by"], row["set_at"])
      let author = name.flatMap { name in time.map { SettingAuthor(name: name, at: $0) } }
      return (row["name"] as String, (value: row["value"] as String, author: author))
    }
    return Dictionary(rows) { first, _ in first }
  }
}

/// The author of a setting, as in the audit log, and when. Versions before 0.6.0 kept it in the audit log alone.
package struct SettingAuthor: Sendable, Equatable {
  package let name: String
  package let at: Timestamp

  package init(name: String, at: Timestamp) { (self.name, self.at) = (name, at) }
}
