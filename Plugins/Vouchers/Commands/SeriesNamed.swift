internal import QixTerminal

/// The one subject of commands about a series.
enum SeriesNamed {
  static let series = OldPositional("series", .text, "A series' name: lower-case letters, digits, '-' and '_'")
}
