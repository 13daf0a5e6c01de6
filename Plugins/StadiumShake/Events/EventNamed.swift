internal import QixShake

/// The event that a command is about.
struct EventNamed {
  @Positional("name", .text, "The event's name") var name: String

  /// Names of events and pieces: lower-case letters, digits, '-' and '_', 1 to 64.
  /// - Parameter what: `event`.
  /// - Throws: `stadiumshake.name-malformed`.
  static func check(_ name: String, of what: String) throws {
    guard PlainText.isName(name) else {
      throw Failure(
        "stadiumshake.name-malformed", .usage,
        "the \(what)'s name needs 1 to 64 lower-case letters, digits, '-' and '_'")
    }
  }
}

/// `--event`, of commands about an event's pieces and recordings.
struct EventOption {
  @Option("event", .text, placeholder: "EVENT", "The event's name") var name: String
}

/// `--at`, of commands that search a recording.
struct BeginOption {
  @Option("at", .moment, "When the recording begins (default: search the whole event, which takes longer)")
  var moment: Timestamp?
}
