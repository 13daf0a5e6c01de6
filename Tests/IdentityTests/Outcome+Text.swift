import QixCommands
import QixTerminal

extension TestTerminal.Outcome {
  /// Everything that came out, as a golden file holds it.
  var all: String { "exit \(exitCode)\n— output\n\(output)— errors\n\(errors)" }

  /// The first column of a table in `--tsv`, without its title.
  var rows: [String] {
    output.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != "\t" }) }
  }
}

extension String {
  /// Without the line's end and what follows it.
  var firstLine: String { String(prefix { $0 != "\n" }) }
}

/// The flag for a form of output; none for people.
func flag(_ form: String) -> String { form == "human" ? "" : " --\(form)" }
