internal import QixCommands
internal import QixFormats
package import QixTerminal

extension TestTerminal.Outcome {
  /// The code of the error that `--json` has printed, by itself or within the answer; nil where there is none.
  package var code: String? {
    for text in [errors, output] {
      if let value = try? JSONValue(parsing: text), let code = value["error"]?["code"]?.string { return code }
    }
    return nil
  }
}
