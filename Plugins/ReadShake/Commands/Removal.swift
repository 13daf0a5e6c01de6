internal import QixShake

/// Taking a text or a questionnaire out of use, as a command asks for it.
struct Removal {
  @Positional private var name: String

  init(_ help: Sentence) { _name = Positional("name", .text, help) }

  /// - Parameters:
  ///   - noun: what the commands call it: `text`.
  ///   - setting: by which a campaign names it.
  ///   - remove: takes it out of use, at a moment, and shows what it was.
  func run(
    _ noun: String, setting: String, in context: Context, remove: (String, Timestamp, Connection) throws -> Document
  ) throws -> Document {
    try context.change("readshake.\(noun)-remove", subject: name) { connection, _ in
      try Content.requireUnused(name, setting: setting, in: connection, context)
      return try remove(name, context.clock.now(), connection)
    }
  }
}
