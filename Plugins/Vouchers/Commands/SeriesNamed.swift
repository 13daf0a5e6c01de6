internal import QixModule

/// The series that a command is about.
struct SeriesNamed {
  @Positional("series", .text, "A series' name: lower-case letters, digits, '-' and '_'") var name: String
}
