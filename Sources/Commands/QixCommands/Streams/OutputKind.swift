internal import QixKernel

/// The rule for a file that a command writes (cli.md 26). Every option that names such a file declares it.
package enum OutputKind: Sendable, Equatable {
  /// It follows from what is there: answers, rejects, pictures. It takes the place of the file that is there, as a
  /// whole, so that the same command line can run again (`OutputFile`).
  case derived
  /// It holds secrets, or is a document of record. A file that is there stays, unless `--force` is given (`NewFile`).
  case record
  /// A record of only what qix itself has made: codes, keys, a whole database. The holder of a token may have it
  /// written into a new file, since they choose no word of it (`OutputPlaces`).
  case secret
  /// A secret that takes no `--force`: a key or token whose loss can't be undone.
  case irreplaceable

  /// Whether the file takes `--force`.
  package var isForced: Bool { self == .record || self == .secret }

  var isMadeForTokens: Bool { self == .secret || self == .irreplaceable }
}

/// `--force`, of every command that writes a record.
package struct ForceFlag: Sendable {
  @Flag("force", "Replace a file that is there") package var isGiven: Bool

  package init() {}
}
