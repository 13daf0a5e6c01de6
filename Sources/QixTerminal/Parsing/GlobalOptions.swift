/// The settings that every command understands, from the command line, the environment and the config file.
package struct GlobalOptions: Sendable, Equatable {
  /// The folder that holds the data; nil leaves the choice to the program.
  package var home: String?
  /// A file with a token: whoever it stands for acts, not the local user.
  package var tokenFile: String?
  package var format = OutputFormat.human
  package var isReadOnly = false
  package var isQuiet = false
  package var assumeYes = false
  package var noInput = false
  package var noPager = false
  package var color = ColorChoice.auto

  package init() {}
}

/// What data on standard output looks like.
package enum OutputFormat: Sendable {
  case human
  /// One JSON object.
  case json
  /// Lines of tab-separated values.
  case tsv
}

package enum ColorChoice: String, Sendable, CaseIterable {
  case auto, always, never
}

/// The global options as declared, so that help and completions read them like any others.
enum GlobalParameters {
  static let help = OldFlag("help", short: "h", "Show help for the program, a group or a command")
  static let version = OldFlag("version", "Show the version")
  static let home = OldOption(
    "home", .directory, "Folder of the data (environment: QIX_HOME)")
  static let tokenFile = OldOption(
    "as", .file, placeholder: "TOKEN-FILE", "Act as whom the token in this file stands for (environment: QIX_AS)")
  static let json = OldFlag("json", "Print data, and errors, as JSON")
  static let tsv = OldFlag("tsv", "Print data as tab-separated lines, undecorated")
  static let plain = OldFlag("plain", "The same as --tsv")
  static let quiet = OldFlag("quiet", short: "q", "Print only what was asked for or made, no notes")
  static let yes = OldFlag("yes", short: "y", "Answer yes to questions")
  static let noInput = OldFlag("no-input", "Never ask; fail where a question would be needed")
  static let color = OldOption(
    "color", .choice(of: ColorChoice.self), placeholder: "WHEN", "Colour: auto, always or never", default: "auto")
  static let noPager = OldFlag("no-pager", "Don't show long output in a pager")
  static let readOnly = OldFlag("read-only", "Open the data for reading only")

  static let all: [ParameterForm] = [
    help.form, version.form, home.form, tokenFile.form, json.form, tsv.form, plain.form, quiet.form, yes.form,
    noInput.form,
    color.form, noPager.form, readOnly.form,
  ]
}
