package import QixKernel

/// Something that operators decide, kept in the database: declared once by the module it belongs to.
///
/// A setting is no place for a secret; those are items of the vault, which a setting may name.
package struct Setting<Value: Sendable>: DeclaredSetting {
  /// The module's id, a full stop, and words with hyphens between them: `coins.approval-above`.
  package let name: String
  /// One sentence.
  package let summary: String
  /// What stands for the value in help: `COINS`.
  package let placeholder: String
  /// The text that is read where nothing is set.
  package let defaultText: String
  /// - Throws: `SettingError` with a sentence about the text.
  package let parse: @Sendable (String) throws(SettingError) -> Value

  package init(
    _ name: String, _ summary: String, placeholder: String, default text: String,
    parse: @escaping @Sendable (String) throws(SettingError) -> Value
  ) {
    self.name = name
    self.summary = summary
    self.placeholder = placeholder
    defaultText = text
    self.parse = parse
  }

  package func check(_ text: String) throws(SettingError) { _ = try parse(text) }
}

/// A setting with its type of value erased.
package protocol DeclaredSetting: Sendable {
  var name: String { get }
  var summary: String { get }
  var placeholder: String { get }
  var defaultText: String { get }
  /// Makes sure that a text can be the setting's value.
  func check(_ text: String) throws(SettingError)
}

/// A module with settings. Their names begin with the module's id and a full stop.
package protocol SettingProviding: Module {
  static var settings: [any DeclaredSetting] { get }
}

/// Why a text is not the value of a setting: a sentence without the setting's name, which is put before it.
package struct SettingError: Diagnosable, Equatable {
  package let description: String
  package let hint: String?

  package init(_ sentence: String, hint: String? = nil) {
    description = sentence
    self.hint = hint
  }

  package var category: ErrorCategory { .usage }
  package var code: String { "setting.value" }
}

extension Setting where Value == Int64 {
  /// A whole number in a range.
  package static func integer(
    _ name: String, _ summary: String, placeholder: String = "N", default value: Int64, in range: ClosedRange<Int64>
  ) -> Setting {
    Setting(name, summary, placeholder: placeholder, default: "\(value)") { text throws(SettingError) in
      guard let number = Int64(text), range.contains(number) else {
        throw SettingError("it must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }
}

extension Setting where Value == String {
  /// Any text, the empty one too.
  package static func text(_ name: String, _ summary: String, placeholder: String = "TEXT", default text: String = "")
    -> Setting
  {
    Setting(name, summary, placeholder: placeholder, default: text) { text in text }
  }
}

extension Connection {
  /// What an operator has set, or the default.
  /// - Throws: `StorageError.corrupt` when what is stored can't be read as this program reads it.
  package func value<Value>(of setting: Setting<Value>) throws -> Value {
    let stored = try text(ofSetting: setting.name)
    do {
      return try setting.parse(stored ?? setting.defaultText)
    } catch {
      throw StorageError.corrupt("setting '\(setting.name)' holds something else than this qix expects: \(error)")
    }
  }

  /// The text that was set; nil where the default holds.
  package func text(ofSetting name: String) throws -> String? {
    try first("SELECT value FROM qix_settings WHERE name = ?1", .text(name)) { $0.text(0) }
  }

  /// Sets a setting, or with nil gives it back its default.
  package func set(_ setting: any DeclaredSetting, to text: String?) throws {
    guard let text else { return try run("DELETE FROM qix_settings WHERE name = ?1", .text(setting.name)) }
    try setting.check(text)
    try run(
      "INSERT INTO qix_settings (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      .text(setting.name), .text(text))
  }
}
