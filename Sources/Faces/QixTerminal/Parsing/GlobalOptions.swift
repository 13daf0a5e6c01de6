package import QixCalendar
internal import QixCommands
internal import QixKernel

/// The settings that every command understands, from the command line, the environment and the config file.
package struct GlobalOptions: Sendable, Equatable {
  /// The folder that holds the data; nil leaves the choice to the program.
  package var home: String?
  /// A file with a token: its principal acts, not the local user.
  package var tokenFile: String?
  package var format = OutputFormat.human
  package var isReadOnly = false
  package var isQuiet = false
  package var assumeYes = false
  package var noInput = false
  package var noPager = false
  package var color = ColorChoice.auto
  /// The zone in which moments are read and shown; nil leaves it to the installation.
  package var zone: TimeZone?
  package var table = TableWishes()

  package init() {}
}

/// The form of data on standard output.
package enum OutputFormat: Sendable {
  case human
  /// One JSON object.
  case json
  /// Lines of tab-separated values.
  case tsv
  /// A table for spreadsheets (RFC 4180).
  case csv
}

package enum ColorChoice: String, Sendable, CaseIterable {
  case auto, always, never
}

/// The global options as declared, so that help and completions read them like any others.
enum GlobalParameters {
  static let help = ParameterForm(flag: "help", short: "h", help: "Show help for the program, a group or a command")
  static let version = ParameterForm(flag: "version", help: "Show the version")
  static let home = ParameterForm(option: "home", .directory, "Folder of the data (environment: QIX_HOME)")
  static let tokenFile = ParameterForm(
    option: "as", .namedFile, placeholder: "TOKEN-FILE",
    "Act with the token in this file (environment: QIX_AS)")
  static let json = ParameterForm(flag: "json", help: "Print data, and errors, as JSON")
  static let tsv = ParameterForm(flag: "tsv", help: "Print data as tab-separated lines, undecorated")
  static let plain = ParameterForm(flag: "plain", help: "The same as --tsv")
  static let csv = ParameterForm(flag: "csv", help: "Print data as comma-separated lines, for spreadsheets")
  static let quiet = ParameterForm(
    flag: "quiet", short: "q", help: "Print only the result, no notes")
  static let yes = ParameterForm(flag: "yes", short: "y", help: "Answer yes to questions")
  static let noInput = ParameterForm(flag: "no-input", help: "Never ask; fail if a question would be needed")
  static let color = ParameterForm(
    option: "color", .choice(of: ColorChoice.self), placeholder: "WHEN", "Colour: auto, always or never",
    default: "auto")
  static let noPager = ParameterForm(flag: "no-pager", help: "Don't show long output in a pager")
  static let zone = ParameterForm(
    option: "zone", .zone, "Read and show times in this zone, such as Europe/Rome (else: `setting`, then TZ)")
  static let wide = ParameterForm(flag: "wide", help: "Print whole tables, however wide")
  static let columns = ParameterForm(
    option: "columns", .columnNames, "Only these columns of tables, in this order: at,amount,balance")
  static let sort = ParameterForm(
    option: "sort", .text, placeholder: "COLUMN", "Sort tables by these columns; -COLUMN sorts descending")
  static let readOnly = ParameterForm(flag: "read-only", help: "Open the data for reading only")

  static let all = [
    help, version, home, tokenFile, json, tsv, plain, csv, quiet, yes, noInput, color, noPager, zone, wide, columns,
    sort, readOnly,
  ]
}

extension ValueType where Value == [String] {
  /// Keys of columns with commas between them.
  static var columnNames: ValueType {
    ValueType(placeholder: "A,B") { text throws(ValueError) in
      let names = text.split(separator: ",").map(String.init)
      guard !names.isEmpty else { throw ValueError("separate columns with commas: at,amount") }
      return names
    }
  }
}
