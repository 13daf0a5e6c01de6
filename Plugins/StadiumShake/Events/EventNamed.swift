internal import QixShake

/// The event that a command is about.
struct EventNamed {
  @Positional("name", .text, "The event's name") var name: String

  /// Names of events and pieces: lower-case letters, digits, '-' and '_', 1 to 64.
  /// - Parameter what: `event`.
  /// - Throws: `StadiumShakeError.malformedName`.
  static func check(_ name: String, of what: String) throws(StadiumShakeError) {
    let isPlain = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    guard isPlain, (1...64).contains(name.utf8.count) else { throw .malformedName(what) }
  }
}

/// `--event`, of commands about an event's pieces and recordings.
struct EventOption {
  @Option("event", .text, placeholder: "EVENT", "The event's name") var name: String
}

/// `--at`, of commands that search a recording.
struct BeginOption {
  @Option("at", .timestamp, "When the recording begins; without it all of the event is searched, which takes longer")
  var moment: Timestamp?
}
